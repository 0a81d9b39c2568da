package ejson

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"modelbook/generator/diag"
)

// Parse reads one JSON value that fills the text. It reports as many mistakes as
// it can tell apart; if there is one, the value is nil.
func Parse(text *diag.Text) (*Value, diag.List) {
	p := &parser{text: text, input: text.Bytes}
	if len(p.input) > MaxSize {
		p.fail(MaxSize, fmt.Sprintf("the file is larger than %d bytes", MaxSize), "let \"generate\" make the data")
		return nil, p.list
	}
	value := p.file()
	if len(p.list) > 0 {
		return nil, p.list
	}
	return value, nil
}

// parser reads input from at on. A method that returns false has met something
// that it can't read past, and has reported it.
type parser struct {
	text  *diag.Text
	input []byte
	at    int
	depth int
	list  diag.List
}

// report notes a mistake and reports whether reading goes on.
func (p *parser) report(offset int, text, hint string) bool {
	p.list.Add(p.text.Message(offset, text, hint))
	return len(p.list) < maxErrors
}

// fail notes a mistake that can't be read past.
func (p *parser) fail(offset int, text, hint string) bool {
	p.list.Add(p.text.Message(offset, text, hint))
	return false
}

func (p *parser) file() *Value {
	if bytes.HasPrefix(p.input, []byte("\ufeff")) {
		p.report(0, "the file begins with a byte order mark", "save it as UTF-8 without one")
		p.at = len("\ufeff")
	}
	value, ok := p.value()
	if ok && p.space() && p.at < len(p.input) {
		p.fail(p.at, "something follows the end of the value", "a file holds one value")
	}
	return value
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.input) {
		return p.input[p.at]
	}
	return 0
}

// space skips white space and comments, and reports the comments.
func (p *parser) space() bool {
	for p.at < len(p.input) {
		switch p.input[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		case '/', '#':
			if !p.comment() {
				return false
			}
		default:
			return true
		}
	}
	return true
}

func (p *parser) comment() bool {
	start, rest := p.at, p.input[p.at:]
	end := []byte("\n")
	if bytes.HasPrefix(rest, []byte("/*")) {
		end = []byte("*/")
	}
	length := bytes.Index(rest, end)
	if length < 0 {
		p.at = len(p.input)
	} else {
		p.at += length + len(end)
	}
	return p.report(start, "strict JSON has no comments", "say it in \"description\" or in a step's \"note\"")
}

func (p *parser) value() (*Value, bool) {
	if !p.space() {
		return nil, false
	}
	v := &Value{Start: p.at}
	ok := p.read(v)
	v.End = p.at
	return v, ok
}

// read fills in the value that begins at the next byte.
func (p *parser) read(v *Value) (ok bool) {
	switch c := p.peek(); {
	case p.at >= len(p.input):
		return p.fail(p.at, "the file ends where a value should stand", "")
	case c == '{':
		v.Kind = Object
		return p.nested(func() bool { return p.object(v) })
	case c == '[':
		v.Kind = Array
		return p.nested(func() bool { return p.array(v) })
	case c == '"':
		v.Kind = String
		v.Text, ok = p.string()
		return ok
	case c == '-' || c == '+' || c == '.' || '0' <= c && c <= '9':
		v.Kind = Number
		v.Text, ok = p.number()
		return ok
	case isLetter(c):
		v.Kind, ok = p.word()
		return ok
	}
	return p.unexpected("a value")
}

func (p *parser) unexpected(wanted string) bool {
	r, size := utf8.DecodeRune(p.input[p.at:])
	switch {
	case r == '\'':
		return p.fail(p.at, "strings stand in double quotes", "write \"…\"")
	case r == utf8.RuneError && size < 2:
		return p.fail(p.at, "the file is not UTF-8 here", "save it as UTF-8")
	}
	return p.fail(p.at, fmt.Sprintf("%q where %s should stand", r, wanted), "")
}

func (p *parser) nested(read func() bool) bool {
	if p.depth == MaxDepth {
		return p.fail(p.at, fmt.Sprintf("nested deeper than %d levels", MaxDepth), "")
	}
	p.depth++
	ok := read()
	p.depth--
	return ok
}

func (p *parser) array(v *Value) bool {
	return p.sequence(']', func() bool {
		item, ok := p.value()
		v.Items = append(v.Items, item)
		return ok
	})
}

func (p *parser) object(v *Value) bool {
	var seen map[string]bool // the keys, once they are many
	return p.sequence('}', func() bool {
		m, ok := p.member()
		if !ok {
			return false
		}
		if seen == nil || seen[m.Key] {
			same := func(o Member) bool { return o.Key == m.Key }
			if first := slices.IndexFunc(v.Members, same); first >= 0 {
				hint := fmt.Sprintf("it stands in line %d already", p.text.Pos(v.Members[first].Start).Line)
				return p.report(m.Start, fmt.Sprintf("the key %q comes twice", m.Key), hint)
			}
		}
		v.Members = append(v.Members, m)
		seen = noted(seen, v.Members)
		return true
	})
}

// noted adds the key of the last member to the set of keys seen, which is nil
// while there are few members, since searching them is then faster.
func noted(seen map[string]bool, members []Member) map[string]bool {
	const few = 16
	switch {
	case len(members) < few:
		return nil
	case seen == nil:
		seen = map[string]bool{}
		for _, m := range members {
			seen[m.Key] = true
		}
	}
	seen[members[len(members)-1].Key] = true
	return seen
}

func (p *parser) member() (m Member, ok bool) {
	m.Start = p.at
	switch c := p.peek(); {
	case c == '"':
		m.Key, ok = p.string()
	case isLetter(c) || c == '$':
		m.Key = p.run()
		ok = p.report(m.Start, "keys stand in double quotes", fmt.Sprintf("write %q", m.Key))
	default:
		return m, p.unexpected("a key in double quotes")
	}
	m.End = p.at
	if !ok || !p.space() {
		return m, false
	}
	if p.peek() != ':' {
		return m, p.fail(p.at, fmt.Sprintf("a colon is missing after the key %q", m.Key), "")
	}
	p.at++
	m.Value, ok = p.value()
	return m, ok
}

// sequence reads the items between brackets. A comma too many or too few is
// reported and skipped.
func (p *parser) sequence(closing byte, item func() bool) bool {
	opening := p.at
	p.at++
	comma := -1 // offset of a comma that nothing has followed yet
	for p.space() {
		switch {
		case p.at >= len(p.input):
			return p.fail(opening, fmt.Sprintf("the file ends without the %q that closes this", closing), "")
		case p.peek() == closing:
			p.at++
			return comma < 0 || p.report(comma, fmt.Sprintf("a comma before %q", closing), "leave it out")
		case p.peek() == ',':
			if !p.report(p.at, "a comma too many", "leave it out") {
				return false
			}
			p.at++
			continue
		}
		if !item() || !p.space() {
			return false
		}
		comma = -1
		switch c := p.peek(); {
		case c == ',':
			comma = p.at
			p.at++
		case c == '"' || c == '{' || c == '[' || c == '-' || '0' <= c && c <= '9' || isLetter(c):
			if !p.report(p.at, "a comma is missing before this", "") {
				return false
			}
		case c != closing && p.at < len(p.input):
			return p.unexpected(fmt.Sprintf("a comma or %q", closing))
		}
	}
	return false
}
