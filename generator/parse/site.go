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

// Site reads content/site.yaml: strict YAML of at most 4 kB.
func Site(text *diag.Text) (guide.Site, diag.List) {
	s := &settings{text: text, sample: "name: My handbook"}
	site := guide.Site{Addresses: "html"}
	seen := map[string]diag.Pos{}
	siteKeys.read(s, s.mapping(text.Bytes), seen, &site)
	for _, key := range []string{"name", "description", "languages"} {
		if _, ok := seen[key]; !ok && len(seen) > 0 {
			s.failLine(1, fmt.Sprintf("a site has the key %s; it is missing here", key), "")
		}
	}
	for _, lang := range site.Languages {
		if _, ok := site.Description[lang]; !ok && site.Description != nil {
			s.failLine(1, "the description is missing in "+lang, "")
		}
	}
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
	kind := s.string(n)
	if kind != "html" && kind != "clean" {
		s.fail(n, "addresses are html or clean", "")
	}
	return kind
}

// pageName reads the slug of a page.
func (s *settings) pageName(n ast.Node) string {
	slug := s.string(n)
	if slug != "" && !isID(slug) {
		s.fail(n, fmt.Sprintf("%q is not the name of a page", slug), "write it without folder and .md")
	}
	return slug
}

// databaseKeys are the keys of the pages about the embedded database.
var databaseKeys = keys[guide.Database]{
	"page": func(s *settings, d *guide.Database, n ast.Node) { d.Page = s.pageName(n) },
	"list": func(s *settings, d *guide.Database, n ast.Node) { d.List = s.string(n) },
}

func (s *settings) database(n ast.Node) guide.Database {
	var d guide.Database
	databaseKeys.read(s, s.entries(n), map[string]diag.Pos{}, &d)
	if d.List != "" && (!listFile.MatchString(d.List) || path.Clean(d.List) != d.List) {
		s.fail(n, fmt.Sprintf("%q is not a file of the source", d.List), "write its path from the source folder")
	}
	return d
}

// planKeys are the keys of the plan for the guides of some parts.
var planKeys = keys[guide.Plan]{
	"parts":    func(s *settings, p *guide.Plan, n ast.Node) { p.Parts = s.names(n) },
	"sections": func(s *settings, p *guide.Plan, n ast.Node) { p.Sections = s.names(n) },
	"given":    func(s *settings, p *guide.Plan, n ast.Node) { p.Given = s.names(n) },
}

func (s *settings) plan(n ast.Node) guide.Plan {
	var p guide.Plan
	planKeys.read(s, s.entries(n), map[string]diag.Pos{}, &p)
	return p
}

// names reads a list of names.
func (s *settings) names(n ast.Node) []string {
	names := s.strings(n)
	for _, name := range names {
		if !isID(name) {
			s.fail(n, fmt.Sprintf("%q is not a name: letters a to z, digits and hyphens", name), "")
		}
	}
	return names
}

var listFile = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._/-]*\.md$`)

func (s *settings) languages(n ast.Node) []string {
	tags := s.strings(n)
	if len(tags) == 0 {
		s.fail(n, "a site has a language; this list is empty", "write the tag of the language of its pages: [en]")
	}
	for i, tag := range tags {
		s.language(n.(*ast.SequenceNode).Values[i], tag)
		if slices.Contains(tags[:i], tag) {
			s.fail(n, tag+" stands here twice", "")
		}
	}
	if len(tags) > 0 && locale.Check(tags[0]) != nil {
		return nil // nothing can be said of pages without the language that the others translate
	}
	return tags
}

func (s *settings) language(n ast.Node, tag string) {
	if err := locale.Check(tag); err != nil {
		s.fail(n, err.Error(), "")
	}
}

func (s *settings) byLanguage(n ast.Node) map[string]string {
	s.sample = "en: A text in English"
	entries := s.entries(n)
	if entries == nil {
		return nil
	}
	texts, seen := map[string]string{}, map[string]diag.Pos{}
	for _, entry := range entries {
		if lang := s.key(entry, seen); lang != "" {
			s.language(entry.Key, lang)
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
	if _, err := url.Parse(address); err != nil || !siteAddress.MatchString(address) {
		s.fail(n, "this is not the address of a site", "write it as https://example.org/handbook/")
		return ""
	}
	return address
}
