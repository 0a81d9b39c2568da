package parse

import (
	"fmt"
	"strings"
	"time"
	"unique"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// metaKeys are the keys of front matter and how each is read.
var metaKeys = keys[guide.Meta]{
	"title":       func(s *settings, m *guide.Meta, n ast.Node) { m.Title = s.prose(m, n) },
	"question":    func(s *settings, m *guide.Meta, n ast.Node) { m.Question = s.prose(m, n) },
	"description": func(s *settings, m *guide.Meta, n ast.Node) { m.Description = s.prose(m, n) },
	"part":        func(s *settings, m *guide.Meta, n ast.Node) { m.Part = s.slug(n) },
	"order":       func(s *settings, m *guide.Meta, n ast.Node) { m.Order = s.integer(n) },
	"updated":     func(s *settings, m *guide.Meta, n ast.Node) { m.Updated = s.date(n) },
	"moved_from":  func(s *settings, m *guide.Meta, n ast.Node) { m.MovedFrom = s.formerNames(n) },
	"exceptions":  func(s *settings, m *guide.Meta, n ast.Node) { m.Exceptions = s.reasons(n) },
	"workload":    func(s *settings, m *guide.Meta, n ast.Node) { m.Workload = s.workload(n) },
	"figures":     func(s *settings, m *guide.Meta, n ast.Node) { m.Figures = s.figures(n) },
	"sketch":      func(s *settings, m *guide.Meta, n ast.Node) { m.Sketch = s.sketch(n) },
}

// Meta reads a page's front matter: strict YAML of at most 4 kB, without
// anchors, aliases or tags. Which keys it must have depends on the slug. Its
// texts get the marks and spaces of the page's language, as prose does; nil
// leaves them as they are.
func Meta(slug string, text *diag.Text, typography *locale.Typography) (guide.Meta, diag.List) {
	meta, messages := readMeta(slug, text, typography)
	meta.HasErrors = messages.Failed()
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
		key := unique.Make(s.key(entry, seen)).Value() // not a piece of the file, which would stay in memory
		if key != "" {
			meta.Keys = append(meta.Keys, guide.MetaKey{Name: key, Line: int32(seen[key].Line), Col: int32(seen[key].Col)})
		}
		read := metaKeys.reader(s, entry, key)
		switch {
		case read == nil:
			unknown = unknown || key != ""
		case !kind.allows(key):
			s.fail(entry.Key, fmt.Sprintf("%s has no key %s", kind.name, key), "")
		default:
			read(s, &meta, entry.Value)
		}
	}
	for _, key := range kind.required {
		if _, ok := seen[key]; !ok && !unknown && len(seen) > 0 {
			s.failLine(0, fmt.Sprintf("%s has the key %s; it is missing here", kind.name, key), "")
		}
	}
	return meta, s.messages
}

func (s *settings) formerNames(n ast.Node) []string {
	names := s.strings(n)
	for _, name := range names {
		if name != "" && !isID(name) {
			s.fail(n, fmt.Sprintf("%q is not the name of a page", name), "write the former name without .md")
		}
	}
	return names
}

// prose returns a text that readers see.
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
