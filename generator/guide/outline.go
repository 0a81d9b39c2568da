package guide

// Translations is one page in all the languages that it is written in.
type Translations struct {
	Slug     string
	Original string          // the language that the others translate
	Pages    map[string]Page // by language; Original is always there
}

// First returns the page in the original language.
func (t Translations) First() Page { return t.Pages[t.Original] }

// In returns the page in a language, or the original one with missing set.
func (t Translations) In(lang string) (page Page, missing bool) {
	if page, ok := t.Pages[lang]; ok {
		return page, false
	}
	return t.First(), true
}

// Chapter is a part of the handbook: its overview, and its guides in order.
type Chapter struct {
	Overview Translations
	Guides   []Translations
}

// Outline is the site in the order in which it is read.
type Outline struct {
	Home     Translations
	NotFound Translations
	Chapters []Chapter
}

// All returns every page: home, each chapter's overview and its guides, and
// last the page for a wrong address.
func (o Outline) All() []Translations {
	all := []Translations{o.Home}
	for _, chapter := range o.Chapters {
		all = append(append(all, chapter.Overview), chapter.Guides...)
	}
	return append(all, o.NotFound)
}
