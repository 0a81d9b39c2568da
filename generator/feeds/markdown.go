package feeds

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"sync"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// Copy is a page as Markdown: the author's text, in which figures as code
// replace the links to them.
type Copy struct {
	Guide    *guide.Guide
	Figures  [][]figure.Figure  // of each block
	Letters  [][]string         // of each block, the letters of the models that it shows
	Coverage []*figure.Coverage // of each block, nil if it shows none
	Behind   map[int]string     // Markdown that stands behind a block
	// Say returns a phrase in the language of the page, for models with letters.
	Say func(phrase figure.Phrase, letters []string) string
}

// Write writes the copy. Its links to other pages lead to their copies.
func (c Copy) Write(w io.Writer) error {
	m := copies.Get().(*markdown)
	defer copies.Put(m)
	m.Reset()
	m.say = func(phrase figure.Phrase) string { return c.Say(phrase, m.letters) }
	m.line("# " + c.Guide.Meta.Title)
	if c.Guide.Meta.Description != "" {
		m.line("> " + c.Guide.Meta.Description)
	}
	for i := range c.Guide.Blocks {
		m.letters = c.Letters[i]
		m.block(&c.Guide.Blocks[i], c.Figures[i], c.Coverage[i])
		if behind := c.Behind[i]; behind != "" {
			m.line(behind)
		}
	}
	_, err := w.Write(m.Bytes())
	return err
}

// copies are as long as pages, and would be much of a build's garbage.
var copies = sync.Pool{New: func() any { return new(markdown) }}

// markdown collects blocks, each with an empty line before it but the first.
type markdown struct {
	bytes.Buffer
	say     func(figure.Phrase) string
	letters []string // of the block that is written
}

func (m *markdown) line(text string) {
	if m.Len() > 0 {
		m.WriteByte('\n')
	}
	m.WriteString(text)
	m.WriteByte('\n')
}

func (m *markdown) block(block *guide.Block, figures []figure.Figure, coverage *figure.Coverage) {
	switch {
	case block.Kind == guide.Example:
		for i, caption := range linkTexts(block.Source) {
			if i < len(figures) {
				m.figure(figures[i], []string{caption})
			}
		}
	case block.Kind == guide.Comparison && len(figures) > 0:
		lead, list, _ := strings.Cut(block.Source, "\n\n")
		m.line(withoutNumbers(lead))
		m.figure(figures[0], linkTexts(list))
	case coverage != nil:
		m.coverage(coverage)
	case block.Kind == guide.List && len(m.letters) > 0:
		m.line(m.lettered(withImages(withoutNumbers(block.Source), block), figures))
		m.trees(figures, block.Source)
	default:
		m.line(withImages(withoutNumbers(block.Source), block))
	}
}

// withImages corrects the addresses of a block's images, which are relative to
// the page of another language.
func withImages(source string, block *guide.Block) string {
	for _, image := range block.Images() {
		source = strings.ReplaceAll(source, "]("+image.Link, "](../"+guide.ImagePath(image.File))
	}
	return source
}

// linkTexts returns the texts of the links to figures, in order.
func linkTexts(source string) []string {
	var texts []string
	for {
		end := builtLink.FindStringIndex(source)
		if end == nil {
			return texts
		}
		before := source[:end[0]]
		texts = append(texts, before[linkStart(before)+1:])
		source = source[end[1]:]
	}
}

// linkStart returns the bracket that opens the link whose text ends a text.
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

// builtLink is the end of a link to what the build puts in its place: into an example,
// or to what the page itself has, whose fragment has several parts.
var builtLink = regexp.MustCompile(`\]\((?:\.\./\.\./examples/|#[^)/]*/)[^)]*\)`)

// withoutNumbers leaves of each link to a number its text.
func withoutNumbers(source string) string {
	var b strings.Builder
	for {
		end := builtLink.FindStringIndex(source)
		if end == nil {
			b.WriteString(source)
			return b.String()
		}
		before := source[:end[0]]
		start := max(linkStart(before), 0)
		b.WriteString(before[:start])
		b.WriteString(before[start+1:])
		source = source[end[1]:]
	}
}

// lettered inserts the letter of its model before each item of a list of cards, and
// what its drawing shows behind it.
func (m *markdown) lettered(list string, figures []figure.Figure) string {
	var text strings.Builder
	for i, item := range strings.Split(list, "\n- ") {
		if item = strings.TrimPrefix(item, "- "); i < len(m.letters) && m.letters[i] != "" {
			item = "**" + m.letters[i] + "** " + item
		}
		text.WriteString("- " + item + "\n")
		if i < len(figures) {
			m.writeDrawn(&text, figures[i])
		}
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// writeDrawn writes the list that says the same as the picture of a card.
func (m *markdown) writeDrawn(text *strings.Builder, card figure.Figure) {
	for _, pane := range card.Panes {
		for _, element := range pane.Elements {
			if list, ok := element.(figure.List); ok {
				figurePainter{m, nil}.items(text, list, "  ")
			}
		}
	}
}

// code writes a block of shell code, unless it is empty.
func (m *markdown) code(text string) {
	if text != "" {
		m.line("```js\n" + strings.TrimSuffix(text, "\n") + "\n```")
	}
}
