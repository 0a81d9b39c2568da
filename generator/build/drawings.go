package build

import (
	"cmp"
	"errors"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/highlight"
	"modelbook/generator/page"
	"modelbook/generator/render"
)

// drawer makes the figures of one guide. Its translations show the same ones
// and share them.
type drawer struct {
	results map[string]*example.Result
	figures map[string]page.Figure
	codes   map[guide.CodeBlock]figure.Code
}

func (d *drawer) draw(g *guide.Guide) ([]page.Drawing, diag.List) {
	var messages diag.List
	drawings := make([]page.Drawing, len(g.Blocks))
	letters := lettersOf(g)
	for i, block := range g.Blocks {
		drawing := &drawings[i]
		for _, part := range block.Parts {
			if part.Code != nil {
				code, found := d.code(*part.Code)
				messages = append(messages, found...)
				drawing.Codes = append(drawing.Codes, code)
			}
		}
		switch block.Kind {
		case guide.Example:
			messages = append(messages, d.example(drawing, block, letters)...)
		case guide.Comparison:
			messages = append(messages, d.comparison(drawing, block, letters)...)
		case guide.Coverage:
			var err error
			if drawing.Coverage, err = coverage(block.Topic.ID); err != nil {
				messages.Errorf(block.Topic.Pos, "%v", err)
			}
		}
	}
	return drawings, messages
}

// lettersOf gives each example that a guide compares its letter, in the order
// in which they are first compared.
func lettersOf(g *guide.Guide) map[string]string {
	letters := map[string]string{}
	for _, block := range g.Blocks {
		if block.Kind != guide.Comparison {
			continue
		}
		for _, f := range block.Figures {
			if letters[f.Example] == "" {
				letters[f.Example] = string(rune('A' + len(letters)))
			}
		}
	}
	return letters
}

// example draws the figures that links into one example stand for.
func (d *drawer) example(drawing *page.Drawing, block guide.Block, letters map[string]string) diag.List {
	var messages diag.List
	name := block.Figures[0].Example
	result := d.results[name]
	drawing.State = stateOf(result)
	if letter := letters[name]; letter != "" {
		drawing.Letters = []string{letter}
	}
	for _, link := range block.Figures {
		drawn, err := d.figure(link)
		if err != nil {
			messages.Errorf(link.Pos, "%v", err)
		}
		drawing.Figures = append(drawing.Figures, drawn)
	}
	return messages
}

// figure draws what one link points at, once for all translations.
func (d *drawer) figure(link guide.Figure) (page.Figure, error) {
	key := link.Example + "#" + strings.Join(link.Fragment, "/")
	if drawn, ok := d.figures[key]; ok {
		return drawn, nil
	}
	drawn, err := d.drawLink(link)
	if err == nil {
		d.figures[key] = drawn
	}
	return drawn, err
}

func (d *drawer) drawLink(link guide.Figure) (page.Figure, error) {
	result := d.results[link.Example]
	kind, name := link.Fragment[0], ""
	if len(link.Fragment) > 1 {
		name = link.Fragment[1]
	}
	switch kind {
	case "data":
		data, err := render.Data(result.Example, name)
		return page.Figure{Data: &data}, err
	case "schema":
		schema, err := render.Schema(result.Example, name)
		return page.Figure{Schema: &schema}, err
	case "steps":
		step, err := render.Step(result, name)
		return page.Figure{Step: &step}, err
	}
	cost, err := render.Cost([]*example.Result{result}, name)
	return page.Figure{Cost: &cost}, err
}

// comparison draws one table for the models of a list.
func (d *drawer) comparison(drawing *page.Drawing, block guide.Block, letters map[string]string) diag.List {
	var messages diag.List
	var results []*example.Result
	answers := ""
	for _, link := range block.Figures {
		results = append(results, d.results[link.Example])
		drawing.Letters = append(drawing.Letters, letters[link.Example])
		if len(link.Fragment) > 1 {
			answers = link.Fragment[1]
		}
	}
	cost, err := render.Cost(results, answers)
	if err != nil {
		messages.Errorf(block.Pos, "%v", err)
	}
	drawing.Cost = &cost
	return messages
}

func (d *drawer) code(block guide.CodeBlock) (figure.Code, diag.List) {
	key := guide.CodeBlock{Language: block.Language, Text: block.Text}
	if code, ok := d.codes[key]; ok {
		return code, nil
	}
	code, err := highlight.Code(block.Language, block.Text)
	if err != nil {
		return code, diag.List{codeMessage(block, err)}
	}
	d.codes[key] = code
	return code, nil
}

// codeMessage points into the code, or at the language that is not known.
func codeMessage(block guide.CodeBlock, err error) diag.Message {
	m := diag.Message{Pos: block.Pos, Text: err.Error()}
	var unknown *highlight.UnknownLanguage
	var syntax *highlight.SyntaxError
	switch {
	case errors.As(err, &unknown):
		m.Hint = cmp.Or(diag.DidYouMean(unknown.Name, highlight.Languages()), "known are "+strings.Join(highlight.Languages(), ", "))
	case errors.As(err, &syntax):
		m.Line, m.Col = block.Pos.Line+syntax.Line-1, syntax.Col
	}
	return m
}
