package parse

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/invisible"
	"modelbook/generator/locale"
)

const maxYAML = 8 << 10 // bytes

// settings reads YAML of a closed shape: one mapping of known keys to texts,
// numbers, lists of texts and mappings of texts.
type settings struct {
	text  *diag.Text
	first int // the line before the YAML's first
	most  int // bytes, maxYAML if 0
	// sample is a line that such settings may have, one with a title if it is "".
	sample string
	// typography is that of the prose, nil if it is not known.
	typography *locale.Typography
	mentions   []guide.Mention
	messages   diag.List
}

// mapping returns the entries of the YAML, nil if it is not a mapping.
func (s *settings) mapping(yaml []byte) []*ast.MappingValueNode {
	if most := cmp.Or(s.most, maxYAML); len(yaml) > most {
		s.messages.Add(diag.Message{Pos: diag.Pos{File: s.text.File, Line: s.first + 1, Col: 1},
			Text: fmt.Sprintf("%d bytes of settings; at most %d", len(yaml), most)})
		return nil
	}
	if entries, ok := plainEntries(yaml); ok {
		return entries
	}
	file, err := parser.ParseBytes(yaml, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		s.syntax(err)
		return nil
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		s.failLine(1, "there are no settings here", linesSuchAs+cmp.Or(s.sample, "title: One to one"))
		return nil
	}
	return s.entries(file.Docs[0].Body, cmp.Or(s.sample, "title: One to one"))
}

// entries returns the entries of a mapping, nil after a message with a sample of one.
func (s *settings) entries(n ast.Node, sample string) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	s.fail(n, "this is not a list of keys and values", linesSuchAs+sample)
	return nil
}

const linesSuchAs = "write lines such as "

// key returns the text of a key that was not there before, "" after a message.
func (s *settings) key(entry *ast.MappingValueNode, seen map[string]diag.Pos) string {
	key, ok := entry.Key.(*ast.StringNode)
	switch {
	case !ok:
		s.fail(entry.Key, "this is not a key", "anchors, aliases, tags and merges have no place here")
		return ""
	case key.Value == "":
		s.fail(entry.Key, "this key is empty", "write a name before the colon, or delete the line")
		return ""
	}
	if before, twice := seen[key.Value]; twice {
		s.fail(key, fmt.Sprintf("%s stands on line %d already", key.Value, before.Line), "delete one of them")
		return ""
	}
	seen[key.Value] = s.pos(key)
	return key.Value
}

// string returns a text, "" after a message; a number or a word such as yes counts as
// written.
func (s *settings) string(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return s.notEmpty(n, n.Value)
	case *ast.LiteralNode:
		return s.notEmpty(n, n.Value.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value
	}
	hint := "write it in quotation marks"
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		hint = "anchors, aliases and tags have no place here; if it is text, " + hint
	}
	s.fail(n, "this is not a text", hint)
	return ""
}

func (s *settings) notEmpty(n ast.Node, value string) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		s.fail(n, "this is not one line of text", "write a line of text")
	case strings.ContainsAny(value, "\n\t"):
		s.fail(n, "this is not one line of text", "write it in one line, without tabs")
	case invisible.Index([]byte(value)) >= 0:
		s.fail(n, "this holds a character that is not seen, or that changes the direction of writing", "delete it")
	default:
		return value
	}
	return ""
}

func (s *settings) integer(n ast.Node) int {
	number, err := strconv.Atoi(n.GetToken().Value)
	if _, ok := n.(*ast.IntegerNode); !ok || err != nil || number < 1 {
		s.fail(n, "this is not a whole number from 1", "")
		return 0
	}
	return number
}

func (s *settings) strings(n ast.Node) []string {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		s.fail(n, "this is not a list", "write it as [one, two]")
		return nil
	}
	values := make([]string, len(list.Values))
	for i, value := range list.Values {
		values[i] = s.string(value)
	}
	return values
}

func (s *settings) pos(n ast.Node) diag.Pos {
	at := n.GetToken().Position
	if at == nil {
		return diag.Pos{File: s.text.File, Line: s.first + 1}
	}
	return diag.Pos{File: s.text.File, Line: s.first + at.Line, Col: at.Column}
}

func (s *settings) fail(n ast.Node, text, hint string) { s.failAt(s.pos(n), text, hint) }

func (s *settings) failAt(pos diag.Pos, text, hint string) {
	s.messages.Add(diag.Message{Pos: pos, Text: text, Hint: hint, Source: s.text.Line(pos.Line)})
}

func (s *settings) failLine(line int, text, hint string) {
	s.messages.Add(diag.Message{Pos: diag.Pos{File: s.text.File, Line: s.first + line, Col: 1},
		Text: text, Hint: hint, Source: s.text.Line(s.first + line)})
}

// syntax reports YAML that can't be read.
func (s *settings) syntax(err error) {
	var at *token.Position
	text := "this is not YAML"
	if e, ok := err.(interface {
		GetToken() *token.Token
		GetMessage() string
	}); ok {
		text = e.GetMessage()
		if t := e.GetToken(); t != nil {
			at = t.Position
		}
	}
	if at == nil {
		s.failLine(1, text, "")
		return
	}
	pos := diag.Pos{File: s.text.File, Line: s.first + at.Line, Col: at.Column}
	s.messages.Add(diag.Message{Pos: pos, Text: text, Hint: `put text that holds ": " or begins with a sign in quotation marks`,
		Source: s.text.Line(pos.Line)})
}
