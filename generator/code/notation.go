package code

import (
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// Notation writes values in a language, so that its driver makes the same BSON of them.
type Notation struct {
	Lexer *Lexer
	Quote func(text string) string
	// Scalars are templates of values by their types, with holes for their {text} or {Text},
	// or the text as a {quoted} string, their {options}, and {t} and {i} of a timestamp.
	// Doubles that have no digits, and those without a fraction, have their own.
	Scalars map[string]string
	Date    func(text string) string
	// Special writes binary values and regexes that need more than a template; nil for
	// others.
	Special func(n ejson.Node) []figure.Token
	// Path writes the path of a saved value: the variable, and access to a part of it.
	Path func(path string) string
	// InsertedID is what writes the _id in the result of an insert behind its variable.
	InsertedID string
	Document   func(n ejson.Node, values []Expr) Expr
	List       func(n ejson.Node, values []Expr) Expr
}

// Keys of Scalars beside the types and NaN, Infinity, -Infinity and -0.
const (
	RegexWithOptions = "regex with options"
	WholeDouble      = "double without a fraction"
)

// Value writes a value.
func (w *Notation) Value(n ejson.Node) Expr {
	if path, ok := Saved(n); ok {
		return Literal(figure.Token{Text: w.Path(path)})
	}
	if name, ok := placeholder(n, placeInserted); ok {
		return Literal(figure.Token{Text: w.Path(name) + w.InsertedID})
	}
	if start, ok := Index(n); ok {
		return counted(start)
	}
	switch n.Type {
	case "object":
		return w.Document(n, w.Values(n))
	case "array":
		return w.List(n, w.Values(n))
	}
	return Literal(w.Scalar(n)...)
}

// Values writes the values of an object or an array.
func (w *Notation) Values(n ejson.Node) []Expr { return Each(n, w.Value) }

// Each writes the values of an object or an array with a function.
func Each(n ejson.Node, write func(ejson.Node) Expr) []Expr {
	all := make([]Expr, len(n.Fields))
	for i, f := range n.Fields {
		all[i] = write(f.Value)
	}
	return all
}

// Source returns an expression given as text.
func (w *Notation) Source(text string) Expr { return Literal(w.Lexer.Tokens(text)...) }

// Scalar writes a value without elements.
func (w *Notation) Scalar(n ejson.Node) []figure.Token {
	kind := n.Type
	switch kind {
	case "string":
		return []figure.Token{{Class: figure.String, Text: w.Quote(n.Text)}}
	case "date":
		return w.Lexer.Tokens(w.Date(n.Text))
	case "binData", "regex":
		if tokens := w.Special(n); tokens != nil {
			return tokens
		}
		if kind == "regex" && n.Options != "" {
			kind = RegexWithOptions
		}
	case "double":
		if template, isNamed := w.Scalars[n.Text]; isNamed {
			return w.number(template)
		} else if strings.ContainsAny(n.Text, ".e") {
			return w.number(n.Text)
		}
		kind = WholeDouble
	}
	template := w.Scalars[kind]
	if template == "{text}" {
		return w.number(n.Text)
	}
	return w.number(expand(template, func(hole string) (string, bool) {
		switch hole {
		case "text":
			return n.Text, true
		case "Text":
			return Capitalized(n.Text), true
		case "quoted":
			return w.Quote(n.Text), true
		case "options":
			return n.Options, true
		case "quoted options":
			return w.Quote(n.Options), true
		case "t", "i": // of a timestamp
			part, isGiven := Field(n.Fields, hole)
			return part.Text, isGiven
		}
		return "", false
	}))
}

// number returns the tokens of a number or of a call.
func (w *Notation) number(text string) []figure.Token {
	if strings.ContainsAny(text, "({") {
		return w.Lexer.Tokens(text)
	}
	return []figure.Token{{Class: figure.Number, Text: text}}
}

// IsPosition reports whether a part of a path is a position in an array.
func IsPosition(part string) bool {
	_, err := strconv.ParseUint(part, 10, 31)
	return err == nil
}

// Subscripted writes hut.0.version as hut[0] and the language's access to a field.
func Subscripted(variable, path string, field func(name string) string) string {
	var written strings.Builder
	written.WriteString(variable)
	for part := range strings.SplitSeq(path, ".") {
		if IsPosition(part) {
			part = "[" + part + "]"
		} else if part != "" {
			part = field(part)
		}
		written.WriteString(part)
	}
	return written.String()
}

// counted returns the counter of a loop plus the number that it starts with.
func counted(start string) Expr {
	counter := figure.Token{Text: Counter}
	if start == "0" {
		return Literal(counter)
	}
	counter.Text += " + "
	return Literal(counter, figure.Token{Class: figure.Number, Text: start})
}
