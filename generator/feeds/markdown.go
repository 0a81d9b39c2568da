package feeds

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// Words are those that Markdown needs of a page's language.
type Words struct {
	Error       string
	Measure     string
	Measures    map[string]string // by name
	NotMeasured string
	Treatments  map[string]string // by figure.Treatment
}

// Copy is a page as Markdown: what its author wrote, with figures as code in
// the place of the links that name them.
type Copy struct {
	Guide    *guide.Guide
	Figures  [][]Figure         // of each block
	Coverage []*figure.Coverage // of each block, nil for those that show none
	Words    Words
}

// Write writes the copy. Its links to other pages lead to their copies.
func (c Copy) Write(w io.Writer) error {
	m := copies.Get().(*markdown)
	defer copies.Put(m)
	m.Reset()
	m.words = c.Words
	m.line("# " + c.Guide.Meta.Title)
	if c.Guide.Meta.Description != "" {
		m.line("> " + c.Guide.Meta.Description)
	}
	for i := range c.Guide.Blocks {
		m.block(&c.Guide.Blocks[i], c.Figures[i], c.Coverage[i])
	}
	_, err := w.Write(m.Bytes())
	return err
}

// Figure is a figure in Markdown. captions are the texts of the links that it
// stands for.
type Figure func(m *markdown, captions []string)

// copies are as long as pages, and would be much of a build's garbage.
var copies = sync.Pool{New: func() any { return new(markdown) }}

// markdown collects blocks, each with an empty line before it but the first.
type markdown struct {
	bytes.Buffer
	words Words
}

func (m *markdown) line(text string) {
	if m.Len() > 0 {
		m.WriteByte('\n')
	}
	m.WriteString(text)
	m.WriteByte('\n')
}

func (m *markdown) block(block *guide.Block, figures []Figure, coverage *figure.Coverage) {
	switch {
	case block.Kind == guide.Example:
		for i, caption := range linkTexts(block.Source) {
			if i < len(figures) {
				figures[i](m, []string{caption})
			}
		}
	case block.Kind == guide.Comparison && len(figures) > 0:
		lead, list, _ := strings.Cut(block.Source, "\n\n")
		m.line(withoutNumbers(lead))
		figures[0](m, linkTexts(list))
	case coverage != nil:
		m.coverage(coverage)
	default:
		m.line(withoutNumbers(block.Source))
	}
}

// examples begins the target of a link into an example.
const examples = "](../../examples/"

// linkTexts gives the texts of the links into examples, in order.
func linkTexts(source string) []string {
	var texts []string
	for {
		before, after, found := strings.Cut(source, examples)
		if !found {
			return texts
		}
		texts = append(texts, before[linkStart(before)+1:])
		_, source, _ = strings.Cut(after, ")")
	}
}

// linkStart gives the bracket that opens the link whose text ends a text.
func linkStart(before string) int {
	open := 1
	for i := len(before) - 1; i >= 0; i-- {
		switch {
		case i > 0 && before[i-1] == '\\':
		case before[i] == ']':
			open++
		case before[i] == '[':
			open--
		}
		if open == 0 {
			return i
		}
	}
	return -1
}

// withoutNumbers leaves of each link to a number of an example its text.
func withoutNumbers(source string) string {
	before, after, found := strings.Cut(source, examples)
	if !found {
		return source
	}
	var b strings.Builder
	for found {
		start := max(linkStart(before), 0)
		b.WriteString(before[:start])
		b.WriteString(before[start+1:])
		_, source, _ = strings.Cut(after, ")")
		before, after, found = strings.Cut(source, examples)
	}
	b.WriteString(source)
	return b.String()
}

// Data is the documents that a page shows of a collection.
func Data(data figure.Data) Figure {
	var code strings.Builder
	for _, document := range data.Documents {
		writeBox(&code, document, "")
	}
	if more := data.Total - len(data.Documents); more > 0 {
		code.WriteString("// + " + strconv.Itoa(more) + "\n")
	}
	return func(m *markdown, captions []string) {
		m.line(captions[0] + " (`" + data.Collection + "`)")
		m.code(code.String())
	}
}

// writeBox writes a document as code, what is inside farther to the right.
func writeBox(code *strings.Builder, box *figure.Box, indent string) {
	for _, row := range box.Rows {
		before := strings.TrimRight(figure.Line{Tokens: row.Before}.Text(), " ")
		if before != "" {
			code.WriteString(indent + before + "\n")
		}
		if row.Inside != nil {
			writeBox(code, row.Inside, indent+"    ")
		}
		if after := (figure.Line{Tokens: row.After}).Text(); after != "" {
			code.WriteString(indent + after + "\n")
		}
		if row.More > 0 {
			code.WriteString(indent + "// + " + strconv.Itoa(row.More) + "\n")
		}
	}
}

// Schema is a collection's validator and its indexes.
func Schema(schema figure.Schema) Figure {
	return func(m *markdown, captions []string) {
		m.line(captions[0] + " (`" + schema.Collection + "`)")
		m.code(schema.Validator.Text())
		for _, index := range schema.Indexes {
			m.code(index.Text())
		}
	}
}

// Step is an operation and what came back.
func Step(step figure.Step) Figure {
	return func(m *markdown, captions []string) {
		m.line(captions[0])
		m.code(step.Operations[0].Text())
		if step.Result.ErrorCode != 0 || step.Result.ErrorName != "" {
			m.line("✕ " + m.words.Error + " " + errorOf(step.Result))
		}
		m.code(step.Result.Code.Text())
	}
}

// Model is a model as a list of its collections and their fields.
func Model(model figure.Model) Figure {
	return func(m *markdown, captions []string) {
		m.line(captions[0])
		var list strings.Builder
		writeFields(&list, model.Collections, "")
		m.line(strings.TrimSuffix(list.String(), "\n"))
	}
}

func writeFields(list *strings.Builder, fields []figure.ModelField, indent string) {
	for _, f := range fields {
		list.WriteString(indent + "- `" + f.Name + "`")
		if f.RefersTo != "" {
			list.WriteString(" → `" + f.RefersTo + "`")
		}
		list.WriteByte('\n')
		writeFields(list, f.Fields, indent+"  ")
	}
}

// Cost is the table of what models cost.
func Cost(cost figure.Cost) Figure {
	return func(m *markdown, captions []string) { m.cost(cost, captions) }
}

// Growth is the table of what was measured at the sizes.
func Growth(growth figure.Growth) Figure {
	return func(m *markdown, captions []string) { m.growth(growth, captions) }
}

// code writes a block of shell code, unless it is empty.
func (m *markdown) code(text string) {
	if text != "" {
		m.line("```js\n" + strings.TrimSuffix(text, "\n") + "\n```")
	}
}
