package check

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// orders reports the models of a guide whose clients are shown in no orders, if it has
// the section for them.
func (p *planned) orders(results map[string]*example.Result) {
	section := slices.IndexFunc(p.guide.Headings, func(h guide.Heading) bool { return h.ID == p.plan.Orders })
	if section < 0 {
		return
	}
	shown := p.ordered()
	for _, m := range p.guide.Models() {
		if shown[m.Letter] {
			continue
		}
		p.list.Add(diag.Message{
			Pos: p.guide.Headings[section].Pos, Source: sourceLine(p.guide, p.guide.Headings[section].Pos),
			Text: fmt.Sprintf("no orders of %s are shown, the model %s", m.Letter, m.Name),
			Hint: orderHint(m, results),
		})
	}
}

// orderHint says how to show the orders of a model, with the line to paste.
func orderHint(m guide.Model, results map[string]*example.Result) string {
	hint, name := `write an example with "explore" and show it`, m.Name+"-two-writers"
	for _, known := range slices.Sorted(maps.Keys(results)) {
		if of, ok := guide.ModelOf(known, []guide.Model{m}); ok && of == m && results[known] != nil && results[known].Example.Explore != nil {
			hint, name = "the example "+known+" has some: show them", known
			break
		}
	}
	return fmt.Sprintf("%s in a list: - [%s](../../examples/%s.json#orders)", hint, tag.ReplaceAllString(m.Caption, ""), name)
}

// ordered returns the letters of the models whose orders the guide shows: in a figure, or
// counted, in a text by the name of the example and in a table in the model's column.
func (p *planned) ordered() map[string]bool {
	shown, letters, models := map[string]bool{}, p.guide.Letters(), p.guide.Models()
	for i := range p.guide.Blocks {
		block := &p.guide.Blocks[i]
		for _, f := range block.Figures {
			if f.Target.Kind == "orders" {
				shown[letters[f.Target.Example]] = true
			}
		}
		columns := counted{}
		for _, part := range block.Parts {
			columns.read(part.HTML)
			if part.Number == nil || part.Number.Target.Kind != "orders" {
				continue
			}
			if m, ok := guide.ModelOf(part.Number.Target.Example, models); ok {
				shown[m.Letter] = true
			} else if block.Kind == guide.Table {
				shown[columns.letter()] = true
			}
		}
	}
	return shown
}

var (
	tag  = regexp.MustCompile(`<[^>]*>`)
	cell = regexp.MustCompile(`<(tr|td|th)[ >][^<]*`)
)

// counted follows the columns of a table through the HTML between its numbers.
type counted struct {
	heads  []string
	column int
}

func (c *counted) read(html string) {
	for _, found := range cell.FindAllStringSubmatch(html, -1) {
		_, text, _ := strings.Cut(found[0], ">")
		switch found[1] {
		case "tr":
			c.column = -1
		case "th":
			c.heads = append(c.heads, text)
			c.column++
		case "td":
			c.column++
		}
	}
}

// letter returns the head of the column, "" if it is none of the table's.
func (c *counted) letter() string {
	if c.column < 0 || c.column >= len(c.heads) {
		return ""
	}
	return c.heads[c.column]
}
