package load

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// isDirectionControl reports whether r changes the order in which text is
// shown: Unicode Standard Annex 9.
func isDirectionControl(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// directionControl gives the offset of the first such character, or -1. It
// jumps from one byte that may begin one to the next: most text has none.
func directionControl(b []byte) int {
	for _, first := range []byte{0xE2, 0xD8} {
		for i := 0; i < len(b); {
			next := bytes.IndexByte(b[i:], first)
			if next < 0 {
				break
			}
			i += next
			if r, _ := utf8.DecodeRune(b[i:]); isDirectionControl(r) {
				return i
			}
			i++
		}
	}
	return -1
}
