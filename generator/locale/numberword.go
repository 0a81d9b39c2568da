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

// NumberWord is a word for a number in a text, in lower case, and its value, in the
// form of the values of Numerals.
type NumberWord struct{ Text, Value string }

// NumberWords returns the words for numbers in a text. Chinese has no spaces, so there a
// word is one that is neither before nor behind another.
func (l *Locale) NumberWords(text string) []NumberWord {
	var all []NumberWord
	if l.typography.Han {
		runes := []rune(text)
		for i, r := range runes {
			value, ok := l.numberOf[string(r)]
			if ok && (i == 0 || !l.isNumberWord(runes[i-1])) && (i == len(runes)-1 || !l.isNumberWord(runes[i+1])) {
				all = append(all, NumberWord{string(r), value})
			}
		}
		return all
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), isNotLetter) {
		if value, ok := l.numberOf[word]; ok {
			all = append(all, NumberWord{word, value})
		}
	}
	return all
}

func (l *Locale) isNumberWord(r rune) bool {
	_, ok := l.numberOf[string(r)]
	return ok || strings.ContainsRune("百万亿", r)
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

// numberOf returns the values of words, by word.
func numberOf(words map[string][]string) map[string]string {
	values := map[string]string{}
	for value, list := range words {
		for _, word := range list {
			values[word] = value
		}
	}
	return values
}
