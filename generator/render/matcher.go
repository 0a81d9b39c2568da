package render

import (
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// ellipsis stands for a value that a result has but that differs from run to
// run: what a matcher of the expected result lets pass.
const ellipsis = "…"

// matcher gives the piece for {$$type: …}, {$$exists: …} and
// {$$unsetOrMatches: …}; false if n is something else. A piece without a
// scalar and without brackets is a field that is not there.
func (d *Dialect) matcher(n ejson.Node) (piece, bool, error) {
	if len(n.Fields) != 1 {
		return piece{}, false, nil
	}
	value := n.Fields[0].Value
	switch n.Fields[0].Key {
	case "$$type":
		return piece{scalar: anyOf(value)}, true, nil
	case "$$exists":
		if value.Text == "false" {
			return piece{}, true, nil
		}
		return piece{scalar: one(figure.Plain, ellipsis)}, true, nil
	case "$$unsetOrMatches":
		p, err := d.piece(value, true)
		return p, true, err
	}
	return piece{}, false, nil
}

// anyOf writes a type, which may be the only one of a list, as the shell
// writes values of that type, without the value.
func anyOf(kind ejson.Node) []figure.Token {
	if kind.Type == "array" && len(kind.Fields) == 1 {
		kind = kind.Fields[0].Value
	}
	constructors := map[string]string{
		"objectId": "ObjectId", "date": "ISODate", "long": "Long", "decimal": "Decimal128",
		"binData": "BinData", "timestamp": "Timestamp",
	}
	if name := constructors[kind.Text]; name != "" {
		return call(name, figure.Plain, ellipsis)
	}
	switch kind.Text {
	case "string":
		return one(figure.String, "'"+ellipsis+"'")
	case "array":
		return one(figure.Plain, "["+ellipsis+"]")
	case "object":
		return one(figure.Plain, "{"+ellipsis+"}")
	}
	return one(figure.Plain, ellipsis)
}
