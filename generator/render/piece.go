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
	scalar   []figure.Token
	brackets string // "{}", "[]", or "" for a scalar
	items    []piece
	more     int // elements left out after the items
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
	p := piece{brackets: "{}", items: make([]piece, 0, len(n.Fields))}
	for _, field := range n.Fields {
		item, err := d.piece(field.Value, reading)
		if err != nil {
			return piece{}, fmt.Errorf("%s: %w", field.Key, err)
		}
		if item.absent() {
			continue
		}
		item.before = []figure.Token{d.key(field.Key), {Class: figure.Punctuation, Text: ": "}}
		p.items = append(p.items, item)
	}
	return p, nil
}

func (d *Dialect) array(n ejson.Node, reading bool) (piece, error) {
	p := piece{brackets: "[]"}
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
func (p piece) flat() []figure.Token {
	if p.brackets == "" {
		return p.scalar
	}
	tokens := punctuation(p.opening())
	for i, item := range p.items {
		if i > 0 {
			tokens = append(tokens, punctuation(", ")...)
		}
		tokens = append(append(tokens, item.before...), item.flat()...)
	}
	return append(tokens, punctuation(p.closing())...)
}

// opening is the first bracket, with a space where a document's fields follow
// in the same line.
func (p piece) opening() string {
	if p.brackets == "{}" && p.container() {
		return "{ "
	}
	return p.brackets[:1]
}

func (p piece) closing() string {
	if p.brackets == "{}" && p.container() {
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
