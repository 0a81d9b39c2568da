package shell

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// Scalar writes a value without elements as mongosh reads it.
func Scalar(n ejson.Node) []figure.Token {
	switch n.Type {
	case "string":
		return one(figure.String, Quote(n.Text))
	case "int", "bool", "null":
		return one(figure.Number, n.Text)
	case "double":
		if strings.ContainsAny(n.Text, ".e") {
			return one(figure.Number, n.Text)
		}
		// The shell would take a number without a fraction for an int32.
		return made("Double", one(figure.Number, n.Text)...)
	case "long":
		return Lexer.Tokens("Long(" + Quote(n.Text) + ")")
	case "decimal":
		return Lexer.Tokens("Decimal128(" + Quote(n.Text) + ")")
	case "objectId":
		return Lexer.Tokens("ObjectId(" + Quote(n.Text) + ")")
	case "date":
		return date(n.Text)
	case "binData":
		return binary(n)
	case "regex":
		return regex(n)
	case "timestamp":
		return Lexer.Tokens(fmt.Sprintf("Timestamp({ t: %s, i: %s })", n.Fields[0].Value.Text, n.Fields[1].Value.Text))
	}
	return Lexer.Tokens(code.Capitalized(n.Type) + "()") // MinKey, MaxKey
}

func one(class figure.Class, text string) []figure.Token {
	return []figure.Token{{Class: class, Text: text}}
}

// made writes a value that a constructor makes of one argument.
func made(constructor string, argument ...figure.Token) []figure.Token {
	tokens := []figure.Token{{Class: figure.Type, Text: constructor}, {Class: figure.Punctuation, Text: "("}}
	return append(append(tokens, argument...), figure.Token{Class: figure.Punctuation, Text: ")"})
}

// date leaves out what is zero: ISODate reads a day, and a time without
// milliseconds.
func date(text string) []figure.Token {
	if !strings.Contains(text, "T") {
		return Lexer.Tokens("new Date(" + text + ")")
	}
	text = strings.TrimSuffix(text, "T00:00:00.000Z")
	if whole, ok := strings.CutSuffix(text, ".000Z"); ok {
		text = whole + "Z"
	}
	return Lexer.Tokens("ISODate(" + Quote(text) + ")")
}

// binary writes a UUID as such.
func binary(n ejson.Node) []figure.Token {
	if data, err := base64.StdEncoding.DecodeString(n.Text); err == nil && n.Options == "4" && len(data) == 16 {
		return Lexer.Tokens(fmt.Sprintf("UUID('%x-%x-%x-%x-%x')", data[:4], data[4:6], data[6:8], data[8:10], data[10:]))
	}
	return Lexer.Tokens("BinData(" + n.Options + ", " + Quote(n.Text) + ")")
}

// regex writes a literal where JavaScript and PCRE read the same pattern and
// the shell keeps its options, else the constructor that takes any text.
func regex(n ejson.Node) []figure.Token {
	switch {
	case plainPattern(n.Text) && strings.Trim(n.Options, "im") == "":
		return one(figure.String, "/"+n.Text+"/"+n.Options)
	case n.Options == "":
		return Lexer.Tokens("BSONRegExp(" + Quote(n.Text) + ")")
	}
	return Lexer.Tokens("BSONRegExp(" + Quote(n.Text) + ", " + Quote(n.Options) + ")")
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
