package page

import "io"

// Moved is what stands at an address that a page had before: it leads on to
// the new one, without script.
type Moved struct {
	Lang      string
	Title     string // of the page
	Href      string // from the old address to the new one
	Canonical string // the page's absolute address, or ""
}

// RenderMoved writes what stands at an old address.
func (t *Theme) RenderMoved(to io.Writer, moved Moved) error {
	return t.templates.execute(to, "moved.html", moved)
}
