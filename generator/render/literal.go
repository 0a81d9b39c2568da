package render

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// scalar writes a value without elements as mongosh reads it.
func scalar(n ejson.Node) ([]figure.Token, error) {
	switch n.Type {
	case "string":
		return one(figure.String, quote(n.Text)), nil
	case "int", "bool", "null":
		return one(figure.Number, n.Text), nil
	case "double":
		return double(n.Text), nil
	case "long":
		return call("Long", figure.String, quote(n.Text)), nil
	case "decimal":
		return call("Decimal128", figure.String, quote(n.Text)), nil
	case "objectId":
		return call("ObjectId", figure.String, quote(n.Text)), nil
	case "date":
		return date(n.Text), nil
	}
	return rareScalar(n)
}

func rareScalar(n ejson.Node) ([]figure.Token, error) {
	switch n.Type {
	case "binData":
		return binary(n), nil
	case "regex":
		return regex(n), nil
	case "timestamp":
		return timestamp(n), nil
	case "minKey":
		return call("MinKey", figure.Plain, ""), nil
	case "maxKey":
		return call("MaxKey", figure.Plain, ""), nil
	}
	return nil, fmt.Errorf("a value of type %s has no form in the shell", n.Type)
}

func one(class figure.Class, text string) []figure.Token {
	return []figure.Token{{Class: class, Text: text}}
}

// call writes a value that a constructor makes of one argument.
func call(constructor string, class figure.Class, argument string) []figure.Token {
	tokens := []figure.Token{{Class: figure.Type, Text: constructor}, {Class: figure.Punctuation, Text: "("}}
	if argument != "" {
		tokens = append(tokens, figure.Token{Class: class, Text: argument})
	}
	return append(tokens, figure.Token{Class: figure.Punctuation, Text: ")"})
}

// double leaves a number with a fraction as it is. The shell would take one
// without for an int32, so that one is named.
func double(text string) []figure.Token {
	if strings.ContainsAny(text, ".e") {
		return one(figure.Number, text)
	}
	return call("Double", figure.Number, text)
}

// date leaves out what is zero: ISODate reads a day, and a time without
// milliseconds.
func date(text string) []figure.Token {
	if !strings.Contains(text, "T") {
		return append([]figure.Token{{Class: figure.Keyword, Text: "new"}, {Text: " "}}, call("Date", figure.Number, text)...)
	}
	text = strings.TrimSuffix(text, "T00:00:00.000Z")
	if whole, ok := strings.CutSuffix(text, ".000Z"); ok {
		text = whole + "Z"
	}
	return call("ISODate", figure.String, quote(text))
}

// binary writes a UUID as such.
func binary(n ejson.Node) []figure.Token {
	if data, err := base64.StdEncoding.DecodeString(n.Text); err == nil && n.Options == "4" && len(data) == 16 {
		return call("UUID", figure.String, quote(fmt.Sprintf("%x-%x-%x-%x-%x", data[:4], data[4:6], data[6:8], data[8:10], data[10:])))
	}
	return []figure.Token{
		{Class: figure.Type, Text: "BinData"}, {Class: figure.Punctuation, Text: "("},
		{Class: figure.Number, Text: n.Options}, {Class: figure.Punctuation, Text: ", "},
		{Class: figure.String, Text: quote(n.Text)}, {Class: figure.Punctuation, Text: ")"},
	}
}

func timestamp(n ejson.Node) []figure.Token {
	tokens := []figure.Token{{Class: figure.Type, Text: "Timestamp"}, {Class: figure.Punctuation, Text: "({ "}}
	for i, field := range n.Fields {
		if i > 0 {
			tokens = append(tokens, figure.Token{Class: figure.Punctuation, Text: ", "})
		}
		tokens = append(tokens, figure.Token{Class: figure.Key, Text: field.Key},
			figure.Token{Class: figure.Punctuation, Text: ": "}, figure.Token{Class: figure.Number, Text: field.Value.Text})
	}
	return append(tokens, figure.Token{Class: figure.Punctuation, Text: " })"})
}

// regex writes a literal where JavaScript and PCRE read the same pattern and
// the shell keeps its options, else the constructor that takes any text.
func regex(n ejson.Node) []figure.Token {
	if plainPattern(n.Text) && strings.Trim(n.Options, "im") == "" {
		return one(figure.String, "/"+n.Text+"/"+n.Options)
	}
	tokens := call("BSONRegExp", figure.String, quote(n.Text))
	if n.Options == "" {
		return tokens
	}
	return append(tokens[:3], figure.Token{Class: figure.Punctuation, Text: ", "},
		figure.Token{Class: figure.String, Text: quote(n.Options)}, figure.Token{Class: figure.Punctuation, Text: ")"})
}

// plainPattern reports whether the pattern has nothing but letters, digits,
// spaces, anchors, dots and stars: what is the same everywhere.
func plainPattern(pattern string) bool {
	for i, r := range pattern {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" ,:;_-^$.", r) {
			continue
		}
		if r != '*' || i == 0 || strings.ContainsRune("*^$", rune(pattern[i-1])) {
			return false
		}
	}
	return pattern != "" && !strings.Contains(pattern, "\n")
}

// quote writes a string literal of JavaScript: in single quotes, or in double ones
// where that spares an escape.
func quote(text string) string {
	mark := '\''
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		mark = '"'
	}
	return inQuotes(text, mark, func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) })
}

// quoteDouble writes a string literal of Go and of Python, which have the same
// escapes.
func quoteDouble(text string) string {
	return inQuotes(text, '"', func(r rune) string { return fmt.Sprintf(`\U%08x`, r) })
}

// inQuotes writes a string literal between marks. Languages differ in how they escape
// what is invisible and above U+FFFF.
func inQuotes(text string, mark rune, above func(rune) string) string {
	var b strings.Builder
	b.WriteRune(mark)
	for _, r := range text {
		switch {
		case r == mark:
			b.WriteByte('\\')
			b.WriteRune(r)
		case invisible.Is(r) && r > 0xffff:
			b.WriteString(above(r))
		default:
			b.WriteString(quoteRune(r))
		}
	}
	b.WriteRune(mark)
	return b.String()
}

func quoteRune(r rune) string {
	switch r {
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	if invisible.Is(r) {
		return fmt.Sprintf(`\u%04x`, r)
	}
	return string(r)
}
