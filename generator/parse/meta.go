package parse

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

var metaKeys = []string{"title", "question", "description", "part", "order", "updated", "moved_from"}

// Meta reads a page's front matter: strict YAML of at most 4 kB, without
// anchors, aliases or tags. Which keys it must have depends on the slug. Its
// texts get the marks and spaces of the page's language, as prose does; nil
// leaves them as they are.
func Meta(slug string, text *diag.Text, typography *locale.Typography) (guide.Meta, diag.List) {
	meta, messages := readMeta(slug, text, typography)
	meta.Wrong = messages.Failed()
	return meta, messages
}

func readMeta(slug string, text *diag.Text, typography *locale.Typography) (guide.Meta, diag.List) {
	s := &settings{text: text, first: 1, typography: typography}
	var meta guide.Meta
	yaml, _ := frontMatter(text.Bytes)
	if yaml == nil {
		s.first = 0
		s.failLine(1, "the page has no front matter between two lines ---", "begin with a line ---, the page's title and other keys, and a line ---")
		return meta, s.messages
	}
	meta.Remarks = s.keyRemarks(yaml)
	kind, unknown := kindOf(slug), false
	entries := s.mapping(yaml)
	meta.Keys = make([]guide.MetaKey, 0, len(entries))
	seen := map[string]diag.Pos{}
	for _, entry := range entries {
		key := s.key(entry, seen)
		if i := slices.Index(metaKeys, key); i >= 0 {
			key = metaKeys[i] // not a piece of the file, which would stay in memory
		}
		if key != "" {
			meta.Keys = append(meta.Keys, guide.MetaKey{Name: key, Line: int32(seen[key].Line), Col: int32(seen[key].Col)})
		}
		switch {
		case key == "":
		case !slices.Contains(metaKeys, key):
			unknown = true
			s.fail(entry.Key, "unknown key "+key, diag.DidYouMean(key, metaKeys))
		case !kind.allows(key):
			s.fail(entry.Key, fmt.Sprintf("%s has no key %s", kind.name, key), "")
		default:
			s.set(&meta, key, entry.Value)
		}
	}
	for _, key := range kind.required {
		if _, ok := seen[key]; !ok && !unknown && len(seen) > 0 {
			s.failLine(0, fmt.Sprintf("%s has the key %s; it is missing here", kind.name, key), "")
		}
	}
	return meta, s.messages
}

func (s *settings) set(meta *guide.Meta, key string, value ast.Node) {
	switch key {
	case "title":
		meta.Title = s.prose(meta, value)
	case "question":
		meta.Question = s.prose(meta, value)
	case "description":
		meta.Description = s.prose(meta, value)
	case "part":
		meta.Part = s.slug(value)
	case "order":
		meta.Order = s.integer(value)
	case "updated":
		meta.Updated = s.date(value)
	case "moved_from":
		meta.MovedFrom = s.strings(value)
		for _, old := range meta.MovedFrom {
			if !isID(old) {
				s.fail(value, fmt.Sprintf("%q is not the name of a page", old), "write the former name without .md")
			}
		}
	}
}

// prose gives a text that readers see.
func (s *settings) prose(meta *guide.Meta, n ast.Node) string {
	text := s.string(n)
	meta.Keys[len(meta.Keys)-1].Source = text
	if strings.Count(text, `"`)%2 != 0 {
		s.fail(n, "this quotation mark has no partner", "write another one, or leave it out")
	}
	if s.typography == nil {
		return text
	}
	return s.typography.Typeset(text)
}

func (s *settings) slug(n ast.Node) string {
	slug := s.string(n)
	if slug != "" && !isID(slug) {
		s.fail(n, fmt.Sprintf("%q is not a name: letters a to z, digits and hyphens", slug), "")
	}
	return slug
}

func (s *settings) date(n ast.Node) string {
	date := s.string(n)
	if _, err := time.Parse(time.DateOnly, date); err != nil && date != "" {
		s.fail(n, fmt.Sprintf("%q is not a day", date), "write it as 2026-07-01")
	}
	return date
}
