package date

import (
	"strings"
	"testing"
)

// FuzzParse reads dates from any text by any format: none may panic, and a date that
// is read by a format must be read again from its text by the same format, unless it
// has %Z, of which the server reads "+0" only and writes "0".
func FuzzParse(f *testing.F) {
	f.Add("", "2024-02-29T12:30:45.678+05:30", "UTC")
	f.Add("%Y-%m-%d %H:%M:%S.%L", "2024-02-29 12:30:45.678", "Europe/Sofia")
	f.Add("%G-W%V-%u", "2024-W09-4", "+05:30")
	f.Add("%b %d %Y %z", "Feb 29 2024 +0200", "Z")
	f.Fuzz(func(t *testing.T, format, text, name string) {
		zone, err := ParseZone(name)
		if err != nil {
			return
		}
		if _, err := ParseText(text, &zone); err == nil && text == "" {
			t.Error("an empty text was read")
		}
		if CheckParseFormat(format) != nil {
			return
		}
		ms, err := Parse(format, text, nil)
		if err != nil || strings.Contains(format, "%Z") {
			return
		}
		written, err := Zone{}.Format(format, ms)
		if err != nil {
			return
		}
		if _, err := Parse(format, written, nil); err != nil {
			t.Errorf("%d was read from %q by %q, but not from %q", ms, text, format, written)
		}
	})
}
