package page

import (
	"strings"

	"modelbook/generator/locale"
)

// texts are strings whose keys are defined outside the theme.
type texts map[string]string

// plural is a string with a form for each plural category of its language, as
// CLDR names them.
type plural map[string]string

// choose returns the text for n in the language of l, with {count} replaced.
func (p plural) choose(l *locale.Locale, n int) string {
	return l.Typography().Typeset(strings.ReplaceAll(p[l.Plural(n)], "{count}", l.Integer(int64(n))))
}

// fill replaces each {name} in text by the value that follows it, and sets the
// spaces between the two as the language has them.
func (l *language) fill(text string, namesAndValues ...string) string {
	for i := 0; i < len(namesAndValues); i += 2 {
		text = strings.ReplaceAll(text, "{"+namesAndValues[i]+"}", namesAndValues[i+1])
	}
	return l.Typography().Typeset(text)
}
