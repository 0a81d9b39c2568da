package page

import (
	"html"
	"regexp"

	"modelbook/generator/markup"
)

// relative finds the links of prose to other pages. Prose comes from package
// parse, which writes them in this one form.
var relative = regexp.MustCompile(` href="([a-z0-9][^":]*)"`)

// hrefs leads the links of prose to the folder of the language's pages. Only
// a page that lies outside of it needs that.
func (w *writer) hrefs(prose string) string {
	if w.in.Folder == "" {
		return prose
	}
	return relative.ReplaceAllStringFunc(prose, func(found string) string {
		to := relative.FindStringSubmatch(found)[1]
		return markup.Attribute("href", w.in.Folder+html.UnescapeString(to))
	})
}
