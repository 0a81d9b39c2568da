// Package invisible knows the characters that are not seen, or that change how
// others are seen: Unicode Technical Report 36, "Unicode Security
// Considerations". A few of them are needed to write some languages, and are
// allowed there.
package invisible

import (
	"unicode"
	"unicode/utf8"
)

// hidden has the categories and properties of invisible characters.
var hidden = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point,
	unicode.Variation_Selector, unicode.Noncharacter_Code_Point,
}

// seen are format characters that are drawn: signs around Arabic numbers, and
// the quadrants of Egyptian hieroglyphs.
var seen = []*unicode.RangeTable{
	unicode.Prepended_Concatenation_Mark,
	{R32: []unicode.Range32{{Lo: 0x13430, Hi: 0x1343F, Stride: 1}}},
}

// Is reports whether a character is invisible. Line ends and tabs are not.
func Is(r rune) bool { return !isCommon(r) && isInTables(r) }

// isCommon knows the punctuation that most texts have, which is seen: of Unicode's
// General Punctuation, of Chinese and Japanese, and its wide forms.
func isCommon(r rune) bool {
	return 0x2010 <= r && r <= 0x2027 || 0x3000 <= r && r <= 0x3020 || 0xFF01 <= r && r <= 0xFF5E
}

func isInTables(r rune) bool {
	return r >= 0x7F && unicode.In(r, hidden...) && !unicode.In(r, seen...) || r < ' ' && r != '\n' && r != '\t'
}

const (
	zeroWidthSpace     = '\u200B'
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
	textStyle          = '\uFE0E'
	emojiStyle         = '\uFE0F'
	keycap             = '\u20E3'
)

// joined are scripts whose letters a joiner keeps together or apart: The
// Unicode Standard, chapters 9, 12, 13 and 14.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer,
}

// unspaced are scripts without spaces, whose lines break at a zero-width space.
var unspaced = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// Between reports whether a character is invisible and not needed between two
// others. At the start and the end of a text the neighbour is utf8.RuneError.
func Between(before, r, after rune) bool {
	if !Is(r) {
		return false
	}
	switch r {
	case zeroWidthNonJoiner:
		return !unicode.In(before, joined...)
	case zeroWidthJoiner:
		emoji := (isSign(before) || isTone(before) || before == emojiStyle) && isSign(after)
		return !unicode.In(before, joined...) && !emoji
	case zeroWidthSpace:
		return !unicode.In(before, unspaced...)
	case textStyle, emojiStyle:
		return !isSign(before) && !(after == keycap && isKey(before))
	}
	// Free variation selectors choose the form of a Mongolian letter.
	return !(unicode.Is(unicode.Mongolian, r) || r == '\u180E') || !unicode.Is(unicode.Mongolian, before) || Is(before)
}

// isSign reports whether r may be drawn as an emoji.
func isSign(r rune) bool { return r != utf8.RuneError && unicode.In(r, unicode.So, unicode.Sm) }

// isTone reports whether r sets the skin color of an emoji.
func isTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

func isKey(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }

// first has the bytes that an invisible character may begin with.
var first = func() (table [256]bool) {
	var encoded [utf8.UTFMax]byte
	mark := func(r rune) {
		if Is(r) {
			utf8.EncodeRune(encoded[:], r)
			table[encoded[0]] = true
		}
	}
	for r := rune(0); r < 0x80; r++ {
		mark(r)
	}
	for _, t := range hidden {
		for _, r16 := range t.R16 {
			for r := rune(r16.Lo); r <= rune(r16.Hi); r += rune(r16.Stride) {
				mark(r)
			}
		}
		for _, r32 := range t.R32 {
			for r := rune(r32.Lo); r <= rune(r32.Hi); r += rune(r32.Stride) {
				mark(r)
			}
		}
	}
	return table
}()

// Index returns the offset of the first invisible character of a text that is not
// needed at its place, or -1. Most text has none, so it looks at bytes.
func Index(b []byte) int {
	for i := 0; i < len(b); i++ {
		if !first[b[i]] {
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if !Is(r) || r == utf8.RuneError {
			i += size - 1
			continue
		}
		before, _ := utf8.DecodeLastRune(b[:i])
		after, _ := utf8.DecodeRune(b[i+size:])
		if Between(before, r, after) {
			return i
		}
		i += size - 1
	}
	return -1
}
