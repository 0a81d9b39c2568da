package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// scalarInGo writes a value of which the driver makes the same BSON: a constant
// without a fraction is an int, which it stores as an int32.
func scalarInGo(n ejson.Node) ([]figure.Token, error) {
	switch n.Type {
	case "string":
		return one(figure.String, stringInGo(n.Text)), nil
	case "int", "bool":
		return one(figure.Number, n.Text), nil
	case "null":
		return one(figure.Number, "nil"), nil
	case "long":
		return call("int64", figure.Number, n.Text), nil
	case "double":
		return doubleInGo(n.Text), nil
	case "date":
		return dateInGo(n.Text)
	case "decimal":
		return mustInGo(call("bson.ParseDecimal128", figure.String, quoteDouble(n.Text))), nil
	case "objectId":
		return mustInGo(call("bson.ObjectIDFromHex", figure.String, quoteDouble(n.Text))), nil
	}
	return rareScalarInGo(n)
}

func rareScalarInGo(n ejson.Node) ([]figure.Token, error) {
	switch n.Type {
	case "binData":
		return binaryInGo(n)
	case "regex":
		fields := [][]figure.Token{fieldInGo("Pattern", one(figure.String, stringInGo(n.Text)))}
		if n.Options != "" {
			fields = append(fields, fieldInGo("Options", one(figure.String, quoteDouble(n.Options))))
		}
		return structInGo("bson.Regex", fields...), nil
	case "timestamp":
		seconds, ordinal := one(figure.Number, n.Fields[0].Value.Text), one(figure.Number, n.Fields[1].Value.Text)
		return structInGo("bson.Timestamp", fieldInGo("T", seconds), fieldInGo("I", ordinal)), nil
	case "minKey":
		return structInGo("bson.MinKey"), nil
	case "maxKey":
		return structInGo("bson.MaxKey"), nil
	}
	return nil, fmt.Errorf("a value of type %s has no form in Go", n.Type)
}

// stringInGo writes a string raw where that spares escapes.
func stringInGo(text string) string {
	if !strings.ContainsAny(text, "\\\"") || strings.ContainsAny(text, "`\n\t") || strings.ContainsFunc(text, invisible.Is) {
		return quoteDouble(text)
	}
	return "`" + text + "`"
}

// subtypesOfGo are the driver's names of the subtypes of binary values.
var subtypesOfGo = map[string]string{
	"1": "Function", "2": "BinaryOld", "3": "UUIDOld", "4": "UUID", "5": "MD5", "6": "Encrypted", "7": "Column",
	"8": "Sensitive", "9": "Vector", "128": "UserDefined",
}

// binaryInGo writes bytes of the generic subtype as they are.
func binaryInGo(n ejson.Node) ([]figure.Token, error) {
	data := mustInGo(call("base64.StdEncoding.DecodeString", figure.String, quoteDouble(n.Text)))
	if n.Options == "0" {
		return data, nil
	}
	subtype := one(figure.Type, "bson.TypeBinary"+subtypesOfGo[n.Options])
	if subtypesOfGo[n.Options] == "" {
		number, err := strconv.ParseUint(n.Options, 10, 8)
		if err != nil {
			return nil, err
		}
		subtype = one(figure.Number, fmt.Sprintf("0x%02x", number))
	}
	return structInGo("bson.Binary", fieldInGo("Subtype", subtype), fieldInGo("Data", data)), nil
}

// structInGo writes a literal that names its fields.
func structInGo(name string, fields ...[]figure.Token) []figure.Token {
	tokens := append(one(figure.Type, name), punctuation("{")...)
	for i, field := range fields {
		if i > 0 {
			tokens = append(tokens, punctuation(", ")...)
		}
		tokens = append(tokens, field...)
	}
	return append(tokens, punctuation("}")...)
}

func fieldInGo(name string, value []figure.Token) []figure.Token {
	return append(append(one(figure.Plain, name), punctuation(": ")...), value...)
}

// mustInGo writes a call that can fail, of which a literal has the value alone.
func mustInGo(call []figure.Token) []figure.Token {
	tokens := append(one(figure.Function, "must"), punctuation("(")...)
	return append(append(tokens, call...), punctuation(")")...)
}

// doubleInGo keeps a number one with a fraction. Constants have no NaN, no infinity
// and no negative zero.
func doubleInGo(text string) []figure.Token {
	switch {
	case text == "NaN":
		return call("math.NaN", figure.Plain, "")
	case strings.HasSuffix(text, "Infinity"):
		return call("math.Inf", figure.Number, map[bool]string{true: "-1", false: "1"}[text[0] == '-'])
	case strings.Trim(text, "-0.") == "" && text[0] == '-':
		return call("math.Copysign", figure.Number, "0, -1")
	case strings.ContainsAny(text, ".e"):
		return one(figure.Number, text)
	}
	return one(figure.Number, text+".0")
}

// dateInGo writes a date of a year that time.Time shares with the Extended JSON of
// which it comes, else its milliseconds.
func dateInGo(text string) ([]figure.Token, error) {
	if !strings.Contains(text, "T") {
		return call("bson.DateTime", figure.Number, text), nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil, fmt.Errorf("the date %s has no form in Go", text)
	}
	parts := fmt.Sprintf("%d, %d, %d, %d, %d, %d, ", at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second())
	if ms := at.Nanosecond() / int(time.Millisecond); ms > 0 {
		parts += fmt.Sprintf("%d_000_000", ms)
	} else {
		parts += "0"
	}
	tokens := call("time.Date", figure.Number, parts)
	return slices.Concat(tokens[:3], punctuation(", "), one(figure.Plain, "time.UTC"), tokens[3:]), nil
}

// composeInGo writes documents and arrays as the driver's types for them.
func composeInGo(n ejson.Node, values []piece) piece {
	if n.Type == "array" {
		return piece{kind: "bson.A", brackets: "{}", list: true, tight: true, items: values}
	}
	p := piece{kind: documentInGo, brackets: "{}", tight: true}
	for i, value := range values {
		p.items = append(p.items, pairInGo(n.Fields[i].Key, value))
	}
	return p
}

// documentInGo is the type of documents, which keep the order of their fields.
const documentInGo = "bson.D"

// pairInGo writes a field as an element of bson.D.
func pairInGo(key string, value piece) piece {
	k := keyInPython(key) // which has the same classes
	k.Text = quoteDouble(key)
	value.before = append(punctuation("{"), k, figure.Token{Class: figure.Punctuation, Text: ", "})
	value.after = punctuation("}")
	return value
}

// savedInGo writes hut.0.version as hut[0].Lookup("version").
func savedInGo(path string) string {
	parts := strings.Split(path, ".")
	written, parts := named(parts[0]), parts[1:]
	if len(parts) == 0 {
		return written
	}
	if _, err := strconv.ParseUint(parts[0], 10, 31); err == nil {
		written, parts = written+"["+parts[0]+"]", parts[1:]
	}
	for i, part := range parts {
		parts[i] = quoteDouble(part)
	}
	if len(parts) == 0 {
		return written
	}
	return written + ".Lookup(" + strings.Join(parts, ", ") + ")"
}

// specialInGo writes arguments for which the driver has types.
func specialInGo(d *Dialect, a example.Argument, n ejson.Node) (piece, bool, error) {
	t := a.Type
	switch {
	case t == example.TypeReturnDocument:
		return piece{scalar: one(figure.Type, "options."+n.Text)}, true, nil
	case t == example.TypeCollation, a.Name == "collation":
		p, err := collationInGo(d, n)
		return p, true, err
	case a.Name == "timeseries":
		p, err := seriesInGo(d, n)
		return p, true, err
	case t == example.TypeRequests:
		p, err := requestsInGo(d, n)
		return p, true, err
	case t == example.TypePipeline, t == example.TypeUpdate && n.Type == "array":
		p, err := elementsInGo(d, "mongo.Pipeline", n)
		return p, true, err
	case t == example.TypeStoredList:
		p, err := elementsInGo(d, "[]bson.D", n)
		return p, true, err
	case t == example.TypeDocuments:
		p, err := d.array(n, false)
		p.kind = "[]any"
		return p, true, err
	}
	return piece{}, false, nil
}

// elementsInGo writes documents in a slice, whose literal says once of which type they
// are.
func elementsInGo(d *Dialect, slice string, n ejson.Node) (piece, error) {
	p, err := d.array(n, false)
	p.kind = slice
	for i := range p.items {
		if p.items[i].kind == documentInGo {
			p.items[i].kind = ""
		}
	}
	return p, err
}

// seriesInGo writes the options of a time series, with durations for seconds.
func seriesInGo(d *Dialect, n ejson.Node) (piece, error) {
	var set []method
	for _, f := range n.Fields {
		value, err := d.scalar(f.Value)
		if err != nil {
			return piece{}, err
		}
		name, ofSeconds := strings.CutSuffix(f.Key, "Seconds")
		if ofSeconds {
			value = slices.Concat(one(figure.Number, f.Value.Text), punctuation("*"), one(figure.Plain, "time.Second"))
		}
		set = append(set, setterInGo(name, piece{scalar: value}))
	}
	return settersInGo("options.TimeSeries", set), nil
}

func collationInGo(d *Dialect, n ejson.Node) (piece, error) {
	var fields [][]figure.Token
	for _, f := range n.Fields {
		value, err := d.scalar(f.Value)
		if err != nil {
			return piece{}, err
		}
		fields = append(fields, fieldInGo(capitalized(f.Key), value))
	}
	return piece{scalar: append(punctuation("&"), structInGo("options.Collation", fields...)...)}, nil
}
