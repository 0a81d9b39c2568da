package locale

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// SaysNumber reports whether a text has a word for a number, in the form of the
// values of Numerals.
func (l *Locale) SaysNumber(text, value string) bool {
	words := l.numbers[value]
	if words == nil {
		return false
	}
	text = strings.ToLower(text)
	if l.typography.Han {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	}
	for word := range strings.FieldsFuncSeq(text, isNotLetter) {
		if slices.Contains(words, word) {
			return true
		}
	}
	return false
}

// NumberWords returns the values of the words for numbers in a text.
func (l *Locale) NumberWords(text string) []string {
	var values []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), isNotLetter) {
		for value, words := range l.numbers {
			if slices.Contains(words, word) {
				values = append(values, value)
			}
		}
	}
	return values
}

func isNotLetter(r rune) bool { return !unicode.IsLetter(r) }

// numberWords reads the words for numbers, by value: the first for 0.
func numberWords(list string) map[string][]string {
	numbers := map[string][]string{}
	for n, entry := range strings.Fields(list) {
		value, words, named := strings.Cut(entry, "=")
		if !named {
			value, words = strconv.Itoa(n), entry
		}
		numbers[value] = strings.Split(words, "/")
	}
	return numbers
}
