package parse

import (
	"slices"
	"strings"

	"modelbook/generator/guide"
)

// pageKind is the kind of a page, which its name decides, with the rules for its
// front matter and body.
type pageKind struct {
	name     string
	required []string
	optional []string
	hasLead  bool // its body begins with a paragraph
}

var (
	homePage = pageKind{name: "a home page", required: []string{"title", "description"}, optional: []string{"updated"}}
	partPage = pageKind{name: "a part's overview", required: []string{"title", "question", "description", "order"},
		optional: []string{"updated", "moved_from"}, hasLead: true}
	guidePage = pageKind{name: "a guide", required: []string{"title", "question", "description", "part", "order", "updated"},
		optional: []string{"moved_from", "exceptions", "workload", "figures", "sketch"}, hasLead: true}
	lostPage = pageKind{name: "the page for addresses that lead nowhere", required: []string{"title"}, optional: []string{"description"}}
)

func kindOf(slug string) pageKind {
	switch {
	case slug == guide.Home:
		return homePage
	case slug == guide.NotFound:
		return lostPage
	case strings.HasPrefix(slug, guide.PartPrefix):
		return partPage
	}
	return guidePage
}

func (k pageKind) allows(key string) bool {
	return slices.Contains(k.required, key) || slices.Contains(k.optional, key)
}
