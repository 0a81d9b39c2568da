package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

const examplePath = "../../examples/"

// form is the shape of a fragment that points into an example.
type form struct {
	name   string // as an author reads it
	parts  int
	number bool // stands in a sentence; else it is a figure
}

// forms holds what a link into an example may point at.
var forms = []form{
	{"data/<collection>", 2, false},
	{"schema/<collection>", 2, false},
	{"steps/<id>", 2, false},
	{"cost", 1, false},
	{"cost/<answers>", 2, false},
	{"size/<collection>/<index>", 3, true},
	{"cost/<step or answers>/<measure>", 3, true},
	{"count/<collection>", 2, true},
	{"ratio/<measure>/<answers>/<example>", 4, true},
}

// target is what a link into an example points at.
type target struct {
	example  string
	fragment []string
	number   bool
}

func isExampleLink(destination []byte) bool {
	return strings.HasPrefix(string(destination), examplePath)
}

// parseTarget reads a destination that begins with examplePath. What is wrong
// with it comes back as text and hint.
func parseTarget(destination string) (t target, text, hint string) {
	file, fragment, _ := strings.Cut(strings.TrimPrefix(destination, examplePath), "#")
	name, isJSON := strings.CutSuffix(file, ".json")
	t.example, t.fragment = name, strings.Split(fragment, "/")
	switch {
	case !isJSON || !isID(name):
		return t, fmt.Sprintf("%s is not the file of an example", destination), "a link to an example is " + examplePath + "<name>.json#…"
	case fragment == "":
		return t, "the link does not say what to show of the example", "add one of " + formNames(forms)
	case slices.Contains(t.fragment, ""):
		return t, fmt.Sprintf("#%s is not whole", fragment), "write one of " + formNames(forms)
	}
	i := slices.IndexFunc(forms, func(f form) bool { return f.parts == len(t.fragment) && f.kind() == t.fragment[0] })
	if i >= 0 {
		t.number = forms[i].number
		return t, "", ""
	}
	near := formsOf(t.fragment[0])
	if len(near) == 0 {
		return t, fmt.Sprintf("#%s is not a kind of figure or number", fragment), nearestForm(t.fragment[0])
	}
	return t, fmt.Sprintf("#%s has %d parts", fragment, len(t.fragment)), "write " + formNames(near)
}

// kind is the first part of a fragment.
func (f form) kind() string {
	kind, _, _ := strings.Cut(f.name, "/")
	return kind
}

func formsOf(kind string) []form {
	return slices.DeleteFunc(slices.Clone(forms), func(f form) bool { return f.kind() != kind })
}

func formNames(fs []form) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = "#" + f.name
	}
	return strings.Join(names, ", ")
}

func nearestForm(kind string) string {
	var kinds []string
	for _, f := range forms {
		kinds = append(kinds, f.kind())
	}
	if hint := diag.DidYouMean(kind, kinds); hint != "" {
		return hint
	}
	return "write one of " + formNames(forms)
}

// onlyLink gives the link that is all there is in n, or nil.
func onlyLink(n ast.Node) *ast.Link {
	link, ok := n.FirstChild().(*ast.Link)
	if !ok || link.NextSibling() != nil {
		return nil
	}
	return link
}

// figure makes a block of a paragraph that is one link into an example, or adds
// it to the block before.
func (p *page) figure(n ast.Node, link *ast.Link) {
	extra, first, offset := p.extra, p.last, start(n)
	b := p.newBlock(guide.Example, offset)
	figure, fixed := p.readFigure(link)
	b.Figures, b.Fixed = []guide.Figure{figure}, []guide.Fixed{fixed}
	blocks := p.guide.Blocks
	if last := len(blocks) - 1; last >= 0 && !extra && follows(blocks[last], figure) {
		before := &blocks[last]
		before.Figures = append(before.Figures, figure)
		before.Fixed = append(before.Fixed, fixed)
		before.Source, p.last = p.sourceFrom(first, offset), first
		return
	}
	p.guide.Blocks = append(blocks, b)
}

func follows(b guide.Block, f guide.Figure) bool {
	return b.Kind == guide.Example && b.Figures[0].Example == f.Example
}

func (p *page) readFigure(link *ast.Link) (guide.Figure, guide.Fixed) {
	destination := string(link.Destination)
	t, text, hint := parseTarget(destination)
	switch {
	case text != "":
		p.fail(link.Pos(), text, hint)
	case t.number:
		p.fail(link.Pos(), "a number stands inside a sentence", "put it into one")
	}
	w := p.writer()
	w.inlines(link)
	if len(w.buf) == 0 {
		p.fail(link.Pos(), "a figure without a caption", "the link's text is the caption")
	}
	w.noTitle(link)
	pos := p.pos(link.Pos())
	return guide.Figure{Example: t.example, Fragment: t.fragment, Caption: string(w.buf), Pos: pos},
		guide.Fixed{Kind: guide.FigureLink, Text: strings.TrimPrefix(destination, examplePath), Pos: pos}
}
