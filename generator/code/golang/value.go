package golang

import (
	"cmp"
	"fmt"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"time"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// lexer reads Go. A name is one word with its package, and numbers separated by commas
// are one word.
var lexer = code.NewLexer(`[A-Za-z_][\w.]*|-?\d[\w.]*(?:, -?\d[\w.]*)*`, "//", keywords(), code.WordsOf(`
	base64.StdEncoding.DecodeString bson.Binary bson.DateTime bson.MaxKey bson.MinKey bson.ObjectIDFromHex bson.ParseDecimal128 bson.Regex bson.Timestamp
	int64 math.Copysign math.Inf math.NaN options.Collation time.Date`))

func keywords() map[string]bool {
	words := map[string]bool{}
	for t := token.BREAK; t <= token.VAR; t++ {
		words[t.String()] = true
	}
	return words
}

var notation = &code.Notation{
	Lexer: lexer, Quote: quote,
	// A constant without a fraction is an int, which the driver stores as an int32.
	Scalars: map[string]string{
		"int": "{text}", "bool": "{text}", "null": "nil", "long": "int64({text})", "decimal": "must(bson.ParseDecimal128({quoted}))",
		"objectId": "must(bson.ObjectIDFromHex({quoted}))", "timestamp": "bson.Timestamp{T: {t}, I: {i}}",
		"regex": "bson.Regex{Pattern: {quoted}}", code.RegexWithOptions: "bson.Regex{Pattern: {quoted}, Options: {quoted options}}",
		"minKey": "bson.MinKey{}", "maxKey": "bson.MaxKey{}",
		code.WholeDouble: "{text}.0", "NaN": "math.NaN()", "Infinity": "math.Inf(1)", "-Infinity": "math.Inf(-1)", "-0": "math.Copysign(0, -1)",
	},
	Date: date, Special: binary, Path: variablePath, InsertedID: ".InsertedID",
	Document: func(n ejson.Node, values []code.Expr) code.Expr {
		for i, f := range n.Fields {
			values[i] = pair(f.Key, values[i])
		}
		return literal(document, values...)
	},
	List: func(_ ejson.Node, values []code.Expr) code.Expr { return list("bson.A", values) },
}

// literal returns a literal of a composite type, with its parts in braces.
func literal(kind string, items ...code.Expr) code.Expr {
	return code.Expr{Tokens: []figure.Token{{Text: kind}}, Brackets: "{}", Items: items}
}

const (
	// document is the type of documents, which keep the order of their fields.
	document = "bson.D"
	driver   = "go.mongodb.org/mongo-driver/v2/"
)

// list returns a literal of values, which share lines.
func list(kind string, values []code.Expr) code.Expr {
	all := literal(kind, values...)
	all.IsList = true
	return all
}

// pair returns a field as an element of bson.D.
func pair(name string, value code.Expr) code.Expr {
	brace := func(text string) figure.Token { return figure.Token{Class: figure.Punctuation, Text: text} }
	value.Name = []figure.Token{brace("{"), {Class: code.KeyClass(name), Text: code.QuoteDouble(name)}, brace(", ")}
	value.After = []figure.Token{brace("}")}
	return value
}

// elements returns a slice of documents, whose literal names their type only once.
func elements(slice string, n ejson.Node) code.Expr {
	all := list(slice, notation.Values(n))
	for i, item := range all.Items {
		if item.Brackets != "" && item.Tokens[0].Text == document {
			all.Items[i].Tokens = nil
		}
	}
	return all
}

// quote writes a string, raw if that avoids escapes.
func quote(text string) string {
	if !strings.ContainsAny(text, "\\\"") || strings.ContainsAny(text, "`\n\t") || strings.ContainsFunc(text, invisible.Is) {
		return code.QuoteDouble(text)
	}
	return "`" + text + "`"
}

// subtypes are the ends of the driver's names for subtypes of binary values.
var subtypes = map[string]string{
	"1": "Function", "2": "BinaryOld", "3": "UUIDOld", "4": "UUID", "5": "MD5", "6": "Encrypted", "7": "Column",
	"8": "Sensitive", "9": "Vector", "128": "UserDefined",
}

// binary writes a binary value: as bytes if it has the generic subtype. It returns nil for
// a regex.
func binary(n ejson.Node) []figure.Token {
	if n.Type == "regex" {
		return nil
	}
	data := "must(base64.StdEncoding.DecodeString(" + code.QuoteDouble(n.Text) + "))"
	if n.Options == "0" {
		return lexer.Tokens(data)
	}
	subtype := figure.Token{Class: figure.Type, Text: "bson.TypeBinary" + subtypes[n.Options]}
	if subtypes[n.Options] == "" {
		number, _ := strconv.Atoi(n.Options)
		subtype = figure.Token{Class: figure.Number, Text: fmt.Sprintf("0x%02x", number)}
	}
	return append(append(lexer.Tokens("bson.Binary{Subtype: "), subtype), lexer.Tokens(", Data: "+data+"}")...)
}

// date writes a date as a time.Time, or as bson.DateTime if text is its milliseconds.
func date(text string) string {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return "bson.DateTime(" + text + ")"
	}
	fraction := "0"
	if ms := at.Nanosecond() / int(time.Millisecond); ms > 0 {
		fraction = fmt.Sprintf("%d_000_000", ms)
	}
	return fmt.Sprintf("time.Date(%d, %d, %d, %d, %d, %d, %s, time.UTC)", at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), fraction)
}

// identifier is the end of a name, or of a word in it, that Go writes as an initialism.
var identifier = regexp.MustCompile(`([a-z0-9])Id(s?)([A-Z]|$)`)

// variable writes addId as addID.
func variable(name string) string { return identifier.ReplaceAllString(name, "${1}ID$2$3") }

// variablePath writes hut.0.version as hut[0].Lookup("version").
func variablePath(path string) string {
	parts := strings.Split(path, ".")
	written, parts := variable(code.Named(parts[0])), parts[1:]
	if len(parts) > 0 && code.IsPosition(parts[0]) {
		written, parts = written+"["+parts[0]+"]", parts[1:]
	}
	if len(parts) == 0 {
		return written
	}
	for i, part := range parts {
		parts[i] = code.QuoteDouble(part)
	}
	return written + ".Lookup(" + strings.Join(parts, ", ") + ")"
}

// argument writes an argument, for which the driver may have a type.
func argument(a code.Argument) code.Expr {
	n := a.Value
	switch {
	case a.Type == example.TypeReturnDocument, a.Name == "fullDocument", a.Name == "fullDocumentBeforeChange":
		return code.Literal(figure.Token{Class: figure.Type, Text: "options." + code.Capitalized(n.Text)})
	case a.Type == example.TypeCollation:
		collation, widest := code.Expr{Tokens: lexer.Tokens("&options.Collation"), Brackets: "{}"}, 0
		for _, f := range n.Fields {
			widest = max(widest, len(f.Key))
		}
		for _, f := range n.Fields {
			value := notation.Value(f.Value).Named(lexer.Tokens(code.Capitalized(f.Key) + ": ")...)
			value.Pad = widest - len(f.Key)
			collation.Items = append(collation.Items, value)
		}
		return collation
	case a.Name == "timeseries":
		series := made("options.TimeSeries")
		for _, f := range n.Fields {
			if name, ok := strings.CutSuffix(f.Key, "Seconds"); ok {
				series = set(series, name, notation.Source(f.Value.Text+"*time.Second"))
			} else {
				series = set(series, f.Key, notation.Value(f.Value))
			}
		}
		return series
	case a.Type == example.TypeRequests:
		return requests(n)
	case a.Type == example.TypePipeline, a.Type == example.TypeUpdate && n.Type == "array":
		return elements("mongo.Pipeline", n)
	case a.Type == example.TypeStoredList:
		return elements("[]bson.D", n)
	case a.Type == example.TypeDocuments:
		return list("[]any", notation.Values(n))
	}
	return notation.Value(n)
}

// made returns a call without arguments, on whose result set then calls methods.
func made(function string) code.Expr {
	return code.Literal(figure.Token{Class: figure.Type, Text: function}, figure.Token{Class: figure.Punctuation, Text: "()"})
}

// setters are the options of a collection that the driver names otherwise than the server.
var setters = map[string]string{"size": "SizeInBytes", "max": "MaxDocuments", "timeseries": "TimeSeriesOptions"}

func set(e code.Expr, name string, value code.Expr) code.Expr {
	return e.Then("Set"+cmp.Or(setters[name], code.Capitalized(name)), value)
}

// options returns a call of a function, on whose result methods set arguments.
func options(function string, arguments ...code.Argument) code.Expr {
	all := made(function)
	for _, a := range arguments {
		all = set(all, a.Name, argument(a))
	}
	return all
}

// requests writes the requests of a bulk write, each as a model.
func requests(n ejson.Node) code.Expr {
	all := literal("[]mongo.WriteModel")
	for _, request := range code.RequestsOf(n) {
		required, optional := arguments(request)
		all.Items = append(all.Items, options("mongo.New"+code.Capitalized(request.Name)+"Model", append(required, optional...)...))
	}
	return all
}

// index writes the model of an index, with its keys and its options.
func index(keys code.Expr, optional []code.Argument) code.Expr {
	keys.IsList = true // of fields, of which there may be many
	model := literal("mongo.IndexModel", keys.Named(lexer.Tokens("Keys: ")...))
	if len(optional) > 0 {
		model.Items[0].Pad = len("Options") - len("Keys")
		model.Items = append(model.Items, options("options.Index", optional...).Named(lexer.Tokens("Options: ")...))
	}
	return model
}

// arguments returns the required arguments of a call, which are passed by position, and
// the others, which are set as options.
func arguments(c *code.Call) (required, optional []code.Argument) {
	for _, a := range c.Of.Arguments {
		switch n, ok := code.Field(c.Given, a.Name); {
		case ok && a.Required:
			required = append(required, code.Argument{Argument: a, Value: n})
		case ok:
			optional = append(optional, code.Argument{Argument: a, Value: n})
		}
	}
	return required, optional
}
