package locale

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FindNumber reads the one number that a text holds: 1234.5 with one decimal in
// "1,234.5 bytes", "1.234,5 byte" or "1 234,5 байта". The error says that there
// is none, that there are several, or that it is not written as the language
// writes numbers.
func (l *Locale) FindNumber(text string) (value float64, decimals int, err error) {
	text = PlainSpaces(text)
	found := l.Numerals(text)
	switch {
	case len(found) == 0:
		return 0, 0, fmt.Errorf("%q holds no number", text)
	case len(found) > 1:
		return 0, 0, fmt.Errorf("%q holds %d numbers", text, len(found))
	}
	plain, decimals, err := l.read(found[0].Text)
	if err != nil {
		return 0, 0, err
	}
	value, err = strconv.ParseFloat(plain, 64)
	if err != nil {
		return 0, 0, errors.New("this is too large for a number")
	}
	return value, decimals, nil
}

// Numeral is a number in a text.
type Numeral struct {
	Text   string // as written
	Value  string // with a point and without groups: "16957.5"; "" if it is not written as the language writes numbers
	Offset int
}

// Numerals returns the numbers in a text: runs of digits and separators between
// digits.
func (l *Locale) Numerals(text string) []Numeral {
	var found []Numeral
	for i := 0; i < len(text); {
		if c := text[i]; c < '0' || '9' < c {
			i++
			continue
		}
		end := l.numeralEnd(text, i)
		value, _, _ := l.read(text[i:end])
		found = append(found, Numeral{text[i:end], value, i})
		i = end
	}
	return found
}

func (l *Locale) numeralEnd(text string, i int) int {
	for {
		group := i
		for isDigit(text, i) {
			i++
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case strings.ContainsRune(".,'’", r) && isDigit(text, i+size):
		case isSpace(r) && l.group == noBreakSpace && i-group <= 3 && isThreeDigits(text[i+size:]):
		default:
			return i
		}
		i += size
	}
}

// read reads a numeral. The errors suggest how the language writes it.
func (l *Locale) read(numeral string) (plain string, decimals int, err error) {
	whole, fraction, hasFraction := strings.Cut(numeral, l.decimal)
	groups := l.split(whole)
	for i, group := range groups {
		if strings.Trim(group, "0123456789") != "" || i > 0 && len(group) != 3 || len(groups) > 1 && len(groups[0]) > 3 {
			return "", 0, l.miswritten(numeral)
		}
	}
	if hasFraction && strings.Trim(fraction, "0123456789") != "" {
		return "", 0, l.miswritten(numeral)
	}
	plain = strings.Join(groups, "")
	if hasFraction {
		plain += "." + fraction
	}
	return plain, len(fraction), nil
}

func (l *Locale) split(whole string) []string {
	if l.group == noBreakSpace {
		return strings.FieldsFunc(whole, isSpace)
	}
	return strings.Split(whole, l.group)
}

func (l *Locale) miswritten(numeral string) error {
	return fmt.Errorf("%q is not written as the language writes numbers, such as %s", numeral, PlainSpaces(l.number("12345.5")))
}

// PlainSpaces returns a text with a plain space for each no-break space.
func PlainSpaces(text string) string {
	return strings.Map(func(r rune) rune {
		if isSpace(r) {
			return ' '
		}
		return r
	}, text)
}

// isSpace reports whether r is one of the spaces that group digits.
func isSpace(r rune) bool { return r == ' ' || r == '\u00a0' || r == '\u202f' }

func isDigit(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// isThreeDigits reports whether s begins with three digits and no more.
func isThreeDigits(s string) bool {
	return isDigit(s, 0) && isDigit(s, 1) && isDigit(s, 2) && !isDigit(s, 3)
}
