package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// glossaryKeys are the keys of a glossary and how each is read.
var glossaryKeys = keys[guide.Glossary]{
	"terms":     func(s *settings, g *guide.Glossary, n ast.Node) { g.Terms = s.terms(n) },
	"listed":    func(s *settings, g *guide.Glossary, n ast.Node) { g.Listed = s.terms(n) },
	"said":      func(s *settings, g *guide.Glossary, n ast.Node) { g.Said = s.terms(n) },
	"search":    func(s *settings, g *guide.Glossary, n ast.Node) { g.Search = s.terms(n) },
	"guides":    func(s *settings, g *guide.Glossary, n ast.Node) { g.Guides = s.guides(n) },
	"stem":      func(s *settings, g *guide.Glossary, n ast.Node) { g.Stem = s.integer(n) },
	"forbidden": func(s *settings, g *guide.Glossary, n ast.Node) { g.Forbidden = s.wordRules(n) },
	"doubtful":  func(s *settings, g *guide.Glossary, n ast.Node) { g.Doubtful = s.wordRules(n) },
	"latin":     func(s *settings, g *guide.Glossary, n ast.Node) { g.Latin = strings.Fields(s.longText(n)) },
	"english":   func(s *settings, g *guide.Glossary, n ast.Node) { g.English = strings.Fields(s.longText(n)) },
	"alike":     func(s *settings, g *guide.Glossary, n ast.Node) { g.Alike = s.reasons(n) },
}

// maxGlossary is the size of a glossary's YAML.
const maxGlossary = 64 << 10 // bytes

// Glossary reads a language's glossary: strict YAML of at most 64 kB.
func Glossary(text *diag.Text) (guide.Glossary, diag.List) {
	s := &settings{text: text, most: maxGlossary}
	var g guide.Glossary
	glossaryKeys.read(s, s.mapping(text.Bytes), map[string]diag.Pos{}, &g)
	g.Mentions = s.mentions
	return g, s.messages
}

// terms reads concepts by their ids, each with words that have commas between them.
func (s *settings) terms(n ast.Node) map[string][]string {
	terms, seen := map[string][]string{}, map[string]diag.Pos{}
	for _, entry := range s.entries(n, "index: index, indexes") {
		id := s.key(entry, seen)
		if id == "" {
			continue
		}
		if !isID(id) {
			s.fail(entry.Key, fmt.Sprintf("%q is not the id of a concept: letters a to z, digits and hyphens", id), "")
		}
		for word := range strings.SplitSeq(s.string(entry.Value), ",") {
			terms[id] = append(terms[id], strings.TrimSpace(word))
		}
	}
	return terms
}

// guides reads pages by their slugs, each with words that have commas between them.
func (s *settings) guides(n ast.Node) map[string][]string {
	for _, entry := range s.entries(n, "bucket: bucketing, batching") {
		s.mention(entry.Key, s.string(entry.Key))
	}
	return s.terms(n)
}

// reasons reads the exceptions of a rule, each with its reason.
func (s *settings) reasons(n ast.Node) map[string]string {
	reasons, seen := map[string]string{}, map[string]diag.Pos{}
	for _, entry := range s.entries(n, "your-turn: a card has no exercise") {
		if key := s.key(entry, seen); key != "" {
			reasons[key] = s.string(entry.Value)
		}
	}
	return reasons
}

// wordRules reads patterns, each with its replacement.
func (s *settings) wordRules(n ast.Node) []guide.WordRule {
	var rules []guide.WordRule
	seen := map[string]diag.Pos{}
	for _, entry := range s.entries(n, "e-mail: email") {
		pattern := s.key(entry, seen)
		if pattern == "" {
			continue
		}
		if _, err := regexp.Compile(pattern); err != nil {
			s.fail(entry.Key, err.Error(), "write a regular expression: github.com/google/re2/wiki/Syntax")
			continue
		}
		rules = append(rules, guide.WordRule{Pattern: pattern, Instead: s.string(entry.Value), Pos: s.pos(entry.Key)})
	}
	return slices.Clip(rules)
}

// longText returns a text that may go on over several lines.
func (s *settings) longText(n ast.Node) string {
	if literal, ok := n.(*ast.LiteralNode); ok {
		return literal.Value.Value
	}
	return s.string(n)
}
