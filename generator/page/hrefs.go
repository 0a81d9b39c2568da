package page

import (
	"html"
	"regexp"

	"modelbook/generator/markup"
)

// relative matches links of prose to other pages. Package parse writes all of
// them in this form.
var relative = regexp.MustCompile(` href="([a-z0-9][^":]*)"`)

// hrefs makes the links of prose relative to a page that is not in the folder
// of its language.
func (w *writer) hrefs(prose string) string {
	if w.in.Folder == "" {
		return prose
	}
	return relative.ReplaceAllStringFunc(prose, func(found string) string {
		to := relative.FindStringSubmatch(found)[1]
		return markup.Attribute("href", w.in.Folder+html.UnescapeString(to))
	})
}
