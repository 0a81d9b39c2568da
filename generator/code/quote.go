package code

import (
	"fmt"
	"strings"

	"modelbook/generator/invisible"
)

// Quote writes a string literal between marks. The function above escapes invisible
// characters above U+FFFF, which languages escape differently.
func Quote(text string, mark rune, above func(rune) string) string {
	var b strings.Builder
	b.Grow(len(text) + len(`""`))
	b.WriteRune(mark)
	for _, r := range text {
		switch {
		case r == mark:
			b.WriteByte('\\')
			b.WriteRune(r)
		case invisible.Is(r) && r > 0xffff:
			b.WriteString(above(r))
		case r >= ' ' && r <= '~' && r != '\\':
			b.WriteByte(byte(r))
		default:
			b.WriteString(quoteRune(r))
		}
	}
	b.WriteRune(mark)
	return b.String()
}

// QuoteDouble writes a string literal of Go and of Python, which have the same
// escapes.
func QuoteDouble(text string) string {
	return Quote(text, '"', func(r rune) string { return fmt.Sprintf(`\U%08x`, r) })
}

func quoteRune(r rune) string {
	switch r {
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	if invisible.Is(r) {
		return fmt.Sprintf(`\u%04x`, r)
	}
	return string(r)
}
