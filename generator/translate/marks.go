package translate

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/locale"
)

// fullWidth are the marks that Han has in its own width.
var fullWidth = map[rune]rune{',': '，', ':': '：', ';': '；', '!': '！', '?': '？', '(': '（', ')': '）'}

// markEdits finds half-width marks beside Han, and spaces beside full-width
// marks, in the prose of Markdown.
func markEdits(text string, t *locale.Typography) []textEdit {
	var edits []textEdit
	for _, span := range scan(text).prose {
		prose := text[span.from:span.to]
		for i, r := range prose {
			before, _ := utf8.DecodeLastRuneInString(prose[:i])
			after, _ := utf8.DecodeRuneInString(prose[i+utf8.RuneLen(r):])
			from := span.from + i
			wide, isMark := fullWidth[r]
			switch {
			case isMark && (unicode.Is(unicode.Han, before) || unicode.Is(unicode.Han, after) && r != '('):
				end := from + 1
				if after == ' ' {
					end++
				}
				edits = append(edits, textEdit{from, end, string(wide)})
			case r == ' ' && before != 0 && after != 0 && t.Gap(before, after) == locale.NoSpace && !unicode.IsSpace(before):
				edits = append(edits, textEdit{from, from + 1, ""})
			}
		}
	}
	return edits
}

// marks finds marks and spaces that are not those of Han, where the language
// has it.
func (n *Linter) marks(text string) []finding {
	if !n.locale.Typography().Han {
		return nil
	}
	var found []finding
	for _, e := range markEdits(text, n.locale.Typography()) {
		what := fmt.Sprintf("%q is a half-width mark", text[e.from:e.from+1])
		if e.instead == "" {
			what = "a space beside a full-width mark"
		}
		here := text[e.from:min(len(text), e.to+9)]
		found = append(found, finding{ruleMarks, strings.ToValidUTF8(here, ""), what, "modelbook i18n lint --mend writes it right", diag.Error})
	}
	return found
}

// Mend writes the marks of a page in Han right, and gives the page. It is the
// same if nothing was wrong.
func (t *Translation) Mend(text *diag.Text) []byte {
	e := newEditor(t.Translated, text)
	for _, p := range e.pieces {
		p.text = withMarks(p.text, t.Translated.Locale.Typography())
	}
	return e.join(e.pieces)
}

func withMarks(text string, t *locale.Typography) string { return edited(text, markEdits(text, t)) }
