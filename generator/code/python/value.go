package python

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// modules are where names come from, besides pymongo itself.
var modules = map[string]string{
	"UTC": "datetime", "datetime": "datetime", "b64decode": "base64", "pp": "pprint",
	"Binary": "bson", "DatetimeMS": "bson", "Decimal128": "bson", "Int64": "bson", "MaxKey": "bson", "MinKey": "bson", "ObjectId": "bson", "Regex": "bson", "Timestamp": "bson",
	"Collation": "pymongo.collation", "BulkWriteError": "pymongo.errors", "DuplicateKeyError": "pymongo.errors", "OperationFailure": "pymongo.errors",
}

// lexer reads Python. Numbers that follow each other are one word.
var lexer = code.NewLexer(`[A-Za-z_]\w*|-?\d[\w.]*(?:, \d[\w.]*)*`, "#",
	code.WordsOf("as def else except for if in is not raise try with"), types())

func types() map[string]bool {
	names := code.WordsOf("ASCENDING DESCENDING GEO2D GEOSPHERE HASHED ReturnDocument TEXT DeleteMany DeleteOne InsertOne ReplaceOne UpdateMany UpdateOne")
	for name := range modules {
		names[name] = true
	}
	return names
}

// value writes a value of which the driver makes the same BSON.
func value(n ejson.Node) code.Expr {
	if path, ok := code.Saved(n); ok {
		return code.Literal(figure.Token{Text: variablePath(path)})
	}
	if start, ok := code.Index(n); ok {
		return code.Counted(start)
	}
	switch n.Type {
	case "object":
		document := code.Expr{Brackets: "{}"}
		for _, f := range n.Fields {
			document.Items = append(document.Items, value(f.Value).Named(key(f.Key), figure.Token{Class: figure.Punctuation, Text: ": "}))
		}
		return document
	case "array":
		list := code.List()
		for _, f := range n.Fields {
			list.Items = append(list.Items, value(f.Value))
		}
		return list
	case "string":
		return code.Literal(figure.Token{Class: figure.String, Text: code.QuoteDouble(n.Text)})
	case "int":
		return code.Literal(figure.Token{Class: figure.Number, Text: n.Text})
	}
	return code.Literal(lexer.Tokens(rare(n))...)
}

func rare(n ejson.Node) string {
	switch n.Type {
	case "bool":
		return code.Capitalized(n.Text)
	case "null":
		return "None"
	case "double":
		switch {
		case strings.ContainsAny(n.Text, "NI"): // NaN, Infinity
			return "float(" + code.QuoteDouble(strings.ToLower(n.Text)) + ")"
		case strings.ContainsAny(n.Text, ".e"):
			return n.Text
		}
		return n.Text + ".0"
	case "long":
		return "Int64(" + n.Text + ")"
	case "decimal", "objectId":
		return map[string]string{"decimal": "Decimal128", "objectId": "ObjectId"}[n.Type] + "(" + code.QuoteDouble(n.Text) + ")"
	case "date":
		return date(n.Text)
	case "binData":
		return "Binary(b64decode(" + code.QuoteDouble(n.Text) + "), " + n.Options + ")"
	case "regex":
		if n.Options == "" {
			return "Regex(" + code.QuoteDouble(n.Text) + ")"
		}
		return "Regex(" + code.QuoteDouble(n.Text) + ", " + code.QuoteDouble(n.Options) + ")"
	case "timestamp":
		return fmt.Sprintf("Timestamp(%s, %s)", n.Fields[0].Value.Text, n.Fields[1].Value.Text)
	}
	return code.Capitalized(n.Type) + "()" // MinKey, MaxKey
}

// date writes a date with as few parts as datetime takes.
func date(text string) string {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil { // milliseconds, of a year that datetime does not have
		return "DatetimeMS(" + text + ")"
	}
	parts := []int{at.Year(), int(at.Month()), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond() / 1000}
	for len(parts) > 3 && parts[len(parts)-1] == 0 {
		parts = parts[:len(parts)-1]
	}
	return "datetime(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(parts), " ", ", "), "[]") + ", tzinfo=UTC)"
}

func key(name string) figure.Token {
	return figure.Token{Class: code.KeyClass(name), Text: code.QuoteDouble(name)}
}

// variablePath writes hut.0.version as hut[0]["version"].
func variablePath(path string) string {
	parts := strings.Split(path, ".")
	written := variable(code.Named(parts[0]))
	for _, part := range parts[1:] {
		if _, err := strconv.ParseUint(part, 10, 31); err != nil {
			part = code.QuoteDouble(part)
		}
		written += "[" + part + "]"
	}
	return written
}

// taken are Python's own names, and those of scripts, that a variable must not hide, and
// its words that other languages do not have.
var taken = code.WordsOf(`abs aiter all anext any ascii bin bytearray bytes callable chr classmethod compile complex
	datetime delattr dict dir divmod enumerate eval exec filter format frozenset getattr globals hasattr hash help hex id
	input isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow pp property repr
	reversed round set setattr slice sorted staticmethod str sum tuple type vars zip
	and as async def del elif except from global is lambda nonlocal not or pass raise`)

// variable writes lastRoom as last_room.
func variable(name string) string {
	if name = snakeCase(name); taken[name] {
		return name + "_"
	}
	return name
}

// snakeCase writes findOne as find_one.
func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// argument writes an argument, for which PyMongo may have classes.
func argument(a code.Argument) code.Expr {
	switch a.Type {
	case example.TypeReturnDocument:
		return code.Literal(lexer.Tokens("ReturnDocument." + strings.ToUpper(a.Value.Text))...)
	case example.TypeCollation:
		collation := code.CallOf(lexer.Tokens("Collation"))
		for _, f := range a.Value.Fields {
			collation.Items = append(collation.Items, value(f.Value).Named(keyword(f.Key)...))
		}
		return code.Literal(collation.Inline()...)
	case example.TypeRequests:
		list := code.Expr{Brackets: "[]"}
		for _, request := range code.RequestsOf(a.Value) {
			list.Items = append(list.Items, code.CallOf(lexer.Tokens(code.Capitalized(request.Name)), arguments(request)...))
		}
		return list
	case example.TypeKeys:
		return keys(a)
	}
	return value(a.Value)
}

func keyword(name string) []figure.Token {
	return []figure.Token{{Text: name}, {Class: figure.Punctuation, Text: "="}}
}

// direction is PyMongo's name for the direction of a key, or "".
func direction(n ejson.Node) string {
	switch n.Type {
	case "int":
		return map[string]string{"1": "ASCENDING", "-1": "DESCENDING"}[n.Text]
	case "string":
		return map[string]string{"2d": "GEO2D", "2dsphere": "GEOSPHERE", "hashed": "HASHED", "text": "TEXT"}[n.Text]
	}
	return ""
}

// keys writes keys with their directions: by their names alone where all ascend, and
// else as pairs. One key needs no list, but where it stands under a name.
func keys(a code.Argument) code.Expr {
	list := code.List()
	isAscending := a.Python != example.Option && !slices.ContainsFunc(a.Value.Fields, func(f ejson.Field) bool { return direction(f.Value) != "ASCENDING" })
	for _, f := range a.Value.Fields {
		name := code.Literal(key(f.Key))
		if isAscending {
			list.Items = append(list.Items, name)
			continue
		}
		to := value(f.Value)
		if name := direction(f.Value); name != "" {
			to = code.Literal(lexer.Tokens(name)...)
		}
		list.Items = append(list.Items, code.Expr{Brackets: "()", Items: []code.Expr{name, to}})
	}
	switch {
	case len(list.Items) != 1:
		return list
	case isAscending:
		return list.Items[0]
	case a.Python == example.CursorMethod && list.Items[0].Items[1].Brackets == "":
		pair := list.Items[0].Inline() // without its brackets
		return code.Literal(pair[1 : len(pair)-1]...)
	}
	return list
}
