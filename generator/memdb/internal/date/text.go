package date

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

var iso = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)` +
	`(?:(?:T|[ \t]+)(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?[ \t]*(Z|[+-]\d\d(?::?\d\d)?)?)?$`)

// longYear is ISO 8601 but for the year of five digits, of which the server takes
// four for a time where they are one, and then finds a second time; other long
// years it reads as other dates.
var longYear = regexp.MustCompile(`^(?:[01]\d|2[0-3])[0-5]\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)

const blanks = "\x00\t\n\v\f\r \u00a0"

// ParseText reads a date without a format: ISO 8601, with T or blanks before the
// time. The server knows many more forms; text that may be one of them is refused,
// which onError must not catch. zone is for text without one of its own, nil if
// none was given.
func ParseText(text string, zone *Zone) (int64, error) {
	trimmed := strings.Trim(text, blanks)
	m := iso.FindStringSubmatch(trimmed)
	if m == nil {
		// 20240517 is a date to the server, and six digits are too few for one.
		onlyDigits := strings.Trim(trimmed, "0123456789") == ""
		if longYear.MatchString(trimmed) || onlyDigits && len(trimmed) < 7 || !strings.ContainsAny(trimmed, "0123456789") {
			return 0, unreadable(text)
		}
		return 0, errcode.NotImplemented("a date in text that is not ISO 8601 (" + strconv.Quote(text) + ")")
	}
	p := Parts{
		Year: number(m[1]), Month: number(m[2]), Day: number(m[3]), Hour: number(m[4]), Minute: number(m[5]), Second: number(m[6]),
		Millisecond: number((m[7] + "000")[:3]),
	}
	if !p.isInRange() {
		return 0, unreadable(text)
	}
	in, err := writtenZone(m[8], zone, text)
	if err != nil {
		return 0, err
	}
	return in.From(p)
}

func unreadable(text string) error {
	return errcode.New(errcode.ConversionFailure, "Error parsing date string %q", text)
}

func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // no digits are 0
	return n
}

func (p Parts) isInRange() bool {
	last := time.Date(int(p.Year), time.Month(p.Month+1), 0, 0, 0, 0, 0, time.UTC).Day()
	return p.Month >= 1 && p.Month <= 12 && p.Day >= 1 && p.Day <= int64(last) &&
		p.Hour < 24 && p.Minute < 60 && p.Second < 60
}

func writtenZone(written string, given *Zone, text string) (Zone, error) {
	if written == "" {
		if given == nil {
			return Zone{}, nil
		}
		return *given, nil
	}
	if given != nil {
		return Zone{}, errcode.New(errcode.ConversionFailure, "you cannot pass in a date/time string with time zone information (%q) together with a timezone argument", text)
	}
	if written == "Z" {
		return Zone{}, nil
	}
	return ParseZone(written)
}

// fieldWidth is how many digits a specifier reads: at most, and at least.
var fieldWidth = map[byte][2]int{
	'Y': {4, 4}, 'G': {4, 4}, 'm': {2, 1}, 'd': {2, 1}, 'H': {2, 1}, 'M': {2, 1}, 'S': {2, 1}, 'L': {3, 1}, 'V': {2, 1}, 'u': {1, 1}, 'j': {3, 1},
}

// parsed holds the fields that were read by a format so far.
type parsed struct {
	fields map[byte]int64
	offset *int64 // minutes ahead of UTC
}

// Parse reads a date by a checked format.
func Parse(format, text string, zone *Zone) (int64, error) {
	got := parsed{fields: map[byte]int64{}}
	rest := text
	for i := 0; i < len(format); i++ {
		ok := false
		if format[i] != '%' || format[i+1] == '%' {
			if format[i] == '%' {
				i++
			}
			rest, ok = strings.CutPrefix(rest, format[i:i+1])
		} else {
			i++
			rest, ok = got.read(format[i], rest)
		}
		if !ok {
			return 0, unreadable(text)
		}
	}
	if rest != "" {
		return 0, unreadable(text)
	}
	return got.date(zone, text)
}

// read takes one field off the text.
func (p *parsed) read(specifier byte, text string) (rest string, ok bool) {
	switch specifier {
	case 'b', 'B':
		return p.readMonth(specifier, text)
	case 'z', 'Z':
		return p.readOffset(specifier, text)
	}
	width := fieldWidth[specifier]
	n := 0
	for n < len(text) && n < width[0] && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n < width[1] {
		return "", false
	}
	digits := text[:n]
	if specifier == 'L' {
		digits = (digits + "00")[:3]
	}
	p.fields[specifier] = number(digits)
	return text[n:], true
}

func (p *parsed) readMonth(specifier byte, text string) (rest string, ok bool) {
	for m := time.January; m <= time.December; m++ {
		name := m.String()
		if specifier == 'b' {
			name = name[:3]
		}
		if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			p.fields['m'] = int64(m)
			return text[len(name):], true
		}
	}
	return "", false
}

func (p *parsed) readOffset(specifier byte, text string) (rest string, ok bool) {
	if text == "" || text[0] != '+' && text[0] != '-' {
		return "", false
	}
	n := 1
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n] == ':' && specifier == 'z') {
		n++
	}
	minutes := number(text[1:n])
	if text[0] == '-' {
		minutes = -minutes
	}
	if specifier == 'z' {
		seconds, ok := offset(text[:n])
		if !ok {
			return "", false
		}
		minutes = int64(seconds / 60)
	}
	p.offset = &minutes
	return text[n:], n > 1
}

// date puts the fields together: by the day of the year, by ISO weeks, or by the
// calendar.
func (p *parsed) date(zone *Zone, text string) (int64, error) {
	if p.offset != nil && zone != nil {
		return 0, errcode.New(errcode.ConversionFailure, "you cannot pass in a date/time string with time zone information (%q) together with a timezone argument", text)
	}
	at := Zone{}
	if zone != nil {
		at = *zone
	}
	parts, iso, ok := p.parts()
	if !ok {
		return 0, unreadable(text)
	}
	put := at.From
	if iso {
		put = at.FromISO
	}
	ms, err := put(parts)
	if p.offset != nil {
		ms -= *p.offset * minute
	}
	return ms, err
}

func (p *parsed) parts() (parts Parts, iso, ok bool) {
	parts = Parts{
		Month: 1, Day: 1, Hour: p.fields['H'], Minute: p.fields['M'], Second: p.fields['S'], Millisecond: p.fields['L'],
	}
	year, plain := p.fields['Y']
	isoYear, byWeek := p.fields['G']
	if plain == byWeek {
		return parts, false, false
	}
	set := func(to *int64, specifier byte) {
		if v, ok := p.fields[specifier]; ok {
			*to = v
		}
	}
	if byWeek {
		parts.Year = isoYear
		set(&parts.Month, 'V')
		set(&parts.Day, 'u')
		ok = parts.Month >= 1 && parts.Month <= 53 && parts.Day >= 1 && parts.Day <= 7
		return parts, true, ok && parts.Hour < 24 && parts.Minute < 60 && parts.Second < 60
	}
	parts.Year = year
	set(&parts.Month, 'm')
	set(&parts.Day, 'd')
	ok = parts.isInRange()
	if days, byDay := p.fields['j']; byDay {
		parts.Month, parts.Day = 1, days+1 // the measured result for "2024 167" is June 16
	}
	return parts, false, ok
}
