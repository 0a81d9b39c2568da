package render

import (
	"fmt"
	"unicode/utf8"

	"modelbook/generator/code"
	"modelbook/generator/code/shell"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// boxes draws documents of one collection.
type boxes struct {
	references map[string]string // by the paths that hold them, see referencesFrom
	copies     copies            // counted in all documents of the collection
	// isGenerated says of the document that is drawn that the file has no text of it.
	isGenerated bool
}

func (b boxes) document(n ejson.Node) (*figure.Box, error) {
	if len(n.Fields) == 0 {
		return &figure.Box{Bytes: n.Size, Rows: []figure.Row{{Before: punctuation("{}")}}}, nil
	}
	if err := code.KeepsOrder(n); err != nil {
		return nil, err
	}
	box, err := b.object(n, figure.Document, 0, "")
	if err != nil {
		return nil, err
	}
	box.Bytes = n.Size
	box.ID, err = idText(n)
	return box, err
}

// idText returns the _id of a document as its row prints it.
func idText(n ejson.Node) (string, error) {
	for _, field := range n.Fields {
		if field.Key != "_id" || isBox(field.Value) {
			continue
		}
		id, err := shell.Read(shortened(field.Value))
		if err != nil {
			return "", fmt.Errorf("_id: %w", err)
		}
		return figure.Line{Tokens: id.Inline()}.Text(), nil
	}
	return "", nil
}

// inside draws a value that is a box: an array or an embedded document.
func (b boxes) inside(n ejson.Node, depth int, path string) (*figure.Box, error) {
	if n.Type == "array" {
		return b.array(n, depth, path)
	}
	return b.object(n, figure.Embedded, depth, path)
}

func (b boxes) object(n ejson.Node, kind figure.BoxKind, depth int, path string) (*figure.Box, error) {
	box := &figure.Box{Kind: kind, Depth: depth, Copies: b.copies.at(n, path)}
	for i, field := range n.Fields {
		row, err := b.row(field.Value, depth, join(path, field.Key), []figure.Token{shell.Key(field.Key)})
		if err != nil {
			return nil, err
		}
		if i == 0 {
			row.Before = append(punctuation("{ "), row.Before...)
		} else {
			row.Before = append(one(figure.Plain, "  "), row.Before...)
		}
		box.Rows = append(box.Rows, row)
	}
	return finish(box, "}"), nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// row draws a value after its name, which an element of an array does not have. The
// brackets of an array are in this row, around its box.
func (b boxes) row(n ejson.Node, depth int, path string, name []figure.Token) (figure.Row, error) {
	row := figure.Row{Before: name}
	if !isBox(n) {
		if len(name) > 0 {
			row.Before = append(row.Before, punctuation(": ")...)
		}
		row.Refers = b.references[path]
		tokens, err := b.value(n, path)
		row.Before = append(row.Before, tokens...)
		return row, err
	}
	if len(name) > 0 {
		row.Before = append(row.Before, punctuation(":")...)
	}
	if n.Type == "array" {
		if len(name) > 0 {
			row.Before = append(row.Before, one(figure.Plain, " ")...)
		}
		row.Before = append(row.Before, punctuation("[")...)
		row.After = punctuation("]")
	}
	var err error
	row.Inside, err = b.inside(n, depth+1, path)
	return row, err
}

// isBox reports whether a value is drawn as a box.
func isBox(n ejson.Node) bool { return len(n.Fields) > 0 && n.Type != "timestamp" }

// A text of more than longText bytes is shown by its first shownOfText.
const (
	longText    = 300
	shownOfText = 80
)

// shortened cuts a long text, of a string or of another type that is written as one.
func shortened(n ejson.Node) ejson.Node {
	if len(n.Text) > longText {
		end := shownOfText
		for !utf8.RuneStart(n.Text[end]) {
			end--
		}
		n.Text = n.Text[:end] + shell.Ellipsis
	}
	return n
}

// value prints a value that is no box. A declared reference to another document is
// a single token.
func (b boxes) value(n ejson.Node, path string) ([]figure.Token, error) {
	written, err := shell.Read(shortened(n))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	tokens := written.Inline()
	if _, refers := b.references[path]; refers && n.Type != "null" && written.Brackets == "" {
		return one(figure.Reference, figure.Line{Tokens: tokens}.Text()), nil
	}
	return tokens, nil
}

// finish appends a comma to every row but the last, and a document's closing
// bracket to the last.
func finish(box *figure.Box, closing string) *figure.Box {
	for i := range box.Rows {
		row := &box.Rows[i]
		switch {
		case i < len(box.Rows)-1:
			appendText(row, ",")
		case closing == "":
		case row.Inside == nil:
			row.Before = append(row.Before, punctuation(" "+closing)...)
		case row.After != nil:
			row.After = append(row.After, punctuation(" "+closing)...)
		default:
			row.After = punctuation(closing)
		}
	}
	return box
}

// appendText appends punctuation to a row. If the row ends in the box of a document,
// that is the end of the box's last row.
func appendText(row *figure.Row, text string) {
	for row.Inside != nil && row.After == nil {
		row = &row.Inside.Rows[len(row.Inside.Rows)-1]
	}
	if row.After != nil {
		row.After = append(row.After, punctuation(text)...)
		return
	}
	row.Before = append(row.Before, punctuation(text)...)
}
