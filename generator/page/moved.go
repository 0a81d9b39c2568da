package page

import "io"

// Moved is the redirect at a former address of a page, which needs no script.
type Moved struct {
	Lang      string
	Title     string // of the page
	Href      string // from the old address to the new one
	Canonical string // the page's absolute address, or ""
}

// RenderMoved writes the redirect at a former address.
func (t *Theme) RenderMoved(to io.Writer, moved Moved) error {
	return t.templates.execute(to, "moved.html", moved)
}
