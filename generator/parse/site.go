package parse

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// siteKeys are the keys of a site's settings and how each is read.
var siteKeys = keys[guide.Site]{
	"name":        func(s *settings, site *guide.Site, n ast.Node) { site.Name = s.string(n) },
	"description": func(s *settings, site *guide.Site, n ast.Node) { site.Description = s.byLanguage(n) },
	"languages":   func(s *settings, site *guide.Site, n ast.Node) { site.Languages = s.languages(n) },
	"address":     func(s *settings, site *guide.Site, n ast.Node) { site.Address = s.folderAddress(n) },
	"addresses":   func(s *settings, site *guide.Site, n ast.Node) { site.Addresses = s.addresses(n) },
	"repository": func(s *settings, site *guide.Site, n ast.Node) {
		site.Repository = strings.TrimSuffix(s.address(n), "/")
	},
	"database": func(s *settings, site *guide.Site, n ast.Node) { site.Database = s.database(n) },
	"measures": func(s *settings, site *guide.Site, n ast.Node) { site.Measures = s.pageName(n) },
	"glossary": func(s *settings, site *guide.Site, n ast.Node) { site.Glossary = s.pageName(n) },
	"guides":   func(s *settings, site *guide.Site, n ast.Node) { site.Guides = s.plan(n) },
	"weights":  func(s *settings, site *guide.Site, n ast.Node) { site.Weights = s.weights(n) },
}

// samples has a line for each key that a site must have.
var samples = map[string]string{"name": "name: My handbook", "description": "description: {en: What it is about}", "languages": "languages: [en]"}

// Site reads content/site.yaml: strict YAML of at most 4 kB.
func Site(text *diag.Text) (guide.Site, diag.List) {
	s := &settings{text: text, sample: samples["name"]}
	site := guide.Site{Addresses: "html"}
	seen := map[string]diag.Pos{}
	siteKeys.read(s, s.mapping(text.Bytes), seen, &site)
	for _, key := range []string{"name", "description", "languages"} {
		if _, ok := seen[key]; !ok && len(seen) > 0 {
			s.failLine(1, fmt.Sprintf("a site has the key %s; it is missing here", key), "write a line such as "+samples[key])
		}
	}
	for _, lang := range site.Languages {
		if _, ok := site.Description[lang]; !ok && site.Description != nil {
			at := seen["description"]
			s.messages.Add(diag.Message{Pos: at, Text: "the description is missing in " + lang, Hint: "write it there, as " + lang + ": What it is about", Source: s.text.Line(at.Line)})
		}
	}
	site.Mentions = s.mentions
	return site, s.messages
}

// folderAddress reads an address that others follow, as a folder's.
func (s *settings) folderAddress(n ast.Node) string {
	address := s.address(n)
	if address != "" && !strings.HasSuffix(address, "/") {
		address += "/"
	}
	return address
}

func (s *settings) addresses(n ast.Node) string {
	kinds := []string{"html", "clean"}
	kind := s.string(n)
	if kind != "" && !slices.Contains(kinds, kind) {
		s.fail(n, "addresses are html or clean", diag.Suggest(kind, "words for them", kinds))
	}
	return kind
}

// pageName reads the slug of a page that must exist.
func (s *settings) pageName(n ast.Node) string {
	slug := s.string(n)
	if slug != "" && !isID(slug) {
		s.fail(n, fmt.Sprintf("%q is not the name of a page", slug), "write it without folder and .md")
		return ""
	}
	s.mention(n, slug)
	return slug
}

// mention notes that a page of this name must exist.
func (s *settings) mention(n ast.Node, slug string) {
	if slug != "" {
		s.mentions = append(s.mentions, guide.Mention{Slug: slug, Pos: s.pos(n), Source: s.text.Line(s.pos(n).Line)})
	}
}

// databaseKeys are the keys of the pages about the embedded database.
var databaseKeys = keys[guide.Database]{
	"page": func(s *settings, d *guide.Database, n ast.Node) { d.Page = s.pageName(n) },
	"list": func(s *settings, d *guide.Database, n ast.Node) { d.List = s.list(n) },
}

func (s *settings) database(n ast.Node) guide.Database {
	var d guide.Database
	databaseKeys.read(s, s.entries(n, "page: test-database"), map[string]diag.Pos{}, &d)
	return d
}

// list reads the path of the file that links to lists lead to.
func (s *settings) list(n ast.Node) string {
	file := s.string(n)
	if file != "" && (!listFile.MatchString(file) || path.Clean(file) != file) {
		s.fail(n, fmt.Sprintf("%q is not a file of the source", file), "write its path from the source folder")
	}
	return file
}

// planKeys are the keys of the plan for the guides of some parts.
var planKeys = keys[guide.Plan]{
	"parts": func(s *settings, p *guide.Plan, n ast.Node) {
		p.Parts = s.names(n, func(n ast.Node, part string) { s.mention(n, guide.PartPrefix+part) })
	},
	"sections": func(s *settings, p *guide.Plan, n ast.Node) { p.Sections = s.names(n, nil) },
	"given":    func(s *settings, p *guide.Plan, n ast.Node) { p.Given = s.names(n, nil) },
	"orders":   func(s *settings, p *guide.Plan, n ast.Node) { p.Orders = s.string(n) },
}

func (s *settings) plan(n ast.Node) guide.Plan {
	var p guide.Plan
	seen := map[string]diag.Pos{}
	planKeys.read(s, s.entries(n, "parts: [foundations]"), seen, &p)
	if at := seen["orders"]; p.Orders != "" && !slices.Contains(p.Sections, p.Orders) {
		s.messages.Add(diag.Message{Pos: at, Text: fmt.Sprintf("%q is none of the sections", p.Orders), Hint: diag.Suggest(p.Orders, "sections", p.Sections), Source: s.text.Line(at.Line)})
	}
	return p
}

// names reads a list of names, without those that are none, and calls each for every one.
func (s *settings) names(n ast.Node, each func(n ast.Node, name string)) []string {
	var names []string
	for i, name := range s.strings(n) {
		at := n.(*ast.SequenceNode).Values[i]
		switch {
		case name == "":
			continue
		case !isID(name):
			s.fail(at, fmt.Sprintf("%q is not a name: letters a to z, digits and hyphens", name), "write the id that it has in its page")
			continue
		case slices.Contains(names, name):
			s.fail(at, name+" stands here twice", "delete one of them")
		case each != nil:
			each(at, name)
		}
		names = append(names, name)
	}
	return names
}

var listFile = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._/-]*\.md$`)

// languages reads tags. Those that are none are left out, after a message.
func (s *settings) languages(n ast.Node) []string {
	written := s.strings(n)
	if list, ok := n.(*ast.SequenceNode); ok && len(list.Values) == 0 {
		s.fail(n, "a site has a language; this list is empty", "write the tag of the language of its pages: [en]")
	}
	var tags []string
	for i, tag := range written {
		at := n.(*ast.SequenceNode).Values[i]
		switch {
		case slices.Contains(tags, tag):
			s.fail(at, tag+" stands here twice", "delete one of them")
		case tag != "" && s.language(at, tag):
			tags = append(tags, tag)
		case i == 0:
			return nil // nothing can be said of pages without the language that the others translate
		}
	}
	return tags
}

// language reports whether a tag is that of a language, and adds a message if not.
func (s *settings) language(n ast.Node, tag string) bool {
	err := locale.Check(tag)
	if err != nil {
		text := err.Error()
		hint := strings.LastIndex(text, "; ")
		s.fail(n, text[:hint], text[hint+len("; "):])
	}
	return err == nil
}

func (s *settings) byLanguage(n ast.Node) map[string]string {
	entries := s.entries(n, "en: A text in English")
	if entries == nil {
		return nil
	}
	texts, seen := map[string]string{}, map[string]diag.Pos{}
	for _, entry := range entries {
		if lang := s.key(entry, seen); lang != "" && s.language(entry.Key, lang) {
			texts[lang] = s.string(entry.Value)
		}
	}
	return texts
}

// siteAddress has the letters of RFC 3986 that need no escape anywhere, and a
// host in ASCII.
var siteAddress = regexp.MustCompile(`^https://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[A-Za-z0-9._~%+-]*)*$`)

func (s *settings) address(n ast.Node) string {
	address := s.string(n)
	if address == "" {
		return ""
	}
	if _, err := url.Parse(address); err != nil || !siteAddress.MatchString(address) {
		s.fail(n, "this is not the address of a site", "write it as https://example.org/handbook/")
		return ""
	}
	return address
}
