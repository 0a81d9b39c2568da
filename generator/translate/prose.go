package translate

import (
	"html"
	"regexp"
	"strings"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// code takes the place of code in prose, to which no rule applies.
const code = "\uFFFC"

// prose returns the visible text of a segment, without code.
func (p *Page) prose(s *Segment) string { return plain(p.markup(s)) }

// unemphasizedProse leaves out emphasized text too: titles of works, and names.
func (p *Page) unemphasizedProse(s *Segment) string {
	return plain(emphasis.ReplaceAllString(p.markup(s), code))
}

var emphasis = regexp.MustCompile(`<em[^>]*>[^<]*</em>|《[^》]*》`)

// markup returns the HTML of a segment, with code and numbers in their places.
func (p *Page) markup(s *Segment) string {
	if s.block < 0 {
		return html.EscapeString(s.Text)
	}
	b := &p.Guide.Blocks[s.block]
	switch b.Kind {
	case guide.HeadingBlock:
		return b.Heading.HTML
	case guide.Example:
		return b.Figures[s.item].Caption
	case guide.Coverage:
		return b.Topic.Caption
	case guide.Footnotes:
		return partsMarkup(b.Notes[s.item].Parts)
	case guide.Comparison:
		text := partsMarkup(b.Parts)
		for _, f := range b.Figures {
			text += "\n" + f.Caption
		}
		return text
	}
	return partsMarkup(b.Parts)
}

func partsMarkup(parts []guide.Part) string {
	var text strings.Builder
	for _, part := range parts {
		switch {
		case part.Number != nil:
			text.WriteString(html.EscapeString(part.Number.Text))
		case part.Code != nil:
			text.WriteString(code)
		case part.Figure != nil:
			text.WriteString(part.Figure.Caption)
		case part.Image != nil:
			text.WriteString(html.EscapeString(part.Image.Alt + "\n" + part.Image.Caption))
		default:
			text.WriteString(part.HTML)
		}
	}
	return text.String()
}

// asTyped replaces the spaces that the program set by typed ones, so that
// patterns find them.
var asTyped = strings.NewReplacer("\u00a0", " ", "\u202f", " ", locale.WordJoiner, "")

// plain takes the tags out of the HTML of prose, and code with them. The name _id
// stays, which is a word of the language in some sentences.
func plain(markup string) string {
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(markup, "<")
		text.WriteString(before)
		if !found {
			return asTyped.Replace(html.UnescapeString(text.String()))
		}
		tag, after, _ := strings.Cut(rest, ">")
		if tag == "code" {
			inside, behind, _ := strings.Cut(after, "</code>")
			if after = behind; inside == "_id" {
				text.WriteString(inside)
			} else {
				text.WriteString(code)
			}
		}
		markup = after
	}
}
