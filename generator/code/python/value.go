package python

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// modules are the modules of names that are not in pymongo itself.
var modules = map[string]string{
	"UTC": "datetime", "datetime": "datetime", "b64decode": "base64", "ThreadPoolExecutor": "concurrent.futures", "Event": "threading", "logging": "logging", "signal": "signal", "pp": "pprint",
	"Binary": "bson", "DatetimeMS": "bson", "Decimal128": "bson", "Int64": "bson", "MaxKey": "bson", "MinKey": "bson", "ObjectId": "bson", "Regex": "bson", "Timestamp": "bson",
	"Collation": "pymongo.collation", "BulkWriteError": "pymongo.errors", "DuplicateKeyError": "pymongo.errors", "OperationFailure": "pymongo.errors",
}

// lexer reads Python. Numbers separated by commas are one word.
var lexer = code.NewLexer(`[A-Za-z_]\w*|-?\d[\w.]*(?:, \d[\w.]*)*`, "#",
	code.WordsOf("as def else except for if in is lambda not raise try with"), types())

func types() map[string]bool {
	names := code.WordsOf("ASCENDING DESCENDING GEO2D GEOSPHERE HASHED ReturnDocument TEXT DeleteMany DeleteOne InsertOne ReplaceOne UpdateMany UpdateOne")
	for name := range modules {
		names[name] = true
	}
	return names
}

var notation = &code.Notation{
	Lexer: lexer, Quote: code.QuoteDouble,
	Scalars: map[string]string{
		"int": "{text}", "null": "None", "long": "Int64({text})", "decimal": "Decimal128({quoted})", "objectId": "ObjectId({quoted})",
		"binData": "Binary(b64decode({quoted}), {options})", "timestamp": "Timestamp({t}, {i})",
		"regex": "Regex({quoted})", code.RegexWithOptions: "Regex({quoted}, {quoted options})", "minKey": "MinKey()", "maxKey": "MaxKey()",
		"bool": "{Text}", code.WholeDouble: "{text}.0", "NaN": `float("nan")`, "Infinity": `float("infinity")`, "-Infinity": `float("-infinity")`,
	},
	Date:       date,
	Special:    func(ejson.Node) []figure.Token { return nil },
	InsertedID: ".inserted_id",
	Path: func(path string) string {
		name, rest, _ := strings.Cut(path, ".")
		return code.Subscripted(variable(code.Named(name)), rest, func(field string) string { return "[" + code.QuoteDouble(field) + "]" })
	},
	Document: func(n ejson.Node, values []code.Expr) code.Expr {
		for i, f := range n.Fields {
			values[i] = values[i].Named(key(f.Key), figure.Token{Class: figure.Punctuation, Text: ": "})
		}
		return code.Expr{Brackets: "{}", Items: values}
	},
	List: func(_ ejson.Node, values []code.Expr) code.Expr { return code.List(values...) },
}

// date writes a date without the trailing parts of its time that are zero.
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

// taken are names of Python and of scripts that a variable must not hide, and keywords
// that other languages do not have.
var taken = code.WordsOf(`abs aiter all anext any ascii bin bytearray bytes callable chr classmethod compile complex
	datetime delattr dict dir divmod enumerate eval exec filter format frozenset getattr globals hasattr hash help hex id
	input isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow pp property repr
	reversed round set setattr slice sorted staticmethod str sum tuple type vars zip
	and as async def del elif except from global is lambda nonlocal not or pass raise`)

// variable writes lastRoom as last_room.
func variable(name string) string {
	if name = code.SnakeCase(name); taken[name] {
		return name + "_"
	}
	return name
}

// argument writes an argument, for which PyMongo may have classes.
func argument(a code.Argument) code.Expr {
	switch a.Type {
	case example.TypeReturnDocument:
		return notation.Source("ReturnDocument." + strings.ToUpper(a.Value.Text))
	case example.TypeCollation:
		collation := code.CallOf(lexer.Tokens("Collation"))
		for _, f := range a.Value.Fields {
			collation.Items = append(collation.Items, notation.Value(f.Value).Named(keyword(f.Key)...))
		}
		return collation
	case example.TypeRequests:
		list := code.Expr{Brackets: "[]"}
		for _, request := range code.RequestsOf(a.Value) {
			list.Items = append(list.Items, code.CallOf(lexer.Tokens(code.Capitalized(request.Name)), arguments(request)...))
		}
		return list
	case example.TypeKeys:
		return keys(a)
	}
	return notation.Value(a.Value)
}

func keyword(name string) []figure.Token {
	return []figure.Token{{Text: name}, {Class: figure.Punctuation, Text: "="}}
}

// direction returns PyMongo's name for the direction of a key, or "".
func direction(n ejson.Node) string {
	switch n.Type {
	case "int":
		return map[string]string{"1": "ASCENDING", "-1": "DESCENDING"}[n.Text]
	case "string":
		return map[string]string{"2d": "GEO2D", "2dsphere": "GEOSPHERE", "hashed": "HASHED", "text": "TEXT"}[n.Text]
	}
	return ""
}

// keys writes keys with their directions: as names alone if all ascend, else as pairs;
// always as pairs in a keyword argument. A single name needs no list, nor does a single
// pair without a document in a method of a cursor.
func keys(a code.Argument) code.Expr {
	list := code.List()
	isAscending := a.Python != example.Option && !slices.ContainsFunc(a.Value.Fields, func(f ejson.Field) bool { return direction(f.Value) != "ASCENDING" })
	for _, f := range a.Value.Fields {
		name := code.Literal(key(f.Key))
		if isAscending {
			list.Items = append(list.Items, name)
			continue
		}
		to := notation.Value(f.Value)
		if name := direction(f.Value); name != "" {
			to = notation.Source(name)
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
