package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

func scalarInPython(n ejson.Node) ([]figure.Token, error) {
	switch n.Type {
	case "string":
		return one(figure.String, quoteDouble(n.Text)), nil
	case "int":
		return one(figure.Number, n.Text), nil
	case "bool":
		return one(figure.Number, strings.ToUpper(n.Text[:1])+n.Text[1:]), nil
	case "null":
		return one(figure.Number, "None"), nil
	case "double":
		return doubleInPython(n.Text), nil
	case "long":
		return call("Int64", figure.Number, n.Text), nil
	case "decimal", "objectId":
		name := map[string]string{"decimal": "Decimal128", "objectId": "ObjectId"}[n.Type]
		return call(name, figure.String, quoteDouble(n.Text)), nil
	case "date":
		return dateInPython(n.Text)
	case "binData":
		data := call("b64decode", figure.String, quoteDouble(n.Text))
		return append(append(append([]figure.Token{{Class: figure.Type, Text: "Binary"}}, punctuation("(")...), data...),
			figure.Token{Class: figure.Punctuation, Text: ", "}, figure.Token{Class: figure.Number, Text: n.Options}, figure.Token{Class: figure.Punctuation, Text: ")"}), nil
	case "regex":
		tokens := call("Regex", figure.String, quoteDouble(n.Text))
		if n.Options == "" {
			return tokens, nil
		}
		return append(tokens[:3], figure.Token{Class: figure.Punctuation, Text: ", "},
			figure.Token{Class: figure.String, Text: quoteDouble(n.Options)}, figure.Token{Class: figure.Punctuation, Text: ")"}), nil
	case "timestamp":
		return call("Timestamp", figure.Number, n.Fields[0].Value.Text+", "+n.Fields[1].Value.Text), nil
	}
	return scalar(n)
}

func doubleInPython(text string) []figure.Token {
	switch {
	case strings.ContainsAny(text, "NI"): // NaN, Infinity
		return nanInPython(text)
	case strings.ContainsAny(text, ".e"):
		return one(figure.Number, text)
	}
	return one(figure.Number, text+".0")
}

// nanInPython writes a number that has no digits.
func nanInPython(text string) []figure.Token {
	tokens := append(one(figure.Function, "float"), punctuation("(")...)
	tokens = append(tokens, one(figure.String, quoteDouble(strings.ToLower(text)))...)
	return append(tokens, punctuation(")")...)
}

// dateInPython writes a date with as few parts as datetime takes.
func dateInPython(text string) ([]figure.Token, error) {
	if !strings.Contains(text, "T") { // a year that datetime does not have
		return call("DatetimeMS", figure.Number, text), nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil, fmt.Errorf("the date %s has no form in Python", text)
	}
	parts := []int{at.Year(), int(at.Month()), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond() / 1000}
	for len(parts) > 3 && parts[len(parts)-1] == 0 {
		parts = parts[:len(parts)-1]
	}
	var written []string
	for _, part := range parts {
		written = append(written, strconv.Itoa(part))
	}
	tokens := call("datetime", figure.Number, strings.Join(written, ", "))
	return append(tokens[:3], figure.Token{Class: figure.Punctuation, Text: ", "}, figure.Token{Text: "tzinfo"},
		figure.Token{Class: figure.Punctuation, Text: "="}, figure.Token{Class: figure.Type, Text: "UTC"}, figure.Token{Class: figure.Punctuation, Text: ")"}), nil
}

func keyInPython(name string) figure.Token {
	class := figure.Key
	switch {
	case name == "_id":
		class = figure.ID
	case strings.HasPrefix(name, "$"):
		class = figure.Operator
	}
	return figure.Token{Class: class, Text: quoteDouble(name)}
}

// pathInPython writes hut.0.version as hut[0]["version"].
func pathInPython(path string) string {
	parts := strings.Split(path, ".")
	written := nameInPython(named(parts[0]))
	for _, part := range parts[1:] {
		if _, err := strconv.ParseUint(part, 10, 31); err != nil {
			part = quoteDouble(part)
		}
		written += "[" + part + "]"
	}
	return written
}
