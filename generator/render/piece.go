package render

import (
	"fmt"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// piece is a value ready to be laid out: what stands before it, then a scalar
// or the pieces between two brackets.
type piece struct {
	before   []figure.Token // `name: `
	after    []figure.Token // what ends it, before a comma
	scalar   []figure.Token
	kind     string // of a literal that names its type, before the brackets
	brackets string // "{}", "[]", or "" for a scalar
	list     bool   // an array, whatever its brackets are
	tight    bool   // no spaces inside its braces
	pad      int    // columns more before it where it and its neighbours have a line each
	items    []piece
	more     int      // elements left out after the items
	then     []method // called on it, one after the other
}

// toPiece makes a piece of a value in the shell. What is
// only for reading and is not run has long arrays cut and matchers as …
func toPiece(n ejson.Node, reading bool) (piece, error) { return mongosh.piece(n, reading) }

func (d *Dialect) piece(n ejson.Node, reading bool) (piece, error) {
	switch n.Type {
	case "object":
		if reading {
			if p, ok, err := d.matcher(n); ok {
				return p, err
			}
		} else if p, ok := d.placeholder(n); ok {
			return p, nil
		}
		return d.object(n, reading)
	case "array":
		return d.array(n, reading)
	}
	tokens, err := d.scalar(n)
	return piece{scalar: tokens}, err
}

func (d *Dialect) object(n ejson.Node, reading bool) (piece, error) {
	if name, ok := misplacedIndex(n.Fields); ok && d.moves {
		return piece{}, fmt.Errorf("the key %s has no form in the shell, which would move it", name)
	}
	p := piece{brackets: "{}", tight: d.tight, items: make([]piece, 0, len(n.Fields))}
	for _, field := range n.Fields {
		item, err := d.piece(field.Value, reading)
		if err != nil {
			return piece{}, fmt.Errorf("%s: %w", field.Key, err)
		}
		if item.absent() {
			continue
		}
		if d.compose == nil {
			item.before = []figure.Token{d.key(field.Key), {Class: figure.Punctuation, Text: ": "}}
		}
		p.items = append(p.items, item)
	}
	if d.compose != nil {
		return d.compose(n, p.items), nil
	}
	return p, nil
}

func (d *Dialect) array(n ejson.Node, reading bool) (piece, error) {
	p := piece{brackets: "[]", list: true}
	fields := n.Fields
	if reading && len(fields) > longArray {
		fields, p.more = fields[:shownOfLong], len(fields)-shownOfLong
	}
	for i, field := range fields {
		item, err := d.piece(field.Value, reading)
		if err != nil {
			return piece{}, fmt.Errorf("%d: %w", i, err)
		}
		p.items = append(p.items, item)
	}
	if d.compose != nil {
		return d.compose(n, p.items), nil
	}
	return p, nil
}

// container reports whether the piece has something between brackets.
func (p piece) container() bool { return len(p.items) > 0 }

// absent reports whether the piece stands for a field that is not there.
func (p piece) absent() bool { return p.brackets == "" && len(p.scalar) == 0 }

// whole reports whether nothing is left out, here or deeper.
func (p piece) whole() bool {
	for _, item := range p.items {
		if !item.whole() {
			return false
		}
	}
	return p.more == 0
}

// flat gives the piece without its before in one line.
func (p piece) flat() []figure.Token { return p.appendFlat(nil) }

func (p piece) appendFlat(line []figure.Token) []figure.Token {
	if p.brackets == "" {
		line = append(line, p.scalar...)
	} else {
		line = append(append(line, p.kinds()...), figure.Token{Class: figure.Punctuation, Text: p.opening()})
		line = append(appendInLine(line, p.items), figure.Token{Class: figure.Punctuation, Text: p.closing()})
	}
	for _, m := range p.then {
		line = append(line, figure.Token{Class: figure.Punctuation, Text: "."}, figure.Token{Class: figure.Function, Text: m.name}, figure.Token{Class: figure.Punctuation, Text: "("})
		line = append(appendInLine(line, m.arguments), figure.Token{Class: figure.Punctuation, Text: ")"})
	}
	return line
}

// inLine writes pieces one behind the other.
func inLine(items []piece) []figure.Token { return appendInLine(nil, items) }

func appendInLine(line []figure.Token, items []piece) []figure.Token {
	for i, item := range items {
		if i > 0 {
			line = append(line, figure.Token{Class: figure.Punctuation, Text: ", "})
		}
		line = append(item.appendFlat(append(line, item.before...)), item.after...)
	}
	return line
}

// left gives how many columns of a line's room the piece without its before leaves. It
// counts no further than below 0: most of what is asked about is far too wide.
func (p piece) left(room int) int {
	if p.brackets == "" {
		room -= columns(p.scalar)
	} else {
		room = leftInLine(p.items, room-figure.Columns(p.kind)-len(p.opening())-len(p.closing()))
	}
	for _, m := range p.then {
		room = leftInLine(m.arguments, room-figure.Columns(m.name)-len(".()"))
	}
	return room
}

// leftInLine gives what pieces leave one behind the other.
func leftInLine(items []piece, room int) int {
	for i, item := range items {
		if room < 0 {
			break
		}
		if i > 0 {
			room -= len(", ")
		}
		room = item.left(room - columns(item.before) - columns(item.after))
	}
	return room
}

// kinds is what stands before the first bracket.
func (p piece) kinds() []figure.Token {
	if p.kind == "" {
		return nil
	}
	return one(figure.Plain, p.kind)
}

// opening is the first bracket, with a space where a document's fields follow
// in the same line.
func (p piece) opening() string {
	if p.brackets == "{}" && p.container() && !p.tight {
		return "{ "
	}
	return p.brackets[:1]
}

func (p piece) closing() string {
	if p.brackets == "{}" && p.container() && !p.tight {
		return " }"
	}
	return p.brackets[1:]
}

func punctuation(text string) []figure.Token { return one(figure.Punctuation, text) }

func columns(tokens []figure.Token) int {
	n := 0
	for _, token := range tokens {
		n += figure.Columns(token.Text)
	}
	return n
}

func spaces(n int) string { return strings.Repeat(" ", n) }
