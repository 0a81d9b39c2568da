package date

import (
	"fmt"
	"strings"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

// CheckFormat returns an error if Format does not know a specifier.
func CheckFormat(format string) error { return checkFormat(format, "dGHjLmMSuUVwYzZbB%") }

// CheckParseFormat returns an error if Parse does not know a specifier.
func CheckParseFormat(format string) error { return checkFormat(format, "dGHjLmMSuVYzZbB%") }

func checkFormat(format, known string) error {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		if i == len(format) {
			return errcode.New(18535, "Unmatched '%%' at end of format string")
		}
		if strings.IndexByte(known, format[i]) < 0 {
			return errcode.New(18536, "Invalid format character '%%%c' in format string", format[i])
		}
	}
	return nil
}

// ISO writes a date as $dateToString does without a format: with a Z in UTC only.
func (z Zone) ISO(ms int64) (string, error) {
	if z.IsUTC() {
		return z.Format("%Y-%m-%dT%H:%M:%S.%LZ", ms)
	}
	return z.Format("%Y-%m-%dT%H:%M:%S.%L", ms)
}

// Format writes a date by a checked format.
func (z Zone) Format(format string, ms int64) (string, error) {
	t := z.Local(ms)
	var out strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out.WriteByte(format[i])
			continue
		}
		i++
		if err := write(&out, format[i], t); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

func write(out *strings.Builder, specifier byte, t time.Time) error {
	isoYear, isoWeek := t.ISOWeek()
	switch specifier {
	case 'Y':
		return writeYear(out, t.Year())
	case 'G':
		return writeYear(out, isoYear)
	case 'z', 'Z':
		writeOffset(out, specifier, t)
	case 'b':
		out.WriteString(t.Month().String()[:3])
	case 'B':
		out.WriteString(t.Month().String())
	case '%':
		out.WriteByte('%')
	case 'j':
		fmt.Fprintf(out, "%03d", t.YearDay())
	case 'L':
		fmt.Fprintf(out, "%03d", t.Nanosecond()/1e6)
	case 'u':
		fmt.Fprint(out, ISODayOfWeek(t))
	case 'w':
		fmt.Fprint(out, int(t.Weekday())+1)
	default:
		two := map[byte]int{
			'd': t.Day(), 'H': t.Hour(), 'm': int(t.Month()), 'M': t.Minute(), 'S': t.Second(), 'U': Week(t), 'V': isoWeek,
		}
		fmt.Fprintf(out, "%02d", two[specifier])
	}
	return nil
}

func writeYear(out *strings.Builder, year int) error {
	if year < 0 || year > 9999 {
		return errcode.New(18537, "Could not convert date to string: date component was outside the supported range of 0-9999: %d", year)
	}
	fmt.Fprintf(out, "%04d", year)
	return nil
}

func writeOffset(out *strings.Builder, specifier byte, t time.Time) {
	_, seconds := t.Zone()
	minutes := seconds / 60
	if specifier == 'Z' {
		fmt.Fprint(out, minutes)
		return
	}
	sign := '+'
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	fmt.Fprintf(out, "%c%02d%02d", sign, minutes/60, minutes%60)
}
