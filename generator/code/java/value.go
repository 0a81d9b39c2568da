package java

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// lexer reads Java.
var lexer = code.NewLexer(`[A-Za-z_]\w*|-?\d\w*`, "//",
	code.WordsOf("byte catch for if int long new return throw try"), types())

func types() map[string]bool {
	names := code.WordsOf("AssertionError IllegalStateException print printAll")
	for _, p := range packages {
		for name := range strings.FieldsSeq(p.names) {
			names[name] = true
		}
	}
	return names
}

// quote writes a string literal. An invisible character above U+FFFF is a pair of UTF-16
// escapes.
func quote(text string) string {
	return code.Quote(text, '"', func(r rune) string {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	})
}

var notation = &code.Notation{
	Lexer: lexer, Quote: quote,
	Scalars: map[string]string{
		"int": "{text}", "bool": "{text}", "null": "null", "long": "{text}L", "decimal": "Decimal128.parse({quoted})",
		"objectId": "new ObjectId({quoted})", "binData": "new Binary((byte) {options}, Base64.getDecoder().decode({quoted}))",
		"regex": "new BsonRegularExpression({quoted})", code.RegexWithOptions: "new BsonRegularExpression({quoted}, {quoted options})",
		"timestamp": "new BsonTimestamp({t}, {i})", "minKey": "new MinKey()", "maxKey": "new MaxKey()",
		code.WholeDouble: "{text}.0", "NaN": "Double.NaN", "Infinity": "Double.POSITIVE_INFINITY", "-Infinity": "Double.NEGATIVE_INFINITY",
	},
	Date: func(text string) string {
		if !strings.Contains(text, "T") { // milliseconds
			return "Instant.ofEpochMilli(" + text + "L)"
		}
		return "Instant.parse(" + quote(strings.Replace(text, ".000Z", "Z", 1)) + ")"
	},
	Special: func(ejson.Node) []figure.Token { return nil }, Path: variablePath, InsertedID: ".getInsertedId()", Document: composed, List: listOf,
}

// value writes a value without builders, as for expressions and commands: documents are
// Documents.
func value(n ejson.Node) code.Expr { return notation.Value(n) }

func text(s string) code.Expr { return value(ejson.Node{Type: "string", Text: s}) }

func number(digits string) code.Expr { return value(ejson.Node{Type: "int", Text: digits}) }

// key returns the name of a field as a string literal.
func key(name string) code.Expr {
	return code.Literal(figure.Token{Class: code.KeyClass(name), Text: quote(name)})
}

// static returns a call of a static method. One of the builders needs no class before it,
// as in MongoDB's documentation.
func static(class, method string, arguments ...code.Expr) code.Expr {
	tokens := []figure.Token{{Class: figure.Function, Text: method}}
	if builderOf()[method] != class {
		tokens = append(lexer.Tokens(class+"."), tokens...)
	}
	return code.CallOf(tokens, arguments...)
}

// made returns a call of a class's constructor.
func made(class string, arguments ...code.Expr) code.Expr {
	return code.CallOf(lexer.Tokens("new "+class), arguments...)
}

// document returns a Document of a single field.
func document(name string, value code.Expr) code.Expr { return made("Document", key(name), value) }

// composed returns a Document to which all fields but the first are appended.
func composed(n ejson.Node, values []code.Expr) code.Expr {
	whole := made("Document")
	for i, f := range n.Fields {
		if i == 0 {
			whole.Items = []code.Expr{key(f.Key), values[i]}
			continue
		}
		whole = whole.Then("append", key(f.Key), values[i])
	}
	return whole
}

// listOf returns a list. List.of doesn't accept null, and Arrays.asList would take a single
// null for its array of arguments.
func listOf(n ejson.Node, values []code.Expr) code.Expr {
	switch {
	case !slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return f.Value.Type == "null" }):
		return static("List", "of", values...)
	case len(values) == 1:
		return static("Collections", "singletonList", values...)
	}
	return static("Arrays", "asList", values...)
}

// variablePath writes hut.0.version as hut.get(0).get("version"). Gets of fields other than
// the last name the class of the value.
func variablePath(path string) string {
	parts := strings.Split(path, ".")
	written := code.Named(parts[0])
	for i, part := range parts[1:] {
		rest := parts[i+2:]
		switch name := quote(part); {
		case code.IsPosition(part):
			written += ".get(" + part + ")"
		case len(rest) == 0:
			written += ".get(" + name + ")"
		case !code.IsPosition(rest[0]):
			written += ".get(" + name + ", Document.class)"
		case len(rest) > 1:
			written += ".getList(" + name + ", Document.class)"
		default:
			written += ".getList(" + name + ", Object.class)"
		}
	}
	return written
}

// savedList writes hut.0.ids as hut.get(0).getList("ids", Object.class); false if the
// value is not a saved one, or its path does not end in a field.
func savedList(n ejson.Node) (code.Expr, bool) {
	path, ok := code.Saved(n)
	if !ok {
		return code.Expr{}, false
	}
	name := quote(path[strings.LastIndexByte(path, '.')+1:])
	of, ok := strings.CutSuffix(variablePath(path), ".get("+name+")")
	return code.Literal(figure.Token{Text: of + ".getList(" + name + ", Object.class)"}), ok
}

// has reports whether a document has all fields in must, and no others but those in may.
func has(n ejson.Node, must, may string) bool {
	for name := range strings.FieldsSeq(must) {
		if _, ok := code.Field(n.Fields, name); !ok {
			return false
		}
	}
	allowed := code.WordsOf(must + " " + may)
	return !slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return !allowed[f.Key] })
}

// part returns the value of a field, or a zero Node if there is none.
func part(n ejson.Node, name string) ejson.Node {
	value, _ := code.Field(n.Fields, name)
	return value
}
