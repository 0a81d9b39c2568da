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

var glossaryKeys = []string{"terms", "listed", "said", "search", "stem", "forbidden", "doubtful", "latin", "english", "alike"}

// maxGlossary is the size of a glossary's YAML.
const maxGlossary = 64 << 10 // bytes

// Glossary reads a language's glossary: strict YAML of at most 64 kB.
func Glossary(text *diag.Text) (guide.Glossary, diag.List) {
	s := &settings{text: text, most: maxGlossary}
	var g guide.Glossary
	seen := map[string]diag.Pos{}
	for _, entry := range s.mapping(text.Bytes) {
		switch key := s.key(entry, seen); key {
		case "":
		case "terms":
			g.Terms = s.terms(entry.Value)
		case "listed":
			g.Listed = s.terms(entry.Value)
		case "said":
			g.Said = s.terms(entry.Value)
		case "search":
			g.Search = s.terms(entry.Value)
		case "stem":
			g.Stem = s.integer(entry.Value)
		case "forbidden":
			g.Forbidden = s.wordRules(entry.Value)
		case "doubtful":
			g.Doubtful = s.wordRules(entry.Value)
		case "alike":
			g.Alike = s.reasons(entry.Value)
		case "latin":
			g.Latin = strings.Fields(s.longText(entry.Value))
		case "english":
			g.English = strings.Fields(s.longText(entry.Value))
		default:
			s.fail(entry.Key, "unknown key "+key, diag.DidYouMean(key, glossaryKeys))
		}
	}
	return g, s.messages
}

// terms reads concepts by their ids, each with words that have commas between them.
func (s *settings) terms(n ast.Node) map[string][]string {
	terms, seen := map[string][]string{}, map[string]diag.Pos{}
	for _, entry := range s.entries(n) {
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

// reasons reads what is left out of a rule, each with why.
func (s *settings) reasons(n ast.Node) map[string]string {
	reasons, seen := map[string]string{}, map[string]diag.Pos{}
	for _, entry := range s.entries(n) {
		if key := s.key(entry, seen); key != "" {
			reasons[key] = s.string(entry.Value)
		}
	}
	return reasons
}

// wordRules reads patterns, each with what is written instead.
func (s *settings) wordRules(n ast.Node) []guide.WordRule {
	var rules []guide.WordRule
	seen := map[string]diag.Pos{}
	for _, entry := range s.entries(n) {
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

// longText gives a text that may go on over several lines.
func (s *settings) longText(n ast.Node) string {
	if literal, ok := n.(*ast.LiteralNode); ok {
		return literal.Value.Value
	}
	return s.string(n)
}
