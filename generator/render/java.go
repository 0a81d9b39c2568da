package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// java is the synchronous driver for Java, of version 5 on.
// Filters, updates, sorts, projections and stages are written with the driver's
// builders. What has no builder, as expressions and commands, is a Document.
var java = &Dialect{
	Name: "Java", Ending: ".java", least: "17", run: "java -cp 'lib/*'", install: []string{fetches + "mongodb-driver-sync" + intoLib, fetches + "mongodb-driver-core" + intoLib, fetches + "bson" + intoLib}, language: "java", step: 4,
	scalar: scalarInJava, key: keyInJava, saved: pathInJava, special: specialInJava, compose: composeInJava,
	place:    placeInJava,
	receiver: receiverInJava,
	variable: func(_ example.Descriptor, name string) []figure.Token { return one(figure.Plain, name) },
	method:   func(of example.Descriptor) string { return cmp.Or(methodsInJava[of.Name], of.Name) },
	options:  optionsInJava, leading: leadingInJava, complete: completeInJava, silent: writesCollection, explain: explainInJava, layOut: fluent,
	comment: "// ", end: ";", print: printInJava,
	assign: assignInJava, keeps: func(of example.Descriptor) bool { return of.Name != "runCommand" && classInJava(of) != nil },
	begin:    func(sent) []figure.Line { return nil }, // the program's head does
	callback: callbackInJava,
	loop:     loopInJava,
	attempt:  attemptInJava, guard: guardInJava,
	empty: []string{"db.drop();"},
	holds: func(receiver string, count int, message string) []string {
		return []string{
			fmt.Sprintf("if (%s.countDocuments() != %d) {", receiver, count),
			"    throw new AssertionError(" + quoteInJava(message) + ");",
			"}",
		}
	},
	wide: typedColumns, deep: 12,
	uses:    usesInJava,
	program: programInJava,
}

// methodsInJava are those that have other names in the driver.
var methodsInJava = map[string]string{"findOne": "find", "rename": "renameCollection"}

// quoteInJava writes a string literal. Java reads escapes of UTF-16 before all else.
func quoteInJava(text string) string {
	return inQuotes(text, '"', func(r rune) string {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	})
}

func keyInJava(name string) figure.Token {
	token := keyInPython(name)
	token.Text = quoteInJava(name)
	return token
}

// scalarInJava writes a value of which the driver makes the same BSON.
func scalarInJava(n ejson.Node) ([]figure.Token, error) {
	text := func(text string) piece { return piece{scalar: one(figure.String, quoteInJava(text))} }
	number := func(text string) piece { return piece{scalar: one(figure.Number, text)} }
	var p piece
	switch n.Type {
	case "string":
		p = text(n.Text)
	case "int", "bool", "null":
		p = number(n.Text)
	case "long":
		p = number(n.Text + "L")
	case "double":
		p = number(doubleInJava(n.Text))
	case "decimal":
		p = static("Decimal128", "parse", text(n.Text))
	case "objectId":
		p = made("ObjectId", text(n.Text))
	case "date":
		p = static("Instant", "parse", text(strings.Replace(n.Text, ".000Z", "Z", 1)))
		if !strings.Contains(n.Text, "T") { // milliseconds
			p = static("Instant", "ofEpochMilli", number(n.Text+"L"))
		}
	case "binData":
		decoder := static("Base64", "getDecoder").calls("decode", text(n.Text))
		p = made("Binary", piece{scalar: slices.Concat(punctuation("("), one(figure.Keyword, "byte"), punctuation(") "), one(figure.Number, n.Options))}, decoder)
	case "regex":
		p = made("BsonRegularExpression", text(n.Text))
		if n.Options != "" {
			p.items = append(p.items, text(n.Options))
		}
	case "timestamp":
		p = made("BsonTimestamp", number(n.Fields[0].Value.Text), number(n.Fields[1].Value.Text))
	case "minKey", "maxKey":
		p = made(capitalized(n.Type))
	default:
		return nil, fmt.Errorf("a value of type %s has no form in Java", n.Type)
	}
	return append(p.before, p.flat()...), nil
}

func doubleInJava(text string) string {
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

// static writes a call of a class's method. One of the builders needs no class before
// it, as the pages of MongoDB have it.
func static(class, method string, arguments ...piece) piece {
	before := one(figure.Function, method)
	if builderOf()[method] != class {
		before = slices.Concat(one(figure.Type, class), punctuation("."), before)
	}
	return piece{before: before, brackets: "()", items: arguments}
}

// made writes a call of a class's constructor.
func made(class string, arguments ...piece) piece {
	before := slices.Concat(one(figure.Keyword, "new"), one(figure.Plain, " "), one(figure.Type, class))
	return piece{before: before, brackets: "()", items: arguments}
}

// generic writes a call of a generic class's constructor.
func generic(class string, arguments ...piece) piece {
	p := made(class, arguments...)
	p.before = append(p.before, punctuation("<>")...)
	return p
}

// constant writes one of a class.
func constant(class, name string) piece {
	return piece{scalar: slices.Concat(one(figure.Type, class), punctuation("."), one(figure.Plain, name))}
}

// calls gives the piece with a method called on it.
func (p piece) calls(name string, arguments ...piece) piece {
	p.then = append(slices.Clip(p.then), method{name: name, arguments: arguments})
	return p
}

// composeInJava makes documents by appending. List.of takes no null.
func composeInJava(n ejson.Node, values []piece) piece {
	if n.Type == "array" {
		if slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return f.Value.Type == "null" }) {
			return nullableList(values)
		}
		return static("List", "of", values...)
	}
	document := made("Document")
	for i, f := range n.Fields {
		field := []piece{{scalar: []figure.Token{keyInJava(f.Key)}}, values[i]}
		if i == 0 {
			document.items = field
			continue
		}
		document = document.calls("append", field...)
	}
	return document
}

// nullableList writes a list that may have null, which alone would be the array of
// arguments.
func nullableList(values []piece) piece {
	if len(values) == 1 {
		return static("Collections", "singletonList", values...)
	}
	return static("Arrays", "asList", values...)
}

// pathInJava writes hut.0.version as hut.get(0).get("version"). All but the last are
// asked for by their classes.
func pathInJava(path string) string {
	parts := strings.Split(path, ".")
	index := func(i int) bool {
		if i >= len(parts) {
			return false
		}
		_, err := strconv.ParseUint(parts[i], 10, 31)
		return err == nil
	}
	written := named(parts[0])
	for i := 1; i < len(parts); i++ {
		key := quoteInJava(parts[i])
		switch {
		case index(i):
			written += ".get(" + parts[i] + ")"
		case index(i+1) && i+2 < len(parts):
			written += ".getList(" + key + ", Document.class)"
		case index(i + 1):
			written += ".getList(" + key + ", Object.class)"
		case i+1 < len(parts):
			written += ".get(" + key + ", Document.class)"
		default:
			written += ".get(" + key + ")"
		}
	}
	return written
}

// listInJava writes hut.0.ids as hut.get(0).getList("ids", Object.class); false if the
// path does not end at a field.
func listInJava(path string) (string, bool) {
	key := quoteInJava(path[strings.LastIndexByte(path, '.')+1:])
	document, ok := strings.CutSuffix(pathInJava(path), ".get("+key+")")
	return document + ".getList(" + key + ", Object.class)", ok
}

func receiverInJava(collection string) []figure.Token {
	if collection == "" {
		return one(figure.Plain, "db")
	}
	return append(one(figure.Plain, "db"), calling("getCollection", quoteInJava(collection))...)
}

// leadingInJava has sessions before all other arguments.
func leadingInJava(session string) []piece {
	if session == "" {
		return nil
	}
	return []piece{{scalar: one(figure.Plain, named(session))}}
}

func assignInJava(name string, of example.Descriptor) []figure.Token {
	return append(classInJava(of), one(figure.Plain, " "+name+" = ")...)
}

// classInJava is that of what an operation gives, nil if it is the driver's result of
// a write.
func classInJava(of example.Descriptor) []figure.Token {
	list := func(of string) []figure.Token {
		return slices.Concat(one(figure.Type, "List"), punctuation("<"), one(figure.Type, of), punctuation(">"))
	}
	switch {
	case of.On == example.OnSession:
		return one(figure.Type, "ClientSession")
	case of.Name == "distinct":
		return list("BsonValue")
	case of.Returns == example.ReturnsDocuments || of.Name == "listIndexes":
		return list("Document")
	case of.Returns == example.ReturnsDocument || of.Name == "explain" || of.Name == "runCommand":
		return one(figure.Type, "Document")
	case isCount(of.Name):
		return one(figure.Keyword, "long")
	}
	return nil
}

func loopInJava(body []figure.Line, times int) []figure.Line {
	head := slices.Concat(one(figure.Keyword, "for"), punctuation(" ("), one(figure.Keyword, "int"), one(figure.Plain, " "+counter+" = "), one(figure.Number, "0"),
		one(figure.Plain, "; "+counter+" < "), one(figure.Number, strconv.Itoa(times)), one(figure.Plain, "; "+counter+"++"), punctuation(") {"))
	return slices.Concat([]figure.Line{{Tokens: head}}, indented(body, 4), []figure.Line{{Tokens: punctuation("}")}})
}
