package parse

import (
	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

var conceptKeys = []string{"id", "search"}

const maxGlossary = 64 << 10 // bytes

// Glossary reads content/glossary.yaml: strict YAML, a list of concepts, each
// with its names by language, and under "search" what else a reader may call it.
func Glossary(text *diag.Text) (guide.Glossary, diag.List) {
	s := &settings{text: text}
	var glossary guide.Glossary
	ids := map[string]bool{}
	list, ok := s.body(text.Bytes, maxGlossary).(*ast.SequenceNode)
	if !ok {
		if len(s.messages) == 0 {
			s.failLine(1, "this is not a list of concepts", "write each as - id: …")
		}
		return nil, s.messages
	}
	for _, item := range list.Values {
		c := s.concept(item)
		if ids[c.ID] {
			s.fail(item, "the concept "+c.ID+" stands here twice", "")
		}
		ids[c.ID] = true
		glossary = append(glossary, c)
	}
	return glossary, s.messages
}

func (s *settings) concept(n ast.Node) guide.Concept {
	c := guide.Concept{Names: map[string][]string{}, Aliases: map[string][]string{}}
	seen := map[string]diag.Pos{}
	for _, entry := range s.entries(n) {
		switch key := s.key(entry, seen); {
		case key == "":
		case key == "id":
			c.ID = s.string(entry.Value)
		case key == "search":
			aliased := map[string]diag.Pos{}
			for _, entry := range s.entries(entry.Value) {
				if lang := s.key(entry, aliased); s.isLanguage(entry.Key, lang) {
					c.Aliases[lang] = s.strings(entry.Value)
				}
			}
		case s.isLanguage(entry.Key, key):
			c.Names[key] = s.strings(entry.Value)
		}
	}
	if c.ID == "" || len(c.Names[guide.English]) == 0 {
		s.fail(n, "a concept has an id and an English name", "")
	}
	return c
}

// isLanguage reports whether a key is a language, or tells that it is none.
func (s *settings) isLanguage(n ast.Node, key string) bool {
	if key == "" {
		return false
	}
	if err := locale.Check(key); err != nil {
		s.fail(n, err.Error(), diag.DidYouMean(key, conceptKeys))
		return false
	}
	return true
}
