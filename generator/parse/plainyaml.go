package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// plainEntries reads YAML of which every line is a key with a plain text, a quoted
// one, a whole number or a day, as in nearly all front matter: a parser takes ten
// times as long. ok is false for any other, which may mean something else.
func plainEntries(yaml []byte) (entries []*ast.MappingValueNode, ok bool) {
	all := string(yaml)
	count := strings.Count(all, "\n")
	type text struct { // a node with what it points at
		ast.StringNode
		base     ast.BaseNode
		token    token.Token
		position token.Position
	}
	texts := make([]text, 0, 2*count)
	add := func(value string, line, column int) *ast.StringNode {
		texts = append(texts, text{position: token.Position{Line: line, Column: column}})
		t := &texts[len(texts)-1]
		t.token = token.Token{Value: value, Position: &t.position}
		t.StringNode = ast.StringNode{BaseNode: &t.base, Token: &t.token, Value: value}
		return &t.StringNode
	}
	entries = make([]*ast.MappingValueNode, 0, count)
	for line := range strings.Lines(all) {
		key, value, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !found || key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_") != "" || isWord[key] || !strings.HasSuffix(line, "\n") {
			return nil, false
		}
		number := len(entries) + 1
		entry := &ast.MappingValueNode{BaseNode: &ast.BaseNode{}, Key: add(key, number, 1)}
		inner, isQuoted := cutQuotes(value)
		switch column := len(key) + 3; {
		case isQuoted:
			entry.Value = add(inner, number, column)
		case isPlainValue(value), isDay(value):
			entry.Value = add(value, number, column)
		case isNumber(value):
			entry.Value = ast.Integer(add(value, number, column).Token)
		default:
			return nil, false
		}
		entries = append(entries, entry)
	}
	return entries, len(entries) > 0
}

// isWord has the texts that YAML reads as something else.
var isWord = map[string]bool{"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

// cutQuotes returns the text between two quotation marks, without escapes.
func cutQuotes(value string) (inner string, ok bool) {
	inner, ok = strings.CutPrefix(value, `"`)
	inner, closed := strings.CutSuffix(inner, `"`)
	return inner, ok && closed && inner != "" && !strings.ContainsAny(inner, "\t\"\\")
}

// isPlainValue reports whether a value is surely the text as it is written.
func isPlainValue(value string) bool {
	first, _ := utf8.DecodeRuneInString(value)
	return unicode.IsLetter(first) && value[len(value)-1] != ' ' && !strings.ContainsAny(value, ":#\t{}[]&*!|>%@`\"") && !isWord[strings.ToLower(value)]
}

// isNumber reports whether a value is a whole number from 1 to 9999.
func isNumber(value string) bool {
	return value != "" && len(value) < 5 && value[0] != '0' && strings.Trim(value, "0123456789") == ""
}

// isDay reports whether a value is written as 2026-07-01.
func isDay(value string) bool {
	return len(value) == 10 && value[4] == '-' && value[7] == '-' && isNumber(value[:4]) && strings.Trim(value[5:7]+value[8:], "0123456789") == ""
}
