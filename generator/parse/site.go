package parse

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

var siteKeys = []string{"name", "description", "languages", "address", "addresses", "repository"}

// Site reads content/site.yaml. Whether its languages are known is for package
// locale to say.
func Site(text *diag.Text) (guide.Site, diag.List) {
	s := &settings{text: text}
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
	return site, s.messages
}

func (s *settings) setSite(site *guide.Site, key string, value ast.Node) {
	switch key {
	case "name":
		site.Name = s.string(value)
	case "description":
		site.Description = s.byLanguage(value)
	case "languages":
		site.Languages = s.strings(value)
		if len(site.Languages) == 0 || site.Languages[0] != guide.English {
			s.fail(value, "the first language is not English", "translations need it: begin with en")
		}
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
	}
}

func (s *settings) byLanguage(n ast.Node) map[string]string {
	texts, seen := map[string]string{}, map[string]diag.Pos{}
	for _, entry := range s.entries(n) {
		if lang := s.key(entry, seen); lang != "" {
			texts[lang] = s.string(entry.Value)
		}
	}
	return texts
}

func (s *settings) address(n ast.Node) string {
	address := s.string(n)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		s.fail(n, "this is not the address of a site", "write it as https://example.org/handbook/")
		return ""
	}
	return address
}
