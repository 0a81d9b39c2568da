package page

import (
	"html"
	"html/template"
	"io"
	"strconv"
	"strings"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// view is what the template of a page sees.
type view struct {
	*Input
	Words                 *words
	HeadTitle             string
	TextLang              string // of the text, "" if it is the page's
	Navigation            template.HTML
	Body                  template.HTML
	Current               *languageLink
	Languages             []languageLink
	Alternates            []alternate
	Proof                 string
	Updated               string
	Class                 string
	Entries               []entryView
	ListTitle             string
	ShowTongues, HasAbout bool
	Home                  string
}

type languageLink struct {
	Version
	Name, Short string
	IsCurrent   bool
}

type alternate struct{ Lang, Address string }

type entryView struct {
	Entry
	TitleLang string // "" if it is the page's
}

// Render writes a page.
func (t *Theme) Render(to io.Writer, in Input) error {
	own := t.words[in.Lang]
	text := &writer{in: &in, words: t.words[in.Guide.Lang], lang: in.Guide.Lang}
	text.Grow(32 << 10)
	text.blocks()
	v := view{
		Input: &in, Words: own,
		HeadTitle:   headTitle(&in),
		TextLang:    textLang(&in),
		Navigation:  template.HTML(in.Navigation.on(in.Guide.Slug, sectionsInTree(&in, own))),
		Body:        template.HTML(text.String()),
		Languages:   t.languages(&in),
		Alternates:  alternates(in.Versions),
		Proof:       proof(&in, own),
		Updated:     updated(&in, own),
		Class:       [...]string{GuidePage: "guide", PartPage: "part", HomePage: "home", NotFoundPage: "lost"}[in.Kind],
		Entries:     entries(&in),
		ListTitle:   listTitle(in.Kind, own),
		Home:        homeHref(&in),
		ShowTongues: in.Kind == HomePage,
	}
	v.Current = currentOf(v.Languages)
	v.HasAbout = v.Proof != "" || v.Edit != "" || v.Updated != "" || len(v.Sources) > 0
	return t.templates.ExecuteTemplate(to, "page.html", &v)
}

func headTitle(in *Input) string {
	if in.Kind == HomePage {
		return in.Site.Name + ": " + in.Guide.Meta.Title
	}
	return in.Guide.Meta.Title + " · " + in.Site.Name
}

func textLang(in *Input) string {
	if in.Guide.Lang == in.Lang {
		return ""
	}
	return in.Guide.Lang
}

func homeHref(in *Input) string {
	if in.Kind == HomePage && in.Root == "" {
		return "index.html"
	}
	return in.Folder + "index.html"
}

// sectionsInTree gives the links to the page's sections for the tree, in the
// language of the text.
func sectionsInTree(in *Input, own *words) string {
	if in.Kind != GuidePage || len(in.Guide.Headings) == 0 {
		return ""
	}
	w := &writer{in: in, words: own, lang: in.Lang}
	w.strings(`<div class="here"`)
	if lang := textLang(in); lang != "" {
		w.strings(` lang="`, html.EscapeString(lang), `"`)
	}
	w.WriteString(">")
	w.sections()
	w.WriteString("</div>")
	return w.String()
}

func (t *Theme) languages(in *Input) []languageLink {
	links := make([]languageLink, 0, len(in.Versions))
	for _, version := range in.Versions {
		words := t.words[version.Lang]
		links = append(links, languageLink{
			Version: version, Name: words.Name, Short: words.Short, IsCurrent: version.Lang == in.Lang,
		})
	}
	return links
}

func currentOf(links []languageLink) *languageLink {
	for i := range links {
		if links[i].IsCurrent {
			return &links[i]
		}
	}
	return nil
}

// alternates are the addresses of the translations that there are, and of the
// English page for everyone else. Without a site address there are none.
func alternates(versions []Version) []alternate {
	var list []alternate
	other := ""
	for _, version := range versions {
		if version.Missing || version.Address == "" {
			continue
		}
		list = append(list, alternate{version.Lang, version.Address})
		if version.Lang == guide.English {
			other = version.Address
		}
	}
	if other != "" {
		list = append(list, alternate{"x-default", other})
	}
	return list
}

// proof says how many steps ran, and on which server.
func proof(in *Input, own *words) string {
	if in.Steps == 0 {
		return ""
	}
	on := own.OnMongoDB
	if in.Server.Embedded {
		on = own.OnEmbedded
	}
	return fill(own.StepsRan.form(in.Lang, in.Steps), "server", fill(on, "version", in.Server.Version))
}

func updated(in *Input, own *words) string {
	date := in.Guide.Meta.Updated
	if date == "" {
		return ""
	}
	return fill(own.Updated, "date", locale.Date(in.Lang, date))
}

func entries(in *Input) []entryView {
	list := make([]entryView, len(in.Contents))
	for i, entry := range in.Contents {
		list[i].Entry = entry
		if entry.Lang != in.Lang {
			list[i].TitleLang = entry.Lang
		}
	}
	return list
}

func listTitle(kind Kind, own *words) string {
	if kind == PartPage {
		return own.Guides
	}
	return own.Parts
}

// numbered gives an entry's title behind its number, as HTML.
func numbered(entry Entry) string {
	title := html.EscapeString(entry.Title)
	if entry.Number == 0 {
		return title
	}
	return strings.Join([]string{`<span class="number-of-part">`, strconv.Itoa(entry.Number), `</span> `, title}, "")
}
