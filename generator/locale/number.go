package locale

import (
	"strconv"
	"strings"
)

// Integer writes n with the language's separators: 1,234.
func Integer(lang string, n int64) string { return of(lang).number(strconv.FormatInt(n, 10)) }

// Number writes a value with so many decimals and the language's separators: 1,234.50.
func Number(lang string, value float64, decimals int) string {
	return of(lang).number(strconv.FormatFloat(value, 'f', decimals, 64))
}

func (l *locale) number(plain string) string {
	digits, negative := strings.CutPrefix(plain, "-")
	whole, fraction, hasFraction := strings.Cut(digits, ".")
	var b strings.Builder
	if negative {
		b.WriteString("−")
	}
	for i, digit := range whole {
		if left := len(whole) - i; i > 0 && left%3 == 0 && len(whole) >= l.grouped {
			b.WriteString(l.group)
		}
		b.WriteRune(digit)
	}
	if hasFraction {
		b.WriteString(l.decimal + fraction)
	}
	return b.String()
}
