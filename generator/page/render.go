package page

import (
	"bytes"
	"errors"
	"html"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"modelbook/generator/markup"
)

// view is the data of a page's template. It has no embedded fields: the
// template would look for each in all of them, on every page.
type view struct {
	Lang, Folder, Canonical string // as in Input
	Root, Edit, Report      string
	Slugs                   []string

	Title      string // of the text
	Words      *words
	Space      string // between sentences
	Frame      *frame
	TextLang   string // of the text, "" if it is the page's
	TitleLang  string // of the title, "" if it is the text's
	Partly     bool   // some of the text is in the original
	StatusHref string
	Navigation template.HTML
	Body       template.HTML
	Sections   template.HTML // the list in the header
	Languages  template.HTML // the list in the header
	Head       template.HTML // the title, the description and the canonical address
	Machines   template.HTML
	Sheets     []string // style sheets that not every page has
	Scripts    []string // likewise
	Crumb      template.HTML
	Neighbors  template.HTML
	Sources    template.HTML
	Examples   string // the names of those whose code theme.js may read
	Updated    string
	Class      string
	Entries    []entryView
	ListTitle  string
	AllEntries string   // address of the page with the entries that are not listed, or ""
	Tongues    []tongue // the list at home
	Others     []lostView
	HasAbout   bool
	IsPlay     bool
	IsSearch   bool
}

type entryView struct {
	Entry
	TitleLang string        // "" if it is the page's
	Drawn     template.HTML // the models that the guide compares
}

// Render writes a page.
func (t *Theme) Render(to io.Writer, in Input) error {
	frame, err := t.frame(&in)
	if err != nil {
		return err
	}
	l := t.languages[in.Lang]
	switch in.Kind {
	case StatusPage:
		in.Guide = statusGuide(l)
	case PlayPage:
		in.Guide = playGuide(l)
	}
	buffers := pooled.Get().(*renderBuffers)
	defer pooled.Put(buffers)
	text := &buffers.text
	text.reset(&in, t.languages[in.Guide.Lang], t.languages[in.Site.Original()])
	text.blocks()
	switch in.Kind {
	case SearchPage:
		text.index()
	case StatusPage:
		text.status(t.languages)
	case PlayPage:
		text.playground()
	}
	if text.failed == nil {
		text.failed = checkCard(&in, text.Bytes())
	}
	if text.failed != nil {
		return text.failed
	}
	sections := sectionList(&in, l)
	v := t.view(&in, l, frame, text.Bytes())
	if len(in.Contents) > 0 {
		text.styledBy("with-contents.css")
	}
	if v.TextLang != "" || v.Partly {
		text.styledBy("with-notice.css")
	}
	v.Sheets, v.Scripts = text.styles, text.behavior
	v.Sections = sectionMenu(&in, l, sections)
	buffers.frame.Reset()
	if err := t.templates.execute(&buffers.frame, "page.html", &v); err != nil {
		return err
	}
	inTree := sections
	if inTree != "" {
		inTree = `<div class="here">` + inTree + "</div>"
	}
	tree := in.Navigation.on(in.Guide.Slug, inTree)
	if !t.lacks(&in) {
		return assemble(to, buffers.frame.Bytes(), tree, text.Bytes())
	}
	var whole bytes.Buffer
	if err := assemble(&whole, buffers.frame.Bytes(), tree, text.Bytes()); err != nil {
		return err
	}
	return markEnglish(to, whole.Bytes())
}

// view returns the data around the text, without the lists that the tree has
// too.
func (t *Theme) view(in *Input, l *language, frame *frame, body []byte) view {
	v := view{
		Lang: in.Lang, Folder: in.Folder, Canonical: in.Canonical,
		Root: in.Root, Edit: in.Edit, Report: in.Report,
		Slugs: in.Slugs,
		Title: l.Typography().KeepHyphens(in.Guide.Meta.Title),
		Words: &l.words, Frame: frame,
		Space:      spaceOf(l),
		TextLang:   textLang(in),
		TitleLang:  titleLang(in),
		Partly:     isPartlyOriginal(in.Guide),
		StatusHref: statusHref(in),
		Navigation: treeGoesHere,
		Body:       bodyGoesHere,
		Languages:  t.languageList(in),
		Head:       head(in),
		Machines:   machines(in, l, body),
		Crumb:      crumb(in, l),
		Neighbors:  neighbors(in, l),
		Sources:    sourceLinks(in, l),
		Examples:   sourceNames(in),
		Updated:    updated(in, l),
		Class:      bodyClass(in.Kind),
		Entries:    entries(in, l),
		ListTitle:  listTitle(in.Kind, l),
		AllEntries: l.allGuides(in.All, len(in.Contents)),
		Tongues:    t.tongues(in),
		Others:     t.lost(in),
		IsPlay:     in.Kind == PlayPage,
		IsSearch:   in.Kind == SearchPage,
	}
	v.HasAbout = v.Edit != "" || v.Report != "" || v.Updated != "" || len(v.Sources) > 0
	return v
}

// The tree and the body are most of a page. They are not passed through the
// template, which would copy them several times, but inserted in place of these
// marks. No text can contain them: the template escapes zero bytes.
const (
	treeGoesHere = template.HTML("\x00tree\x00")
	bodyGoesHere = template.HTML("\x00body\x00")
)

type renderBuffers struct {
	text  writer
	frame bytes.Buffer
}

var pooled = sync.Pool{New: func() any { return new(renderBuffers) }}

// assemble writes the frame with the tree and the body in their places.
func assemble(to io.Writer, frame []byte, tree [5]string, body []byte) error {
	before, rest, hasTree := bytes.Cut(frame, []byte(treeGoesHere))
	between, after, hasBody := bytes.Cut(rest, []byte(bodyGoesHere))
	if !hasTree || !hasBody {
		return errors.New("the template page.html must show .Navigation and after it .Body")
	}
	_, err := to.Write(before)
	for _, piece := range tree {
		if err == nil {
			_, err = io.WriteString(to, piece)
		}
	}
	for _, piece := range [][]byte{between, body, after} {
		if err == nil {
			_, err = to.Write(piece)
		}
	}
	return err
}

func bodyClass(kind Kind) string {
	return [...]string{GuidePage: "guide", PartPage: "part", HomePage: "home", NotFoundPage: "lost", SearchPage: "search", StatusPage: "translations", PlayPage: "play"}[kind]
}

// spaceOf returns the space between two sentences.
func spaceOf(l *language) string {
	if l.Typography().Han {
		return ""
	}
	return " "
}

// head returns the title, the description and the canonical address of a page.
func head(in *Input) template.HTML {
	written := "<title>" + markup.Text(headTitle(in)) + "</title>"
	if description := in.Guide.Meta.Description; description != "" {
		written += "\n<meta name=\"description\"" + markup.Attribute("content", description) + ">"
	}
	if in.Canonical != "" {
		written += "\n<link rel=\"canonical\"" + markup.Attribute("href", in.Canonical) + ">"
	}
	return template.HTML(written)
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

func titleLang(in *Input) string {
	if slices.Contains(in.Guide.Meta.Untranslated, "title") {
		return in.Site.Original()
	}
	return ""
}

func updated(in *Input, l *language) string {
	date := in.Guide.Meta.Updated
	if date == "" {
		return ""
	}
	return l.fill(l.Updated, "date", l.Date(date))
}

func entries(in *Input, l *language) []entryView {
	list := make([]entryView, len(in.Contents))
	for i, entry := range in.Contents {
		list[i].Entry = entry
		list[i].Title = l.Typography().KeepHyphens(entry.Title)
		if entry.Lang != in.Lang {
			list[i].TitleLang = entry.Lang
		}
		list[i].Drawn = template.HTML(in.miniatures(entry.Slug))
	}
	return list
}

// allGuides are the words of the link to all guides, if fewer are listed.
func (l *language) allGuides(all, listed int) string {
	if all <= listed {
		return ""
	}
	return l.fill(l.AllGuides, "count", l.Integer(int64(all)))
}

func listTitle(kind Kind, l *language) string {
	if kind == PartPage {
		return l.Guides
	}
	return l.Parts
}

// numbered returns an entry's number and title, as HTML.
func numbered(entry Entry) string {
	title := html.EscapeString(entry.Title)
	if entry.Number == 0 {
		return title
	}
	return strings.Join([]string{`<span class="number-of-part">`, strconv.Itoa(entry.Number), `</span> `, title}, "")
}
