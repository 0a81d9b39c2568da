//go:build !js

package regex

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// charset is a set of characters, as pairs of the first and the last of a range.
type charset struct {
	ranges    []rune
	isNegated bool
}

func (c *charset) holds(r rune) bool {
	for i := 0; i < len(c.ranges); i += 2 {
		if c.ranges[i] <= r && r <= c.ranges[i+1] {
			return !c.isNegated
		}
	}
	return c.isNegated
}

// add puts the characters from low to high into the set, and with fold those of
// other cases.
func (c *charset) add(low, high rune, fold bool) {
	c.ranges = append(c.ranges, low, high)
	for r := low; fold && r <= high; r++ {
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			c.ranges = append(c.ranges, other, other)
		}
	}
}

// addType adds the characters of \d and the like, whose case counts always.
func (c *charset) addType(t characterType) {
	ranges := t.ranges
	if t.isNegated {
		ranges = complement(ranges)
	}
	c.ranges = append(c.ranges, ranges...)
}

// complement returns the ranges between ranges that are in order.
func complement(ranges []rune) (out []rune) {
	next := rune(0)
	for i := 0; i < len(ranges); i += 2 {
		if next < ranges[i] {
			out = append(out, next, ranges[i]-1)
		}
		next = ranges[i+1] + 1
	}
	return append(out, next, utf8.MaxRune)
}

// characterType is the set of \d, \s and the like: without option UCP, which the
// server does not set, only \h and \v hold more than ASCII.
type characterType struct {
	ranges    []rune
	isNegated bool
}

var (
	horizontal = []rune{'\t', '\t', ' ', ' ', 0xa0, 0xa0, 0x1680, 0x1680, 0x180e, 0x180e, 0x2000, 0x200a, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000}
	vertical   = []rune{'\n', '\r', 0x85, 0x85, 0x2028, 0x2029}
)

var characterTypes = map[rune]characterType{
	'd': {digits, false}, 'D': {digits, true},
	'w': {wordRunes, false}, 'W': {wordRunes, true},
	's': {spaces, false}, 'S': {spaces, true},
	'h': {horizontal, false}, 'H': {horizontal, true},
	'v': {vertical, false}, 'V': {vertical, true},
}

// posixType returns a class by its name; with option i case does not count in it.
func posixType(name string, negated, caseless bool) (characterType, bool) {
	ranges, known := posixRanges[name]
	if caseless && slices.Contains([]string{"upper", "lower"}, name) {
		ranges = alphabet
	}
	return characterType{ranges, negated}, known
}
