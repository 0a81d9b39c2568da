package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const breve = '\u0306'

// Fold returns the form of a word in lower case by which it is looked up:
// without accents and without variants of one letter. Only й and и remain
// different letters. The word's marks and compatibility characters are those of
// Unicode's NFKD.
func Fold(word string) string {
	if isFolded(word) {
		return word
	}
	return fold(word)
}

func fold(word string) string {
	var b strings.Builder
	var before rune
	for _, r := range norm.NFKD.String(word) {
		r = unicode.ToLower(r)
		switch {
		case r == breve && before != 'и', r != breve && 0x300 <= r && r <= 0x36f:
			continue
		case r == 'ς':
			r = 'σ'
		}
		b.WriteRune(r)
		before = r
	}
	return norm.NFC.String(b.String())
}

// isFolded reports whether a word is certainly equal to its folded form: most
// are, and need not be decomposed into letters and marks.
func isFolded(word string) bool {
	for _, r := range word {
		if r >= utf8.RuneSelf && (r < 'а' || 'я' < r) && (r < 0x4e00 || 0x9fff < r) {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
