package shell

import (
	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// Of an array of more than LongArray elements, Read writes the first ShownOfLong.
const (
	LongArray   = 20
	ShownOfLong = 3
)

// Ellipsis is written in place of a value that differs from run to run, for which the
// expected result has a matcher.
const Ellipsis = "…"

// Value writes a value, whole.
func Value(n ejson.Node) (code.Expr, error) { return notation.Value(n), code.KeepsOrder(n) }

// Read writes a value that is only to be read: long arrays are cut, and matchers are
// written as the values that they match.
func Read(n ejson.Node) (code.Expr, error) { return read(n), code.KeepsOrder(n) }

func read(n ejson.Node) code.Expr {
	switch n.Type {
	case "object":
		if len(n.Fields) == 1 {
			if e, ok := matched(n.Fields[0]); ok {
				return e
			}
		}
		return notation.Document(n, code.Each(n, read))
	case "array":
		more := max(0, len(n.Fields)-ShownOfLong)
		if len(n.Fields) <= LongArray {
			more = 0
		}
		n.Fields = n.Fields[:len(n.Fields)-more]
		list := notation.List(n, code.Each(n, read))
		list.More = more
		return list
	}
	return code.Literal(notation.Scalar(n)...)
}

// matched writes the value that {$$type: …}, {$$exists: …} or {$$unsetOrMatches: …}
// matches; false for other fields. A field that must not exist is an absent expression.
func matched(f ejson.Field) (code.Expr, bool) {
	switch f.Key {
	case "$$type":
		return code.Literal(anyOf(f.Value)...), true
	case "$$exists":
		if f.Value.Text == "false" {
			return code.Expr{}, true
		}
		return code.Literal(one(figure.Plain, Ellipsis)...), true
	case "$$unsetOrMatches":
		return read(f.Value), true
	}
	return code.Expr{}, false
}

// anyOf writes a type, which may be the only one of a list, as the shell writes values of
// that type, with an ellipsis in place of the value.
func anyOf(kind ejson.Node) []figure.Token {
	if kind.Type == "array" && len(kind.Fields) == 1 {
		kind = kind.Fields[0].Value
	}
	constructors := map[string]string{
		"objectId": "ObjectId", "date": "ISODate", "long": "Long", "decimal": "Decimal128",
		"binData": "BinData", "timestamp": "Timestamp",
	}
	if name := constructors[kind.Text]; name != "" {
		return Lexer.Tokens(name + "(" + Ellipsis + ")")
	}
	switch kind.Text {
	case "string":
		return one(figure.String, "'"+Ellipsis+"'")
	case "array":
		return one(figure.Plain, "["+Ellipsis+"]")
	case "object":
		return one(figure.Plain, "{"+Ellipsis+"}")
	}
	return one(figure.Plain, Ellipsis)
}

// Lines lays an expression out for a page.
func Lines(e code.Expr) []figure.Line {
	return layout.Lines(brackets.Doc(e), Margins).Lines
}

// BrokenLines is like Lines, with each field of a document on lines of its own.
func BrokenLines(e code.Expr) []figure.Line {
	return layout.Lines(layout.Open(brackets.Doc(e)), Margins).Lines
}

// SpreadLines is like BrokenLines, and also puts the elements of arrays on lines of their
// own if they have parts, so that two documents can be compared line by line.
func SpreadLines(e code.Expr) []figure.Line {
	return layout.Lines(brackets.Spread(e), Margins).Lines
}
