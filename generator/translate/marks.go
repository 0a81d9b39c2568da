package translate

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/locale"
)

// fullWidth are the marks that Han has in its own width, but for the comma.
var fullWidth = map[rune]rune{':': '：', ';': '；', '!': '！', '?': '？', '(': '（', ')': '）'}

// markEdits finds half-width marks beside Han, with the brackets that belong to
// them, and spaces beside full-width marks, in the prose of Markdown.
func markEdits(text string, t *locale.Typography) []textEdit {
	var edits []textEdit
	prose := scan(text).prose
	brackets := wideBrackets(text, prose)
	for _, span := range prose {
		for i, r := range text[span.from:span.to] {
			from := span.from + i
			if len(edits) > 0 && from < edits[len(edits)-1].to {
				continue // a space that went with the mark before it
			}
			before, after := besides(text[span.from:span.to], i, r)
			wide, isMark := fullWidth[r]
			if r == ',' {
				wide, isMark = t.Comma, true
			}
			switch {
			case r == '(' || r == ')':
				isMark = brackets[from]
			case isMark:
				isMark = locale.IsWide(before) || locale.IsWide(after)
			}
			switch {
			case isMark:
				edits = append(edits, widened(text, edits, from, before, after, wide))
			case r == ' ' && before != 0 && after != 0 && t.Gap(before, after) == locale.NoSpace && !unicode.IsSpace(before) && !isMarkdownSpace(text, from):
				edits = append(edits, textEdit{from, from + 1, ""})
			}
		}
	}
	return edits
}

// besides returns the characters before and after one of a text, 0 and
// utf8.RuneError if there are none.
func besides(text string, at int, r rune) (before, after rune) {
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(text[:at])
	}
	after, _ = utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
	return before, after
}

// widened writes a mark in the width of Han, without the space beside it.
func widened(text string, edits []textEdit, at int, before, after rune, wide rune) textEdit {
	e := textEdit{at, at + 1, string(wide)}
	if after == ' ' && !isMarkdownSpace(text, at+1) {
		e.to++
	}
	isTaken := len(edits) > 0 && edits[len(edits)-1].to == at
	if wide == '（' && before == ' ' && !isTaken && !isMarkdownSpace(text, at-1) {
		e.from--
	}
	return e
}

// isMarkdownSpace reports whether a space is none of the text: of a table's cell, or
// before a heading's id.
func isMarkdownSpace(text string, at int) bool {
	return strings.HasPrefix(text[at+1:], "|") || strings.HasPrefix(text[at+1:], "{#") || strings.HasSuffix(text[:at], "|")
}

// wideBrackets returns the offsets of brackets that are as wide as Han: brackets
// beside it, and the ones that pair with them.
func wideBrackets(text string, prose []span) map[int]bool {
	wide := map[int]bool{}
	var open []int
	for _, span := range prose {
		for i, r := range text[span.from:span.to] {
			at := span.from + i
			before, after := besides(text[span.from:span.to], i, r)
			switch r {
			case '(', '（':
				wide[at] = r == '（' || locale.IsWide(before)
				open = append(open, at)
			case ')', '）':
				wide[at] = r == '）' || locale.IsWide(before) || locale.IsWide(after)
				if len(open) > 0 {
					begin := open[len(open)-1]
					open = open[:len(open)-1]
					both := wide[begin] || wide[at]
					wide[begin], wide[at] = both, both
				}
			}
		}
	}
	return wide
}

// marks finds marks and spaces that are not those of Han, where the language
// has it.
func (n *Linter) marks(text string) []finding {
	if !n.locale.Typography().Han {
		return nil
	}
	var found []finding
	for _, e := range markEdits(text, n.locale.Typography()) {
		what := fmt.Sprintf("%q is a half-width mark", strings.TrimSpace(text[e.from:e.to]))
		if e.instead == "" {
			what = "a space beside a full-width mark"
		}
		here := text[e.from:min(len(text), e.to+9)]
		found = append(found, finding{ruleMarks, strings.ToValidUTF8(here, ""), what, "modelbook i18n lint --mend writes it right", diag.Error})
	}
	return found
}

// Mend corrects the marks of a page in Han, and returns the page. It is the same
// if nothing was wrong.
func (p *Page) Mend(text *diag.Text) []byte {
	e, t := newEditor(p, text), p.Locale.Typography()
	for i := range p.Segments {
		if s := &p.Segments[i]; s.Place == FrontMatter && s.Pos.Line <= len(e.meta) {
			line := &e.meta[s.Pos.Line-1]
			*line = strings.Replace(*line, s.Text, withMarks(s.Text, t), 1)
		}
	}
	for _, piece := range e.pieces {
		piece.text = withMarks(piece.text, t)
	}
	return e.join(e.pieces)
}

func withMarks(text string, t *locale.Typography) string { return edited(text, markEdits(text, t)) }
