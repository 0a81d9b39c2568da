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

// Lexer reads JavaScript, with the types of the shell and of the driver for Node.js.
var Lexer = code.NewLexer(`-?Infinity|[A-Za-z_$][\w$]*|-?\d[\w.]*`, "//",
	code.WordsOf("async await catch const for if instanceof let new throw try"),
	code.WordsOf("BSONRegExp BinData Binary Date Decimal128 Double ISODate Long MaxKey MinKey MongoError MongoServerError ObjectId Timestamp UUID"))

var notation = Notation(map[string]string{
	"bool": "{text}", "null": "null", "int": "{text}", "long": "Long({quoted})", "decimal": "Decimal128({quoted})",
	"objectId": "ObjectId({quoted})", "binData": "BinData({options}, {quoted})", "timestamp": "Timestamp({ t: {t}, i: {i} })",
	"regex": "BSONRegExp({quoted})", code.RegexWithOptions: "BSONRegExp({quoted}, {quoted options})",
	"minKey": "MinKey()", "maxKey": "MaxKey()",
	code.WholeDouble: "Double({text})", "NaN": "Double(NaN)", "Infinity": "Double(Infinity)", "-Infinity": "Double(-Infinity)",
}, "ISODate", uuid)

// Notation returns the notation of JavaScript with templates of scalars, the constructor
// of dates, and the function that writes binary values.
func Notation(scalars map[string]string, date string, binary func(ejson.Node) []figure.Token) *code.Notation {
	return &code.Notation{
		Lexer: Lexer, Quote: Quote, Scalars: scalars,
		// Zeros are left out: the constructors read days, and times without milliseconds.
		Date: func(text string) string {
			if !strings.Contains(text, "T") {
				return "new Date(" + text + ")"
			}
			text = strings.TrimSuffix(text, "T00:00:00.000Z")
			if whole, ok := strings.CutSuffix(text, ".000Z"); ok {
				text = whole + "Z"
			}
			return date + "(" + Quote(text) + ")"
		},
		InsertedID: ".insertedId",
		Path: func(path string) string {
			name, rest, _ := strings.Cut(path, ".")
			return code.Subscripted(code.Named(name), rest, func(field string) string {
				if code.IsIdentifier(field) {
					return "." + field
				}
				return "[" + Quote(field) + "]"
			})
		},
		Document: func(n ejson.Node, values []code.Expr) code.Expr {
			document := code.Expr{Brackets: "{}", IsSpaced: true, Items: make([]code.Expr, 0, len(values))}
			for i, value := range values {
				if !value.IsAbsent() {
					document.Items = append(document.Items, value.Named(Key(n.Fields[i].Key), colon))
				}
			}
			return document
		},
		// A regex is a literal if JavaScript and PCRE read the pattern alike and the shell
		// keeps its options.
		Special: func(n ejson.Node) []figure.Token {
			switch {
			case n.Type == "binData":
				return binary(n)
			case plainPattern(n.Text) && strings.Trim(n.Options, "im") == "":
				return one(figure.String, "/"+n.Text+"/"+n.Options)
			}
			return nil
		},
		List: func(_ ejson.Node, values []code.Expr) code.Expr { return code.List(values...) },
	}
}

// Quote writes a string literal: in single quotes, or in double ones if that avoids
// escapes.
func Quote(text string) string {
	mark := '\''
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		mark = '"'
	}
	return code.Quote(text, mark, func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) })
}

// Key writes a field's name, quoted only where that is needed.
func Key(name string) figure.Token {
	token := figure.Token{Class: code.KeyClass(name), Text: name}
	switch {
	case name == "__proto__":
		token.Text = "['__proto__']" // as a plain key it would set the object's prototype
	case !code.IsIdentifier(name):
		token.Text = Quote(name)
	}
	return token
}

var colon = figure.Token{Class: figure.Punctuation, Text: ": "}

func one(class figure.Class, text string) []figure.Token {
	return []figure.Token{{Class: class, Text: text}}
}

// uuid writes a binary value as a UUID if it is one; nil if not.
func uuid(n ejson.Node) []figure.Token {
	data, err := base64.StdEncoding.DecodeString(n.Text)
	if err != nil || n.Options != "4" || len(data) != 16 {
		return nil
	}
	return Lexer.Tokens(fmt.Sprintf("UUID('%x-%x-%x-%x-%x')", data[:4], data[4:6], data[6:8], data[8:10], data[10:]))
}

// plainPattern reports whether the pattern has only letters, digits, spaces, simple
// punctuation, anchors, dots and stars, which mean the same in every engine.
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
