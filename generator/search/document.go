package search

import (
	"bytes"
	"html"
	"strings"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Document is the searchable text of a page.
type Document struct {
	Page     guide.Page
	Sections []Section // the first is the text before the first heading
	Sought   []string  // words with which readers may search for the page
	Glossary bool      // the page explains the terms of other pages
	// Original is the language of the text if it isn't that of the page, which
	// has no translation.
	Original string
}

// Section is a heading with the text under it.
type Section struct {
	ID      string // "" for the first
	Heading string // plain
	Text    string // plain, a line for each block
	// Names are the operators, commands and errors that figures show and the
	// text need not mention.
	Names []string
}

// Untranslated returns what the search of a language without a translation
// shows of a page: its beginning.
func (d Document) Untranslated(lang string) Document {
	d.Original, d.Page.Lang = d.Page.Lang, lang
	d.Sections = []Section{{Text: d.Page.Meta.Description}}
	return d
}

// NewDocument makes a document of a page. names returns the names in the
// figures and the code of a block, by its index; it may be nil.
func NewDocument(g *guide.Guide, names func(block int) []string) Document {
	d := Document{Page: g.Page, Sections: make([]Section, 1, 1+len(g.Headings))}
	text := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(text)
	text.Reset()
	end := func() {
		d.Sections[len(d.Sections)-1].Text = string(bytes.TrimSpace(text.Bytes()))
		text.Reset()
	}
	for i := range g.Blocks {
		block := &g.Blocks[i]
		if block.Kind == guide.HeadingBlock {
			end()
			d.Sections = append(d.Sections, Section{ID: block.Heading.ID, Heading: block.Heading.Text})
			continue
		}
		// Footnotes are sources that every other page names too.
		if block.Kind == guide.Footnotes {
			continue
		}
		writeBlock(text, block)
		if names != nil {
			last := &d.Sections[len(d.Sections)-1]
			last.Names = append(last.Names, names(i)...)
		}
	}
	end()
	return d
}

func writeBlock(text *bytes.Buffer, block *guide.Block) {
	for _, part := range block.Parts {
		switch {
		case part.Number != nil:
			text.WriteString(part.Number.Text)
		case part.Figure != nil:
			writePlain(text, part.Figure.Caption)
		case part.Image != nil && part.Image.Alone:
			newLine(text)
			text.WriteString(part.Image.Alt + "\n" + part.Image.Caption)
			newLine(text)
		case part.Image != nil:
			text.WriteString(part.Image.Alt)
		case part.Code == nil:
			writePlain(text, part.HTML)
		}
	}
	for _, f := range block.Figures {
		newLine(text)
		writePlain(text, f.Caption)
	}
	newLine(text)
}

func newLine(text *bytes.Buffer) {
	if s := text.Bytes(); len(s) > 0 && s[len(s)-1] != '\n' {
		text.WriteByte('\n')
	}
}

// Text returns the text of HTML that package parse made.
func Text(markup string) string {
	var text bytes.Buffer
	writePlain(&text, markup)
	return text.String()
}

// endsLine reports whether a new line begins after a tag.
func endsLine(name string) bool {
	switch name {
	case "/p", "/li", "/th", "/td", "/tr", "/caption", "/blockquote", "br", "hr":
		return true
	}
	return false
}

// writePlain writes the text of HTML that package parse made, without
// references to footnotes.
func writePlain(text *bytes.Buffer, markup string) {
	for markup != "" {
		before, rest, isTag := strings.Cut(markup, "<")
		if strings.IndexByte(before, '&') >= 0 {
			before = html.UnescapeString(before)
		}
		if strings.Contains(before, locale.WordJoiner) {
			before = strings.ReplaceAll(before, locale.WordJoiner, "")
		}
		if before != "\n" {
			text.WriteString(before)
		}
		if !isTag {
			return
		}
		tag, after, _ := strings.Cut(rest, ">")
		name, _, _ := strings.Cut(tag, " ")
		switch {
		case name == "sup":
			_, after, _ = strings.Cut(after, "</sup>")
		case endsLine(name):
			newLine(text)
		}
		markup = after
	}
}
