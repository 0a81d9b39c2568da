package parse

import (
	"fmt"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	themes "modelbook/generator/page"
	"modelbook/site"
)

// TestGolden runs the cases of testdata. Each is a file of three parts: the
// page, named as in the source folder; want.html, what becomes of it; and
// want.messages, what is told about it. To add a case, write the first part and
// run go test ./generator/parse -update.
func TestGolden(t *testing.T) {
	for _, c := range golden.Cases(t, "testdata/*.txtar") {
		t.Run(c.Name, func(t *testing.T) {
			html, messages := render(c.Given[0].Name, c.Given[0].Data)
			var got []txtar.File
			for _, part := range []txtar.File{{Name: "want.html", Data: []byte(html)}, {Name: "want.messages", Data: []byte(messages)}} {
				if len(part.Data) > 0 {
					got = append(got, part)
				}
			}
			c.Compare(t, got...)
		})
	}
}

var theme = sync.OnceValue(func() *themes.Theme {
	theme, err := themes.Load(site.Theme(), []string{"en", "it", "ru", "pt-BR", "bg", "zh-CN"})
	if err != nil {
		panic(err)
	}
	return theme
})

func rules(lang string) Rules {
	return Rules{Locale: theme().Locale(lang), Patterns: []guide.Pattern{
		{Fragment: "data/<collection>", Place: guide.Alone},
		{Fragment: "steps/<id>", Place: guide.Alone},
		{Fragment: "cost", Place: guide.Alone | guide.InList},
		{Fragment: "orders", Place: guide.Alone | guide.InList},
		{Fragment: "orders/<orders>", Place: guide.InText},
		{Fragment: "cost/<answers>", Place: guide.Alone | guide.InList},
		{Fragment: "cost/<answers>/<size>", Place: guide.InList},
		{Fragment: "rank/<measure>", Place: guide.InList},
		{Fragment: "model", Place: guide.Alone | guide.InCard},
		{Fragment: "model/<size>", Place: guide.InCard},
		{Fragment: "tree/<step or answers>", Place: guide.InCard},
		{Fragment: "tree/<step or answers>/<size>", Place: guide.InCard},
		{Fragment: "size/<collection>/<index>", Place: guide.InText},
		{Fragment: "count/<collection>", Place: guide.InText},
		{Fragment: "cost/<step or answers>/<measure>", Place: guide.InText},
		{Fragment: "cost/<step or answers>/<measure>/<size>", Place: guide.InText},
		{Fragment: "model/<model measure>", Place: guide.InText},
		{Fragment: "figure/<name>", Place: guide.InText, IsOfPage: true},
		{Fragment: "workload/<rate>", Place: guide.InText, IsOfPage: true},
		{Fragment: "workload/<rate>/<end>", Place: guide.InText, IsOfPage: true},
		{Fragment: "flip/<rate>", Place: guide.InText, IsOfPage: true},
		{Fragment: "flip/<rate>/<end>", Place: guide.InText, IsOfPage: true},
		{Fragment: "question/<rate>", Place: guide.InText, IsOfPage: true},
		{Fragment: "verdict/<outcome>", Place: guide.InText},
		{Fragment: "verdict/<outcome>", Place: guide.InText, IsOfPage: true},
		{Fragment: "verdict/<outcome>/<answers>/<measure>", Place: guide.InText},
		{Fragment: "weigh", Place: guide.InList},
		{Fragment: "model/<model measure>/<size>", Place: guide.InText},
		{Fragment: "ratio/<measure>/<answers>/<example>", Place: guide.InText},
	}, List: "generator/memdb/support/list.md"}
}

// render reads a page and prints what became of it.
func render(file string, content []byte) (html, messages string) {
	text := diag.NewText(file, content)
	name := guide.Page{File: file, Lang: path.Base(path.Dir(file)), Slug: strings.TrimSuffix(path.Base(file), ".md")}
	name.IsTranslation = name.Lang != "en"
	var list diag.List
	if strings.HasPrefix(string(content), "---") {
		name.Meta, list = Meta(name.Slug, text, theme().Locale(name.Lang).Typography())
	}
	g, more := Guide(name, text, rules(name.Lang))
	list = append(list, more...)
	if !list.Failed() {
		html = printGuide(g)
	}
	var all strings.Builder
	for _, m := range list.Sorted() {
		fmt.Fprintf(&all, "%d:%d: %s\n", m.Line, m.Col, m.Text)
		if m.Hint != "" {
			fmt.Fprintf(&all, "\thint: %s\n", m.Hint)
		}
	}
	return html, all.String()
}

var kinds = [...]string{"paragraph", "heading", "list", "code", "table", "quote", "alert", "rule", "footnotes", "example", "comparison", "coverage"}

func printGuide(g guide.Guide) string {
	var b strings.Builder
	for _, block := range g.Blocks {
		fmt.Fprintf(&b, "=== %d:%d %s", block.Pos.Line, block.Pos.Col, kinds[block.Kind])
		if block.Section != "" {
			fmt.Fprintf(&b, " in %s", block.Section)
		}
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat(" "+block.Alert, min(1, len(block.Alert))), printRemarks(block.Remarks))
		if block.Heading != nil {
			fmt.Fprintf(&b, "%d %s: %s\n", block.Heading.Level, block.Heading.ID, block.Heading.HTML)
		}
		for _, part := range block.Parts {
			printPart(&b, part)
		}
		if block.Topic != nil {
			fmt.Fprintf(&b, "[topic %s: %s]\n", block.Topic.ID, block.Topic.Caption)
		}
		for _, figure := range block.Figures {
			fmt.Fprintf(&b, "[figure%s: %s]%s\n", printTarget(figure.Target), figure.Caption, printRemarks(figure.Remarks))
		}
		for _, note := range block.Notes {
			fmt.Fprintf(&b, "%d:%d note %s%s\n", note.Pos.Line, note.Pos.Col, note.Name, printRemarks(note.Remarks))
			for _, part := range note.Parts {
				printPart(&b, part)
			}
		}
	}
	for _, link := range g.Links {
		fmt.Fprintf(&b, "=== %d:%d link to page %q heading %q: %s\n", link.Pos.Line, link.Pos.Col, link.Slug, link.Fragment, link.Text)
	}
	return strings.NewReplacer("\u00a0", "[nbsp]", locale.WordJoiner, "[wj]").Replace(b.String())
}

// printRemarks prints what is set.
func printRemarks(r guide.Remarks) string {
	var b strings.Builder
	if r.Extra {
		b.WriteString(", one more")
	}
	if r.Todo != "" {
		fmt.Fprintf(&b, ", translate %s", r.Todo)
	}
	if r.Obsolete {
		b.WriteString(", obsolete")
	}
	for _, w := range r.Waivers {
		fmt.Fprintf(&b, ", lint %s (%d:%d): %s", w.Rule, w.Pos.Line, w.Pos.Col, w.Reason)
	}
	return b.String()
}

// printTarget prints the fields that are set.
func printTarget(t guide.Target) string {
	var b strings.Builder
	for _, field := range []string{t.Kind, t.Example, t.Collection, t.Step, t.Question, t.Subject, t.Measure, t.Other} {
		if field != "" {
			b.WriteString(" " + field)
		}
	}
	if t.Kind == "size" {
		fmt.Fprintf(&b, " %d", t.Index)
	}
	return b.String()
}

func printPart(b *strings.Builder, part guide.Part) {
	switch {
	case part.Code != nil:
		fmt.Fprintf(b, "[code %s]\n%s[end]\n", part.Code.Language, part.Code.Text)
	case part.Tile != nil:
		fmt.Fprintf(b, "[tile %s#%s]", part.Tile.Slug, part.Tile.Fragment)
	case part.Figure != nil:
		fmt.Fprintf(b, "[figure%s: %s]", printTarget(part.Figure.Target), part.Figure.Caption)
	case part.Number != nil:
		fmt.Fprintf(b, "[number%s: %s]", printTarget(part.Number.Target), part.Number.Text)
	case part.Note != nil && part.Note.Back:
		fmt.Fprintf(b, "[back from note %s]", part.Note.Name)
	case part.Note != nil:
		fmt.Fprintf(b, "[note %s]", part.Note.Name)
	case part.Image != nil:
		fmt.Fprintf(b, "[image %s alone=%t: %s | %s]", part.Image.File, part.Image.Alone, part.Image.Alt, part.Image.Caption)
	default:
		b.WriteString(part.HTML)
	}
}
