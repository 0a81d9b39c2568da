package markup

import (
	"encoding/xml"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAttribute(t *testing.T) {
	for value, want := range map[string]string{
		"a.html":                                ` href="a.html"`,
		`https://x/"><script src=//y></script>`: ` href="https://x/&#34;&gt;&lt;script src=//y&gt;&lt;/script&gt;"`,
		"a&amp;b'":                              ` href="a&amp;amp;b&#39;"`,
		"a\x00\x1bb\xff\n":                      " href=\"a\ufffd\ufffdb\ufffd\n\"",
	} {
		if got := Attribute("href", value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

// FuzzAttribute holds each value inside its quotation marks, and to what an XML
// parser reads there.
func FuzzAttribute(f *testing.F) {
	f.Add(`"><script>`)
	f.Add("' onload='x")
	f.Add("]]>\x00\ufffe\r\n&quot;")
	attribute := regexp.MustCompile(`^ a="[^"<>]*"$`)
	f.Fuzz(func(t *testing.T, value string) {
		written := Attribute("a", value)
		if !attribute.MatchString(written) || !utf8.ValidString(written) {
			t.Fatalf("%q leaves its attribute: %q", value, written)
		}
		var read struct {
			A string `xml:"a,attr"`
		}
		if err := xml.Unmarshal([]byte("<x"+written+"/>"), &read); err != nil {
			t.Fatalf("%q: %v", written, err)
		}
		// A parser makes one line end of the two that may be written.
		if want := strings.ReplaceAll(strings.ReplaceAll(characters(value), "\r\n", "\n"), "\r", "\n"); read.A != want && !strings.ContainsAny(value, "\r\n\t") {
			t.Errorf("%q is read as %q", value, read.A)
		}
	})
}

func TestText(t *testing.T) {
	for value, want := range map[string]string{
		"</title><b>": "&lt;/title&gt;&lt;b&gt;",
		"a & b":       "a &amp; b",
		"a\x00b\xff":  "a\ufffdb\ufffd",
	} {
		if got := Text(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}
