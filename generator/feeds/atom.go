package feeds

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"slices"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// AtomPath is the feed of a language's changes.
func AtomPath(lang string) string { return lang + "/feed.xml" }

// most is how many pages a feed holds.
const most = 50

// Atom returns the feed of a language's pages as RFC 4287 describes it, the most
// recently changed first. It needs the site's address: an entry's id is an
// absolute one.
func Atom(site guide.Site, lang string, pages []guide.Page) []byte {
	dated := slices.DeleteFunc(slices.Clone(pages), func(p guide.Page) bool { return p.Meta.Updated == "" || p.Slug == guide.NotFound })
	slices.SortStableFunc(dated, func(a, b guide.Page) int { return cmp.Compare(b.Meta.Updated, a.Meta.Updated) })
	dated = dated[:min(len(dated), most)]
	var f atom
	f.WriteString(xml.Header + `<feed xmlns="http://www.w3.org/2005/Atom"` + markup.Attribute("xml:lang", lang) + ">\n")
	address := site.Address + AtomPath(lang)
	f.element(" ", "id", address)
	f.element(" ", "title", site.Name)
	f.element(" ", "subtitle", site.Description[lang])
	f.link(" ", "self", address)
	f.link(" ", "alternate", site.URL(lang, guide.Home))
	f.WriteString(" <author><name>")
	f.text(site.Name)
	f.WriteString("</name></author>\n")
	f.updated(" ", newest(dated))
	for _, p := range dated {
		f.WriteString(" <entry>\n")
		f.element("  ", "id", site.URL(lang, p.Slug))
		f.element("  ", "title", p.Meta.Title)
		f.link("  ", "alternate", site.URL(lang, p.Slug))
		f.updated("  ", p.Meta.Updated)
		f.element("  ", "summary", p.Meta.Description)
		f.WriteString(" </entry>\n")
	}
	f.WriteString("</feed>\n")
	return f.Bytes()
}

// newest returns the day of the first page. A feed without pages never changed,
// but the format requires a day.
func newest(dated []guide.Page) string {
	if len(dated) == 0 {
		return "1970-01-01"
	}
	return dated[0].Meta.Updated
}

type atom struct{ bytes.Buffer }

func (f *atom) element(indent, name, text string) {
	if text == "" {
		return
	}
	f.WriteString(indent + "<" + name + ">")
	f.text(text)
	f.WriteString("</" + name + ">\n")
}

func (f *atom) updated(indent, day string) { f.element(indent, "updated", day+"T00:00:00Z") }

func (f *atom) link(indent, rel, address string) {
	f.WriteString(indent + "<link" + markup.Attribute("rel", rel) + markup.Attribute("href", address) + "/>\n")
}

func (f *atom) text(text string) { xml.EscapeText(f, []byte(text)) }
