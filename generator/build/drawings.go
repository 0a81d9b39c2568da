package build

import (
	"errors"
	"fmt"
	"slices"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/highlight"
	"modelbook/generator/page"
	"modelbook/generator/render"
	"modelbook/generator/weigh"
)

// drawer makes the figures of one guide. Its translations show the same ones
// and share them.
type drawer struct {
	results    map[string]*example.Result
	concluded  check.Conclusions
	costs      weigh.CostModel
	figures    map[drawnKey]figure.Figure
	codes      map[guide.CodeBlock]figure.Code
	choices    map[string]*render.Choice      // by the example and the links of a block
	strips     map[string]*figure.TouchStrips // by the models of cards
	weights    weights                        // of the guide that is drawn
	isReported bool                           // one language said that they are too many
	weighed    map[string]*weighedGuide       // to which a path leads, by its verdicts
	// play leads to where an example can be run, "" for nowhere.
	play func(figures []guide.Figure) string
	// miniature draws a model by the name of its example, if there is one.
	miniature func(name string) []figure.Picture
	// scripts returns an example's scripts for readers of a language.
	scripts func(name, lang string) []page.Script
}

// drawings replace the blocks' code and figure links. names are the examples of
// each.
type drawings struct {
	page  []page.Drawing
	names [][]string
}

// drawing is that of one block.
type drawing struct {
	*page.Drawing
	names []string
}

func newDrawer(s *Site, concluded check.Conclusions) *drawer {
	return &drawer{results: s.verified.Results, concluded: concluded, costs: weigh.NewCostModel(s.source.settings.Weights), play: s.playHref, miniature: s.miniature, scripts: s.scripts, figures: map[drawnKey]figure.Figure{}, codes: map[guide.CodeBlock]figure.Code{}, choices: map[string]*render.Choice{}, strips: map[string]*figure.TouchStrips{}}
}

func (d *drawer) draw(g *guide.Guide) (drawings, diag.List) {
	var messages diag.List
	n := len(g.Blocks)
	all := drawings{make([]page.Drawing, n), make([][]string, n)}
	letters := g.Letters()
	d.weights = weights{}
	for i := range g.Blocks {
		one := drawing{Drawing: &all.page[i]}
		messages = append(messages, d.block(&one, &g.Blocks[i], letters)...)
		if g.Blocks[i].Kind == guide.Example {
			one.Scripts = d.scripts(g.Blocks[i].Figures[0].Target.Example, g.Lang)
		}
		all.names[i] = one.names
	}
	d.path(g, all.page)
	if !d.isReported {
		tooMany := d.weights.messages()
		messages, d.isReported = append(messages, tooMany...), tooMany != nil
	}
	return all, messages
}

// mostModels are how many models a tile draws.
const mostModels = 3

// path draws for each answer of a path the models to which it leads, and the model of
// each verdict.
func (d *drawer) path(g *guide.Guide, drawn []page.Drawing) {
	path := g.DecisionPath()
	if path == nil {
		return
	}
	for _, stop := range path.Stops {
		if stop.Figures != nil && stop.IsVerdict() {
			target := stop.Figures[0].Target
			drawn[stop.First].Models = [][]figure.Picture{d.miniature(target.Example)}
			drawn[stop.First].Play = d.play([]guide.Figure{{Target: target}})
			if weighed := d.weighed[stop.ID]; weighed != nil {
				drawn[stop.First].Conclusion = weighed.conclusion(target.Example, g.Lang, modelsOf(weighed.concluded, d.costs))
			}
		}
		for i := stop.First; i < stop.End; i++ {
			for _, part := range g.Blocks[i].Parts {
				if part.Tile != nil {
					drawn[i].Models = append(drawn[i].Models, d.leadsTo(path, part.Tile))
				}
			}
		}
	}
}

// leadsTo draws the models to which a tile leads.
func (d *drawer) leadsTo(path *guide.DecisionPath, tile *guide.Tile) []figure.Picture {
	var drawn []figure.Picture
	if tile.Slug == "" {
		for _, name := range path.Models(tile.Fragment) {
			drawn = append(drawn, d.miniature(name)...)
		}
	}
	return drawn[:min(len(drawn), mostModels)]
}

func (d *drawer) block(drawing *drawing, block *guide.Block, letters map[string]string) diag.List {
	var messages diag.List
	for _, part := range block.Drawn() {
		if part.Code != nil {
			code, found := d.code(*part.Code)
			messages = append(messages, found...)
			drawing.Codes = append(drawing.Codes, code)
			drawing.names = append(drawing.names, code.Names()...)
		}
	}
	switch block.Kind {
	case guide.Example:
		messages = append(messages, d.example(drawing, block, letters)...)
	case guide.Comparison:
		messages = append(messages, d.comparison(drawing, block, letters)...)
	case guide.List:
		messages = append(messages, d.cards(drawing, block, letters)...)
	case guide.Coverage:
		drawing.Coverage = coverage(block.Topic.ID)
		drawing.names = drawing.Coverage.Names()
	}
	return messages
}

// example draws the figures that a block of links into one example shows.
func (d *drawer) example(drawing *drawing, block *guide.Block, letters map[string]string) diag.List {
	var messages diag.List
	name := block.Figures[0].Target.Example
	drawing.State, drawing.Needs, drawing.Record = stateOf(d.results[name]), needsOf(d.results[name]), recordOf(d.results[name])
	drawing.Play = d.play(block.Figures)
	if letter := letters[name]; letter != "" {
		drawing.Letters = []string{letter}
	}
	of := d.models([]*example.Result{d.results[name]}, nil)
	var beside string
	of.Choice, beside, messages = d.choice(of.Results[0], block.Figures)
	for _, link := range block.Figures {
		messages = append(messages, d.figure(drawing, link, drawnKey{link.Target, name + " ", beside}, of)...)
	}
	return messages
}

// choice chooses the documents that a block of links into one example shows, and
// returns the links that decided. It reports, once for all translations, the steps
// whose documents are not among them.
func (d *drawer) choice(r *example.Result, links []guide.Figure) (c *render.Choice, beside string, messages diag.List) {
	var targets []guide.Target
	for _, link := range links {
		targets = append(targets, link.Target)
		beside += link.Target.Kind + "/" + link.Target.Collection + link.Target.Step + " "
	}
	key := r.Example.Name + " " + beside
	if c = d.choices[key]; c != nil {
		return c, beside, nil
	}
	c = render.Choose(r, targets)
	d.choices[key] = c
	for _, apart := range c.Apart() {
		i := slices.IndexFunc(links, func(f guide.Figure) bool { return f.Target.Kind == "steps" && f.Target.Step == apart.Step })
		messages.Add(diag.Message{
			Pos:  links[i].Pos,
			Text: fmt.Sprintf("the step %s touches no document that is shown beside it, but %s %s", apart.Step, apart.Collection, apart.ID),
			Hint: fmt.Sprintf("%d generated documents of a collection are shown; let the step touch one that another step of the block touches, or write a sentence before it, which begins a new block", render.ShownGenerated),
		})
	}
	return c, beside, messages
}

// comparison draws one figure for the models of a list.
func (d *drawer) comparison(drawing *drawing, block *guide.Block, letters map[string]string) diag.List {
	var results []*example.Result
	var sketched []string
	for _, link := range block.Figures {
		drawing.Letters = append(drawing.Letters, letters[link.Target.Column()])
		if link.Target.Model != "" {
			sketched = append(sketched, link.Target.Model)
			continue
		}
		results = append(results, d.results[link.Target.Example])
	}
	return d.compared(drawing, block.Figures[0], results, sketched...)
}

// cards draws the models that the items of a list begin with.
func (d *drawer) cards(drawing *drawing, block *guide.Block, letters map[string]string) diag.List {
	var messages diag.List
	var listed []*example.Result
	var names string
	for _, link := range block.Shown() {
		listed, names = append(listed, d.results[link.Target.Example]), names+link.Target.Example+" "
	}
	for i, link := range block.Shown() {
		drawing.Letters = append(drawing.Letters, letters[link.Target.Example])
		of := d.models(listed[i:i+1], nil)
		of.Listed = listed
		messages = append(messages, d.figure(drawing, link, drawnKey{link.Target, listed[i].Example.Name + " ", names}, of)...)
	}
	of := d.models(nil, nil)
	of.Listed = listed
	if _, known := d.strips[names]; !known {
		d.strips[names] = render.TouchStripsOf(of)
	}
	drawing.Touched = d.strips[names]
	return messages
}

// compared adds the target of a link for the models of a list.
func (d *drawer) compared(drawing *drawing, link guide.Figure, results []*example.Result, sketched ...string) diag.List {
	key := drawnKey{target: link.Target}
	for _, r := range results {
		key.models += r.Example.Name + " "
	}
	return d.figure(drawing, link, key, d.models(results, sketched))
}

// figure adds the target of a link, which is drawn and reported once for all
// translations.
func (d *drawer) figure(drawing *drawing, link guide.Figure, key drawnKey, of render.Models) diag.List {
	drawn, known := d.figures[key]
	var messages diag.List
	switch {
	case known:
	case d.weights.drawn > maxFigures:
		return nil // reported at the end of the page
	default:
		var err error
		if drawn, err = render.Draw(of, link.Target); err != nil {
			messages.Errorf(link.Pos, "%v", err)
		}
		d.figures[key] = drawn
		d.weights.drawn += drawn.Size()
	}
	d.weights.add(key, link, drawn.Size())
	drawing.Figures = append(drawing.Figures, drawn)
	drawing.names = append(drawing.names, drawn.Names...)
	return messages
}

// models are examples with what the page concludes of them, or those of a sketch.
func (d *drawer) models(results []*example.Result, sketched []string) render.Models {
	of := modelsOf(d.concluded, d.costs)
	of.Results, of.Sketched = results, sketched
	return of
}

func modelsOf(c check.Conclusions, costs weigh.CostModel) render.Models {
	return render.Models{Costs: costs, Workload: c.Workload, Weighing: c.Weighing, BySize: c.BySize, Size: c.Size}
}

// drawnKey distinguishes the figure of an example from that of a list which
// begins with it.
type drawnKey struct {
	target guide.Target
	models string
	beside string // the links or models of its block, which decide what is shown
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
		m.Hint = diag.Suggest(unknown.Name, "languages", highlight.Languages())
	case errors.As(err, &syntax):
		m.Line, m.Col = block.Pos.Line+syntax.Line-1, syntax.Col
	}
	return m
}
