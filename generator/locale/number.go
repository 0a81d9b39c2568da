package locale

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

const noBreakSpace = "\u00a0"

// separators returns CLDR's decimal and group separators of a language, taken
// from a number that has both.
func separators(tag language.Tag) (decimal, group string) {
	written := message.NewPrinter(tag).Sprint(number.Decimal(1234567.5))
	between := strings.FieldsFunc(written, unicode.IsDigit)
	decimal = between[len(between)-1]
	group = between[0]
	if r, _ := utf8.DecodeRuneInString(group); isSpace(r) {
		// CLDR's narrow one is missing in some fonts.
		group = noBreakSpace
	}
	return decimal, group
}

// Integer writes n with the language's separators: 1,234.
func (l *Locale) Integer(n int64) string { return l.number(strconv.FormatInt(n, 10)) }

// Number writes a value with so many decimals and the language's separators: 1,234.50.
func (l *Locale) Number(value float64, decimals int) string {
	return l.number(strconv.FormatFloat(value, 'f', decimals, 64))
}

// Group writes a number, in the form of the values of Numerals, with the
// language's separators.
func (l *Locale) Group(plain string) string { return l.number(plain) }

func (l *Locale) number(plain string) string {
	digits, negative := strings.CutPrefix(plain, "-")
	whole, fraction, hasFraction := strings.Cut(digits, ".")
	var b strings.Builder
	if negative {
		b.WriteString("−")
	}
	for i, digit := range whole {
		if left := len(whole) - i; i > 0 && left%3 == 0 && len(whole) >= l.writing.GroupFrom {
			b.WriteString(l.group)
		}
		b.WriteRune(digit)
	}
	if hasFraction {
		b.WriteString(l.decimal + fraction)
	}
	return b.String()
}
