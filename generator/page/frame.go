package page

import (
	"html/template"
	"path"
	"slices"
	"strings"

	"modelbook/generator/guide"
)

// frame holds the parts that all pages of one kind, place and language share.
type frame struct {
	Assets, Brand, Find, Lens, Menu, Tongue, Entry, Foot template.HTML
}

// frameKey holds the inputs of a frame.
type frameKey struct {
	site         *guide.Site
	kind         Kind
	lang         string
	root, folder string
	hasPlay      bool
}

// frame returns the frame of a page, which is made once: a page has more time
// to be copied than to be filled in.
func (t *Theme) frame(in *Input) (*frame, error) {
	key := frameKey{in.Site, in.Kind, in.Lang, in.Root, in.Folder, in.HasPlay}
	if made, ok := t.frames.Load(key); ok {
		return made.(*frame), nil
	}
	l := t.languages[in.Lang]
	values := struct {
		Words                    *language
		Name, Root, Folder, Home string
		Status                   string
		SearchWords              string
		Styles                   []string
		Lost, IsSearch, Play     bool
		HasPlay                  bool
		ToPlay                   string
	}{l, in.Site.Name, in.Root, in.Folder, homeHref(in), statusHref(in), searchWords(l, in.Kind), t.stylesOf(in.Kind, in.Lang), in.Kind == NotFoundPage, in.Kind == SearchPage, in.Kind == PlayPage, in.HasPlay, l.PlayWords["entry"]}
	f := new(frame)
	for name, to := range map[string]*template.HTML{
		"assets": &f.Assets, "brand": &f.Brand, "find": &f.Find, "lens": &f.Lens, "menu": &f.Menu, "tongue": &f.Tongue, "entry": &f.Entry, "foot": &f.Foot,
	} {
		var b strings.Builder
		if err := t.templates.execute(&b, name, values); err != nil {
			return nil, err
		}
		*to = template.HTML(b.String())
	}
	t.frames.Store(key, f)
	return f, nil
}

// stylesOf names the style sheets of a kind of pages and of a language.
func (t *Theme) stylesOf(kind Kind, lang string) []string {
	var names []string
	if slices.Contains(kindsWithStyles, kind) {
		names = append(names, bodyClass(kind)+".css")
	}
	for _, asset := range t.assets {
		if tag, ok := languageOfStyles(path.Base(asset.Path)); ok && isLanguage(lang, tag) {
			names = append(names, path.Base(asset.Path))
		}
	}
	return names
}

// statusHref leads to the page about translations, if there is more than one
// language.
func statusHref(in *Input) string {
	if len(in.Site.Languages) < 2 {
		return ""
	}
	return in.Folder + guide.Status + ".html"
}

// homeHref leads to the language's home, which at the site's root is the page
// itself.
func homeHref(in *Input) string {
	if in.Kind == HomePage && in.Root == "" {
		return "index.html"
	}
	return in.Folder + "index.html"
}
