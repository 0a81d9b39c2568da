package search

import (
	"unicode"
	"unicode/utf8"
)

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func appendLower(to, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		to = utf8.AppendRune(to, lowerCase(r))
		text = text[size:]
	}
	return to
}

func lowerCase(r rune) rune {
	switch {
	case 'а' <= r && r <= 'я', 0x4e00 <= r && r <= 0x9fff, 'a' <= r && r <= 'z':
		return r
	case 'А' <= r && r <= 'Я':
		return r + 'а' - 'А'
	}
	return unicode.ToLower(r)
}

var asciiWord = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = c == '_' || c == '$' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return table
}()

// isWord reports whether a character is part of words. The most common scripts
// are checked first.
func isWord(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 0 && asciiWord[r]
	case 'А' <= r && r <= 'я', 0x4e00 <= r && r <= 0x9fff, 'À' <= r && r <= 'ÿ' && r != '×' && r != '÷':
		return true
	case 0x2010 <= r && r <= 0x206f, r == '\u00a0':
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// isPaired reports whether a character belongs to a script without spaces
// between words. The mark of a long vowel, as in サーバー, belongs to two scripts.
func isPaired(r rune) bool {
	switch {
	case r < 0x2e80:
		return false
	case 0x4e00 <= r && r <= 0x9fff:
		return true
	}
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
