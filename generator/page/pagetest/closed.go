// Package pagetest checks that the HTML of pages has only the elements,
// attributes and values that this program writes.
package pagetest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// elements and attributes are all that a page may have.
var (
	elements = strings.Fields(`
a article b blockquote body br button caption circle code dd del details div dl dt em fieldset
figcaption figure footer form g h1 h2 h3 h4 head header hr html i img input ins label legend li link
main meta nav ol p path pre rect script section span strong summary sup svg table tbody td text th
thead title tr ul wbr
`)
	attributes = strings.Fields(`
action alt aria-current aria-hidden aria-label aria-labelledby autocapitalize autocomplete blocking charset checked class colspan content cx cy d decoding
data-auto data-by data-code data-contents data-copied data-copy data-dark data-failed data-fold data-folder data-light data-nearest data-open data-own data-parts
data-sizes data-short data-skip data-slugs data-step data-theme data-weigh data-words defer enterkeyhint fill for height hidden href hreflang
http-equiv id lang loading name placeholder popover popovertarget property r rel role rx scope spellcheck src start stroke
stroke-width tabindex title translate type viewBox width x y
`)
)

// values are patterns for the values of some attributes.
var values = map[string]*regexp.Regexp{
	"href":       regexp.MustCompile(`^(https://[^\s"'<>]*|#[^\s"'<>]*|(?:\.\./|/)?[a-zA-Z0-9][a-zA-Z0-9./#-]*|/)$`),
	"action":     regexp.MustCompile(`^(https://[^\s"'<>]*/|/|(?:\.\./)*)([a-zA-Z-]+/)?search\.html$`),
	"type":       regexp.MustCompile(`^(button|radio|search|image/svg\+xml|text/markdown|application/(ld\+json|(atom|opensearchdescription)\+xml))$`),
	"src":        regexp.MustCompile(`^(https://[^\s"'<>]*/|/|(?:\.\./)*)(assets/((theme|page|path|search|lost)\.js|mark\.svg)|([a-zA-Z-]+/)?images/[a-z0-9-]+\.(png|jpe?g))$`),
	"loading":    regexp.MustCompile(`^lazy$`),
	"decoding":   regexp.MustCompile(`^async$`),
	"http-equiv": regexp.MustCompile(`^(Content-Security-Policy|refresh)$`),
	"rel":        regexp.MustCompile(`^(icon|stylesheet|canonical|alternate|search|prev|next|external noopener)$`),
	"id":         regexp.MustCompile(`^[a-z0-9_:-]+$`),
	"class":      regexp.MustCompile(`^[a-z0-9 -]+$`),
}

var (
	doctype   = "<!doctype html>"
	tag       = regexp.MustCompile(`^<(/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:=(?:"[^"<>]*"|[a-z0-9]+))?)*)/?>`)
	attribute = regexp.MustCompile(` ([a-zA-Z-]+)(?:=(?:"([^"<>]*)"|([a-z0-9]+)))?`)
)

// Foreign returns an error for the first tag, attribute or text of a page that
// is not allowed.
func Foreign(page string) error {
	rest := strings.TrimPrefix(page, doctype)
	for {
		i := strings.IndexAny(rest, "<>")
		if i < 0 {
			return nil
		}
		found := tag.FindStringSubmatch(rest[i:])
		if found == nil {
			return fmt.Errorf("%.80q is no tag", rest[i:])
		}
		if !slices.Contains(elements, found[2]) {
			return fmt.Errorf("the element %.80q", found[0])
		}
		for _, a := range attribute.FindAllStringSubmatch(found[3], -1) {
			if err := foreignAttribute(a[1], a[2]+a[3]); err != nil {
				return fmt.Errorf("%w in %.200q", err, found[0])
			}
		}
		rest = rest[i+len(found[0]):]
		if found[1] != "" || found[2] != "script" {
			continue
		}
		text, after, _ := strings.Cut(rest, "<")
		isData := found[3] == ` type="application/ld+json"` && json.Valid([]byte(text))
		if text != "" && !isData || !strings.HasPrefix(after, "/script>") {
			return fmt.Errorf("a script with text: %.80q", rest)
		}
		rest = rest[len(text):]
	}
}

func foreignAttribute(name, value string) error {
	if !slices.Contains(attributes, name) {
		return fmt.Errorf("the attribute %s", name)
	}
	if pattern := values[name]; pattern != nil && !pattern.MatchString(value) {
		return fmt.Errorf("the value %q of %s", value, name)
	}
	return nil
}
