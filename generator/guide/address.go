package guide

import "strings"

const (
	// Home is the slug of a language's first page.
	Home = "index"
	// NotFound is the slug of the page that a server shows for a wrong address.
	NotFound = "404"
	// Play is the slug of the playground, which has no file.
	Play = "play"
	// Search is the slug of a language's search page, which has no file.
	Search = "search"
	// Status is the slug of the page about the state of translations.
	Status = "translation-status"
	// PartPrefix begins the slug of a part's overview: part-relationships.
	PartPrefix = "part-"
	// SeeAlso is the id of the section that leads to other pages.
	SeeAlso = "see-also"
)

// GeneratedPages returns the slugs of the pages that the site makes itself, in each language.
func GeneratedPages() []string { return []string{Play, Search, Status} }

// Path returns the file of a page inside the built site: en/one-to-one.html.
func Path(lang, slug string) string { return lang + "/" + slug + ".html" }

// MarkdownPath returns the path of a page's Markdown, which is beside it.
func MarkdownPath(lang, slug string) string { return lang + "/" + slug + ".md" }

// ImagePath returns the path of an image in the built site: images/ferry.png for
// content/images/ferry.png.
func ImagePath(file string) string { return strings.TrimPrefix(file, "content/") }

// URL returns the absolute address of a page, or "" if the site has no address.
// Clean addresses leave out ".html" and "index".
func (s Site) URL(lang, slug string) string {
	if s.Address == "" {
		return ""
	}
	if s.Addresses != "clean" {
		return s.Address + Path(lang, slug)
	}
	if slug == Home {
		slug = ""
	}
	return s.Address + lang + "/" + slug
}
