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

var siteKeys = []string{"name", "description", "languages", "address", "addresses", "repository", "database", "measures"}

// Site reads content/site.yaml: strict YAML of at most 4 kB.
func Site(text *diag.Text) (guide.Site, diag.List) {
	s := &settings{text: text, sample: "name: My handbook"}
	site := guide.Site{Addresses: "html"}
	seen := map[string]diag.Pos{}
	for _, entry := range s.mapping(text.Bytes) {
		key := s.key(entry, seen)
		switch {
		case key == "":
		case !slices.Contains(siteKeys, key):
			s.fail(entry.Key, "unknown key "+key, diag.DidYouMean(key, siteKeys))
		default:
			s.setSite(&site, key, entry.Value)
		}
	}
	for _, key := range siteKeys[:3] {
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

func (s *settings) setSite(site *guide.Site, key string, value ast.Node) {
	switch key {
	case "name":
		site.Name = s.string(value)
	case "description":
		site.Description = s.byLanguage(value)
	case "languages":
		site.Languages = s.languages(value)
	case "address":
		site.Address = s.address(value)
		if site.Address != "" && !strings.HasSuffix(site.Address, "/") {
			site.Address += "/"
		}
	case "addresses":
		site.Addresses = s.string(value)
		if site.Addresses != "html" && site.Addresses != "clean" {
			s.fail(value, "addresses are html or clean", "")
		}
	case "repository":
		site.Repository = strings.TrimSuffix(s.address(value), "/")
	case "database":
		site.Database = s.database(value)
	case "measures":
		site.Measures = s.pageName(value)
	}
}

// pageName reads the slug of a page.
func (s *settings) pageName(n ast.Node) string {
	slug := s.string(n)
	if slug != "" && !isID(slug) {
		s.fail(n, fmt.Sprintf("%q is not the name of a page", slug), "write it without folder and .md")
	}
	return slug
}

var databaseKeys = []string{"page", "list"}

// database reads where the site tells of the embedded database.
func (s *settings) database(n ast.Node) guide.Database {
	texts, seen := map[string]string{}, map[string]diag.Pos{}
	for _, entry := range s.entries(n) {
		switch key := s.key(entry, seen); {
		case key == "":
		case !slices.Contains(databaseKeys, key):
			s.fail(entry.Key, "unknown key "+key, diag.DidYouMean(key, databaseKeys))
		case key == "page":
			texts[key] = s.pageName(entry.Value)
		default:
			texts[key] = s.string(entry.Value)
		}
	}
	if list := texts["list"]; list != "" && (!listFile.MatchString(list) || path.Clean(list) != list) {
		s.fail(n, fmt.Sprintf("%q is not a file of the source", list), "write its path from the source folder")
	}
	return guide.Database{Page: texts["page"], List: texts["list"]}
}

var listFile = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._/-]*\.md$`)

func (s *settings) languages(n ast.Node) []string {
	tags := s.strings(n)
	if len(tags) == 0 || tags[0] != guide.English {
		s.fail(n, "the first language is not English", "translations need it: begin with en")
	}
	for i, tag := range tags {
		s.language(n.(*ast.SequenceNode).Values[i], tag)
		if slices.Contains(tags[:i], tag) {
			s.fail(n, tag+" stands here twice", "")
		}
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
