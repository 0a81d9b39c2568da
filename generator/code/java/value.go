package java

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// quote writes a string literal. Java reads escapes of UTF-16 before all else.
func quote(text string) string {
	return code.Quote(text, '"', func(r rune) string {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	})
}

// source is an expression as it reads.
func source(text string) code.Expr { return code.Literal(lexer.Tokens(text)...) }

func text(s string) code.Expr {
	return code.Literal(figure.Token{Class: figure.String, Text: quote(s)})
}

func number(digits string) code.Expr {
	return code.Literal(figure.Token{Class: figure.Number, Text: digits})
}

// key is the name of a field.
func key(name string) code.Expr {
	return code.Literal(figure.Token{Class: code.KeyClass(name), Text: quote(name)})
}

// static is a call of a class's method. One of the builders needs no class before it, as
// the pages of MongoDB have it.
func static(class, method string, arguments ...code.Expr) code.Expr {
	tokens := []figure.Token{{Class: figure.Function, Text: method}}
	if builderOf()[method] != class {
		tokens = append(lexer.Tokens(class+"."), tokens...)
	}
	return code.CallOf(tokens, arguments...)
}

// made is a call of a class's constructor.
func made(class string, arguments ...code.Expr) code.Expr {
	return code.CallOf(lexer.Tokens("new "+class), arguments...)
}

// document is one of a single field.
func document(name string, value code.Expr) code.Expr { return made("Document", key(name), value) }

// value writes a value of which the driver makes the same BSON. What has no builder, as
// expressions and commands, is a Document.
func value(n ejson.Node) code.Expr {
	if path, ok := code.Saved(n); ok {
		return code.Literal(figure.Token{Text: variablePath(path)})
	}
	if start, ok := code.Index(n); ok {
		return code.Counted(start)
	}
	switch n.Type {
	case "object":
		return composed(n, values(n))
	case "array":
		return listOf(n, values(n))
	case "string":
		return text(n.Text)
	case "int", "bool", "null":
		return number(n.Text)
	case "long":
		return number(n.Text + "L")
	case "double":
		return number(double(n.Text))
	}
	return source(rare(n))
}

func values(n ejson.Node) []code.Expr { return each(n, value) }

// each writes the values of an object or an array.
func each(n ejson.Node, write func(ejson.Node) code.Expr) []code.Expr {
	var all []code.Expr
	for _, f := range n.Fields {
		all = append(all, write(f.Value))
	}
	return all
}

// composed makes a document by appending.
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

// listOf makes a list. List.of takes no null, which alone would be the array of arguments.
func listOf(n ejson.Node, values []code.Expr) code.Expr {
	switch {
	case !slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return f.Value.Type == "null" }):
		return static("List", "of", values...)
	case len(values) == 1:
		return static("Collections", "singletonList", values...)
	}
	return static("Arrays", "asList", values...)
}

func double(text string) string {
	switch {
	case text == "NaN":
		return "Double.NaN"
	case strings.HasPrefix(text, "-I"):
		return "Double.NEGATIVE_INFINITY"
	case strings.HasPrefix(text, "I"):
		return "Double.POSITIVE_INFINITY"
	case strings.ContainsAny(text, ".e"):
		return text
	}
	return text + ".0"
}

func rare(n ejson.Node) string {
	switch n.Type {
	case "decimal":
		return "Decimal128.parse(" + quote(n.Text) + ")"
	case "objectId":
		return "new ObjectId(" + quote(n.Text) + ")"
	case "date":
		if !strings.Contains(n.Text, "T") { // milliseconds
			return "Instant.ofEpochMilli(" + n.Text + "L)"
		}
		return "Instant.parse(" + quote(strings.Replace(n.Text, ".000Z", "Z", 1)) + ")"
	case "binData":
		return "new Binary((byte) " + n.Options + ", Base64.getDecoder().decode(" + quote(n.Text) + "))"
	case "regex":
		if n.Options == "" {
			return "new BsonRegularExpression(" + quote(n.Text) + ")"
		}
		return "new BsonRegularExpression(" + quote(n.Text) + ", " + quote(n.Options) + ")"
	case "timestamp":
		return fmt.Sprintf("new BsonTimestamp(%s, %s)", n.Fields[0].Value.Text, n.Fields[1].Value.Text)
	}
	return "new " + code.Capitalized(n.Type) + "()" // MinKey, MaxKey
}

// variablePath writes hut.0.version as hut.get(0).get("version"). All but the last are
// asked for by their classes.
func variablePath(path string) string {
	parts := strings.Split(path, ".")
	isIndex := func(i int) bool {
		if i >= len(parts) {
			return false
		}
		_, err := strconv.ParseUint(parts[i], 10, 31)
		return err == nil
	}
	written := code.Named(parts[0])
	for i := 1; i < len(parts); i++ {
		name := quote(parts[i])
		switch {
		case isIndex(i):
			written += ".get(" + parts[i] + ")"
		case isIndex(i+1) && i+2 < len(parts):
			written += ".getList(" + name + ", Document.class)"
		case isIndex(i + 1):
			written += ".getList(" + name + ", Object.class)"
		case i+1 < len(parts):
			written += ".get(" + name + ", Document.class)"
		default:
			written += ".get(" + name + ")"
		}
	}
	return written
}

// savedList writes hut.0.ids as hut.get(0).getList("ids", Object.class); false if the
// value is not saved, or its path does not end at a field.
func savedList(n ejson.Node) (code.Expr, bool) {
	path, ok := code.Saved(n)
	if !ok {
		return code.Expr{}, false
	}
	name := quote(path[strings.LastIndexByte(path, '.')+1:])
	of, ok := strings.CutSuffix(variablePath(path), ".get("+name+")")
	return code.Literal(figure.Token{Text: of + ".getList(" + name + ", Object.class)"}), ok
}

// has reports whether a document has these fields, and no others but those in may.
func has(n ejson.Node, must, may string) bool {
	for name := range strings.FieldsSeq(must) {
		if _, ok := code.Field(n.Fields, name); !ok {
			return false
		}
	}
	allowed := code.WordsOf(must + " " + may)
	return !slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return !allowed[f.Key] })
}

// part returns the value of a field, or nothing.
func part(n ejson.Node, name string) ejson.Node {
	value, _ := code.Field(n.Fields, name)
	return value
}

// constant writes keepExisting as KEEP_EXISTING.
func constant(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}
