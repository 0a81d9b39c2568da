package translate

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/locale"
)

// numbers are those of a segment's prose.
type numbers struct {
	found  []locale.Numeral
	in     *scanner
	locale *locale.Locale
}

func numbersOf(s *scanner, l *locale.Locale) numbers {
	n := numbers{in: s, locale: l}
	if !s.hasDigit {
		return n
	}
	for _, span := range s.prose {
		for _, numeral := range l.Numerals(s.text[span.from:span.to]) {
			numeral.Offset += span.from
			n.found = append(n.found, numeral)
		}
	}
	return n
}

// without returns the numbers that another text does not have, neither in digits
// nor as a word.
func (n numbers) without(other numbers) []locale.Numeral {
	rest := slices.Clone(other.found)
	return slices.DeleteFunc(slices.Clone(n.found), func(numeral locale.Numeral) bool {
		if i := slices.IndexFunc(rest, func(o locale.Numeral) bool { return sameNumber(numeral, o) }); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			return true
		}
		return other.locale.SaysNumber(other.in.words(), numeral.Value)
	})
}

// sameNumber compares numbers by value, and as written if they are no numbers of
// the language, such as versions.
func sameNumber(a, b locale.Numeral) bool {
	return a.Text == b.Text || a.Value != "" && a.Value == b.Value
}

// numberWords returns the words for numbers in the prose. One is as often a pronoun, so
// the word does not count.
func numberWords(s *scanner, l *locale.Locale) []locale.NumberWord {
	return slices.DeleteFunc(l.NumberWords(s.words()), func(w locale.NumberWord) bool { return w.Value == "0" || w.Value == "1" })
}

// words returns the prose without the repeated pieces.
func (s *scanner) words() string {
	var prose strings.Builder
	for _, span := range s.prose {
		prose.WriteString(s.text[span.from:span.to])
		prose.WriteByte(' ')
	}
	return prose.String()
}

// numbers reports numbers that are not grouped as the language does it. Numbers
// that are not grouped in the original, such as a year or a code, are not grouped
// here.
func (r *run) numbers(original, translated *Segment, l *locale.Locale) []finding {
	grouped := map[string]bool{}
	for _, numeral := range numbersOf(scan(original.Text), l).found {
		grouped[numeral.Value] = numeral.Value != "" && numeral.Text != plainDigits(numeral)
	}
	var found []finding
	for _, numeral := range numbersOf(scan(translated.Text), r.locale).found {
		right := plainDigits(numeral)
		if grouped[numeral.Value] {
			right = r.locale.Group(numeral.Value)
		}
		if numeral.Value != "" && locale.PlainSpaces(numeral.Text) != locale.PlainSpaces(right) {
			found = append(found, finding{ruleNumbers, numeral.Text, fmt.Sprintf("%q is not written as the language writes numbers", locale.PlainSpaces(numeral.Text)), "write " + locale.PlainSpaces(right), diag.Error})
		}
	}
	return found
}

// plainDigits returns a number as written, without its groups.
func plainDigits(n locale.Numeral) string {
	whole, _, _ := strings.Cut(n.Value, ".")
	if fraction := len(n.Value) - len(whole); fraction > 0 {
		return whole + n.Text[len(n.Text)-fraction:]
	}
	return whole
}
