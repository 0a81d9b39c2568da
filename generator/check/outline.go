package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// Outline takes the front matter of all pages in any order, and the language that
// the others translate, and returns the order in which the site is read. It
// reports a home or 404 page that is missing, a translation without an original,
// a part that does not exist or one too many, two guides in one place, and an
// address that is used or left twice.
func Outline(pages []guide.Page, original string) (guide.Outline, diag.List) {
	o := outliner{original: original, bySlug: map[string]guide.Translations{}}
	for _, page := range pages {
		t := o.bySlug[page.Slug]
		if t.Pages == nil {
			t = guide.Translations{Slug: page.Slug, Original: original, Pages: map[string]guide.Page{}}
			o.bySlug[page.Slug] = t
		}
		t.Pages[page.Lang] = page
	}
	o.reserved()
	o.dropOrphans()
	outline := guide.Outline{Home: o.required(guide.Home), NotFound: o.required(guide.NotFound)}
	for i, overview := range o.sorted(isPart) {
		if i == mostParts {
			o.messages.Add(diag.Message{
				Pos:  at(overview.First(), "order"),
				Text: fmt.Sprintf("this is part %d, and a handbook has at most %d", i+1, mostParts), Hint: "every page names all parts; give their guides to fewer",
			})
			break
		}
		outline.Chapters = append(outline.Chapters, guide.Chapter{Overview: overview, Guides: o.guidesOf(overview)})
	}
	o.homeless()
	o.moved()
	return outline, o.messages
}

// mostParts is how many parts a handbook may have: each page names them all.
const mostParts = 50

type outliner struct {
	original string
	bySlug   map[string]guide.Translations
	messages diag.List
}

func isPart(slug string) bool { return strings.HasPrefix(slug, guide.PartPrefix) }

func isGuide(slug string) bool {
	return !isPart(slug) && slug != guide.Home && slug != guide.NotFound
}

// reserved reports pages whose address the site needs for itself.
func (o *outliner) reserved() {
	for _, slug := range guide.GeneratedPages() {
		for _, page := range o.bySlug[slug].Pages {
			o.messages.Add(diag.Message{Pos: diag.Pos{File: page.File}, Text: "the site has a page of its own at this address", Hint: "choose another name"})
		}
		delete(o.bySlug, slug)
	}
}

// dropOrphans removes translations without an original page.
func (o *outliner) dropOrphans() {
	var known []string
	for slug, t := range o.bySlug {
		if _, ok := t.Pages[o.original]; ok {
			known = append(known, slug)
		}
	}
	slices.Sort(known)
	for slug, t := range o.bySlug {
		if slices.Contains(known, slug) {
			continue
		}
		for _, page := range t.Pages {
			o.messages.Add(diag.Message{
				Pos:  diag.Pos{File: page.File},
				Text: fmt.Sprintf("a translation of a page that is not there: content/%s/%s.md", o.original, slug),
				Hint: diag.DidYouMean(slug, known),
			})
		}
		delete(o.bySlug, slug)
	}
}

func (o *outliner) required(slug string) guide.Translations {
	t, ok := o.bySlug[slug]
	if !ok {
		o.messages.Add(diag.Message{
			Pos:  diag.Pos{File: "content/" + o.original + "/" + slug + ".md"},
			Text: "the page is missing", Hint: "every site has one",
		})
		t = guide.Translations{Slug: slug, Original: o.original, Pages: map[string]guide.Page{o.original: {Slug: slug, Lang: o.original}}}
	}
	return t
}

// sorted returns the pages of a kind by their order in the original.
func (o *outliner) sorted(kind func(slug string) bool) []guide.Translations {
	var found []guide.Translations
	for _, slug := range slices.Sorted(maps.Keys(o.bySlug)) {
		if kind(slug) {
			found = append(found, o.bySlug[slug])
		}
	}
	slices.SortStableFunc(found, func(a, b guide.Translations) int {
		return cmp.Compare(a.First().Meta.Order, b.First().Meta.Order)
	})
	for i := range found {
		if i > 0 {
			o.samePlace(found[i-1].First(), found[i].First())
		}
	}
	return found
}

func (o *outliner) samePlace(a, b guide.Page) {
	if a.Meta.Order != b.Meta.Order {
		return
	}
	o.messages.Add(diag.Message{
		Pos:  at(b, "order"),
		Text: fmt.Sprintf("order %d is already that of %s", b.Meta.Order, a.File), Hint: "give one of them another number",
	})
}

func (o *outliner) guidesOf(overview guide.Translations) []guide.Translations {
	return o.sorted(func(slug string) bool {
		return isGuide(slug) && guide.PartPrefix+o.bySlug[slug].First().Meta.Part == overview.Slug
	})
}

// homeless reports guides whose part has no overview.
func (o *outliner) homeless() {
	var parts []string
	for slug := range o.bySlug {
		if part, ok := strings.CutPrefix(slug, guide.PartPrefix); ok {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	for slug, t := range o.bySlug {
		page := t.First()
		unknown := page.Meta.Part == "" && page.Meta.HasErrors // which was reported
		if !isGuide(slug) || unknown || slices.Contains(parts, page.Meta.Part) {
			continue
		}
		o.messages.Add(diag.Message{
			Pos:  at(page, "part"),
			Text: fmt.Sprintf("there is no part %q", page.Meta.Part),
			Hint: diag.Suggest(page.Meta.Part, "parts", parts),
		})
	}
}

// moved reports old addresses that are also the address of a page, or an old
// address of another.
func (o *outliner) moved() {
	claimed := map[string]guide.Page{}
	for _, slug := range slices.Sorted(maps.Keys(o.bySlug)) {
		page := o.bySlug[slug].First()
		for _, old := range page.Meta.MovedFrom {
			if slices.Contains(guide.GeneratedPages(), old) {
				o.messages.Errorf(at(page, "moved_from"), "moved_from names %s, where the site has a page of its own", old)
			}
			if other, ok := o.bySlug[old]; ok {
				o.messages.Errorf(at(page, "moved_from"), "moved_from names %s, which is a page: %s", old, other.First().File)
			}
			if other, ok := claimed[old]; ok {
				o.messages.Errorf(at(page, "moved_from"), "%s says that it moved from %s, too", other.File, old)
			}
			claimed[old] = page
		}
	}
}

// at returns the position of a front matter key, or the file's if it is not set.
func at(page guide.Page, key string) diag.Pos {
	if pos, ok := page.At(key); ok {
		return pos
	}
	return diag.Pos{File: page.File}
}
