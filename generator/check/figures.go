package check

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/formula"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// Figures are the named figures of a page, calculated from what was measured.
type Figures struct {
	guide    *guide.Guide // the original page
	results  map[string]*example.Result
	further  map[string]any
	weighed  Conclusions        // what functions about runs take their numbers from
	values   map[string]float64 // by name, of figures that are right
	done     map[string]bool    // those that were calculated, right or wrong
	stack    []string           // those that are being calculated, the outermost first
	messages diag.List
}

// NewFigures calculates the named figures of an original page. Besides measures,
// collections and each other they may use what the page concludes from: its workload,
// flips, and the work of one run. A message points at the place in the expression that is
// wrong; a figure that nothing uses is a mistake too.
func NewFigures(g *guide.Guide, results map[string]*example.Result, weighed Conclusions) (*Figures, diag.List) {
	further := weighed.values()
	f := &Figures{guide: g, results: results, further: further, weighed: weighed, values: map[string]float64{}, done: map[string]bool{}}
	for _, figure := range g.Meta.Figures {
		if _, taken := further[figure.Name]; taken {
			f.fail(&figure, figure.Name+" has a meaning in expressions already", "choose another name")
		}
		_, _ = f.calculate(figure.Name) // its mistakes are among the messages
	}
	var used []string // also by a figure that can't be calculated
	for _, figure := range g.Meta.Figures {
		names, _ := formula.Parts(figure.Expression.Text, f.names().Functions)
		used = append(used, names...)
	}
	for _, figure := range g.Meta.Figures {
		if !slices.Contains(used, figure.Name) && !f.isLinked(figure.Name) {
			f.fail(&figure, "nothing uses the figure "+figure.Name, "link a number to #figure/"+figure.Name+", or delete it")
		}
	}
	return f, f.messages
}

// FigureExamples returns the names of examples, among all that exist, that the figures
// of a page are calculated from.
func FigureExamples(meta *guide.Meta, exists func(name string) bool) []string {
	f := &Figures{guide: &guide.Guide{Page: guide.Page{Meta: *meta}}}
	var names []string
	for _, figure := range meta.Figures {
		_, texts := formula.Parts(figure.Expression.Text, f.names().Functions)
		for _, text := range texts {
			if exists(text) && !slices.Contains(names, text) {
				names = append(names, text)
			}
		}
	}
	return names
}

// isLinked reports whether the text of the page links to a figure.
func (f *Figures) isLinked(name string) bool {
	for i := range f.guide.Blocks {
		for _, part := range f.guide.Blocks[i].Drawn() {
			if part.Number != nil && part.Number.Target.Kind == "figure" && part.Number.Target.Name == name {
				return true
			}
		}
	}
	return false
}

// fail reports a mistake at the name of a figure.
func (f *Figures) fail(figure *guide.NamedFigure, text, hint string) {
	f.messages.Add(diag.Message{Pos: figure.Pos, Text: text, Hint: hint, Source: figureLine(figure, figure.Pos)})
}

// figureLine returns the line of the front matter that pos points into, if the figure
// has a part of its expression there.
func figureLine(figure *guide.NamedFigure, pos diag.Pos) string {
	for _, line := range figure.Expression.Lines {
		if line.Pos.Line == pos.Line {
			return line.Source
		}
	}
	return ""
}

// calculate returns the value of a figure, and reports its mistakes the first time.
func (f *Figures) calculate(name string) (float64, error) {
	if i := slices.Index(f.stack, name); i >= 0 {
		return 0, &formula.Wrong{Text: "the figure " + name + " needs itself: " + strings.Join(append(slices.Clone(f.stack[i:]), name), ", "), Hint: "take one of them out of the circle"}
	}
	if f.done[name] {
		value, ok := f.values[name]
		if !ok {
			return 0, formula.ErrReported
		}
		return value, nil
	}
	expression := &f.guide.Meta.Figure(name).Expression
	f.stack = append(f.stack, name)
	value, err := formula.Calculate(expression.Text, f.names())
	f.stack = f.stack[:len(f.stack)-1]
	f.done[name] = true
	var wrong *formula.Wrong
	switch {
	case errors.As(err, &wrong):
		pos, source := expression.At(wrong.Offset)
		f.messages.Add(diag.Message{Pos: pos, Text: wrong.Text, Hint: wrong.Hint, Source: source})
		return 0, formula.ErrReported
	case err == nil:
		f.values[name] = value
	}
	return value, err
}

// names are the names that expressions may use.
func (f *Figures) names() formula.Names {
	names := formula.Names{Values: map[string]any{}, Functions: map[string]formula.Function{}}
	for _, figure := range f.guide.Meta.Figures {
		names.Values[figure.Name] = func() (float64, error) { return f.calculate(figure.Name) }
	}
	maps.Copy(names.Values, f.further)
	function := func(name, signature string, optional int, fields func(t *guide.Target) []any) {
		names.Functions[name] = formula.Function{Usage: name + signature, Call: func(arguments []any) (float64, error) {
			var t guide.Target
			into := fields(&t)
			if err := formula.Arguments(name+signature, arguments, optional, into...); err != nil {
				return 0, err
			}
			return f.measured(&t, into)
		}}
	}
	for _, measure := range example.Measures {
		function(measure, `("example", "question or step"[, size])`, 1, func(t *guide.Target) []any {
			t.Kind, t.Measure = "cost", measure
			return []any{&t.Example, &t.Subject, &t.Size}
		})
	}
	for _, measure := range example.FootprintMeasures {
		function(measure, `("example"[, size])`, 1, func(t *guide.Target) []any {
			t.Kind, t.ModelMeasure = "model", measure
			return []any{&t.Example, &t.Size}
		})
	}
	function("count", `("example", "collection")`, 0, func(t *guide.Target) []any {
		t.Kind = "count"
		return []any{&t.Example, &t.Collection}
	})
	function("size", `("example", "collection", index)`, 0, func(t *guide.Target) []any {
		t.Kind = "size"
		return []any{&t.Example, &t.Collection, &t.Index}
	})
	names.Functions["rounded"] = formula.Function{Usage: "rounded(number)", Call: func(arguments []any) (float64, error) {
		var number float64
		if err := formula.Arguments("rounded(number)", arguments, 0, &number); err != nil {
			return 0, err
		}
		return weigh.Rounded(number), nil
	}}
	for name := range runFunctions {
		usage := name + `("model", "question"[, size])`
		names.Functions[name] = formula.Function{Usage: usage, Call: func(arguments []any) (float64, error) {
			var model, question string
			var size int
			if err := formula.Arguments(usage, arguments, 1, &model, &question, &size); err != nil {
				return 0, err
			}
			return f.weighed.ofRun(name, model, question, size)
		}}
	}
	for name, value := range dayAndPeak {
		usage := name + `("model")`
		names.Functions[name] = formula.Function{Usage: usage, Call: func(arguments []any) (float64, error) {
			var model string
			if err := formula.Arguments(usage, arguments, 0, &model); err != nil {
				return 0, err
			}
			w, m, err := f.weighed.weighed(model)
			if err != nil {
				return 0, err
			}
			return value(w, m), nil
		}}
	}
	return names
}

// measured returns the number that a link with this target has. The arguments of the
// function have set the fields of the target that they point to.
func (f *Figures) measured(t *guide.Target, arguments []any) (float64, error) {
	c := &checker{guide: f.guide, results: f.results}
	var value float64
	var wrong any // the field that is wrong
	isKnown := false
	switch r := c.result(diag.Pos{}, t.Example); {
	case r == nil:
		wrong = &t.Example
	case !c.collection(diag.Pos{}, r.Example, guide.Target{Collection: t.Collection}):
		wrong = &t.Collection
	case !c.collection(diag.Pos{}, r.Example, *t):
		wrong = &t.Index
	case !c.subject(diag.Pos{}, r.Example, t.Subject):
		wrong = &t.Subject
	case !c.atSize(diag.Pos{}, r.Example, t.Size):
		wrong = &t.Size
	default:
		value, isKnown = c.measuredValue(&guide.Number{Target: *t})
	}
	switch {
	case isKnown:
		return value, nil
	case len(c.list) == 0:
		return 0, formula.ErrReported // the example failed, or can't be read
	}
	return 0, &formula.Wrong{Text: c.list[0].Text, Hint: c.list[0].Hint, Argument: slices.Index(arguments, wrong) + 1}
}

// figure returns the value of a named figure.
func (c *checker) figure(n *guide.Number, _ *example.Result) (float64, bool) {
	name := n.Target.Name
	figures := c.conclusions.Figures
	if !figures.done[name] {
		hint := "write its expression under figures in the front matter"
		if known := slices.Sorted(maps.Keys(figures.done)); len(known) > 0 {
			hint = diag.Suggest(name, "figures", known)
		}
		c.missing(n.Pos, hint, "there is no figure %s", name)
		return 0, false
	}
	value, ok := figures.values[name]
	if value < 0 {
		c.missing(n.Pos, "turn the difference round in the front matter", "the figure %s is below zero: %s", name, c.typed(value, wanted(value)))
		return 0, false
	}
	return value, ok
}

// updatedBy returns an example for which "verify --update" corrects a number.
func (c *checker) updatedBy(t guide.Target) string {
	if t.Kind != "figure" {
		return t.Example
	}
	exists := func(name string) bool { return c.results[name] != nil }
	for _, name := range FigureExamples(&c.conclusions.Figures.guide.Meta, exists) {
		return name
	}
	return ""
}
