package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Lexer reads JavaScript, with the types of the shell and of the driver for Node.js.
var Lexer = code.NewLexer(`[A-Za-z_$][\w$]*|-?\d[\w.]*`, "//",
	code.WordsOf("async await catch const for if instanceof let new throw try"),
	code.WordsOf("BSONRegExp BinData Binary Date Decimal128 Double ISODate Long MaxKey MinKey MongoError MongoServerError ObjectId Timestamp UUID"))

// Step is how far code is indented.
const Step = 2

// JavaScript writes values as a program for the shell or for Node.js has them.
type JavaScript struct {
	code.Brackets
	Scalar func(ejson.Node) []figure.Token
	// Place is where a call has an argument.
	Place func(example.Argument) example.Place
}

// Quote writes a string literal: in single quotes, or in double ones where that spares
// an escape.
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

// Value writes a value of an operation.
func (j JavaScript) Value(n ejson.Node) code.Expr {
	if path, ok := code.Saved(n); ok {
		return code.Literal(one(figure.Plain, variablePath(path))...)
	}
	if start, ok := code.Index(n); ok {
		return code.Counted(start)
	}
	switch n.Type {
	case "object":
		document := code.Expr{Brackets: "{}", IsSpaced: true}
		for _, f := range n.Fields {
			document.Items = append(document.Items, j.Value(f.Value).Named(Key(f.Key), colon))
		}
		return document
	case "array":
		list := code.List()
		for _, f := range n.Fields {
			list.Items = append(list.Items, j.Value(f.Value))
		}
		return list
	}
	return code.Literal(j.Scalar(n)...)
}

// variablePath writes hut.0.version as hut[0].version.
func variablePath(path string) string {
	parts := strings.Split(path, ".")
	written := code.Named(parts[0])
	for _, part := range parts[1:] {
		switch _, err := strconv.ParseUint(part, 10, 31); {
		case err == nil:
			written += "[" + part + "]"
		case code.IsIdentifier(part):
			written += "." + part
		default:
			written += "[" + Quote(part) + "]"
		}
	}
	return written
}

// Methods are those of a call: its own, with options in a document that is the last
// argument, and those of its cursor.
func (j JavaScript) Methods(name string, c *code.Call, session string) []code.Method {
	placed := c.Placed(j.Place)
	options := code.Expr{Brackets: "{}", IsSpaced: true}
	for _, o := range placed.Options {
		options.Items = append(options.Items, j.argument(o).Named(Key(o.Name), colon))
	}
	if session != "" {
		options.Items = append(options.Items, code.Literal(one(figure.Plain, session)...).Named(Key("session"), colon))
	}
	call := code.Method{Name: name}
	if !options.HasParts() {
		placed.Positional = placed.Positional[:placed.Needed]
	}
	for _, a := range placed.Positional {
		call.Arguments = append(call.Arguments, j.argument(a))
	}
	if options.HasParts() {
		call.Arguments = append(call.Arguments, options)
	}
	methods := []code.Method{call}
	for _, a := range placed.Methods {
		methods = append(methods, code.Method{Name: a.Name, Arguments: []code.Expr{j.argument(a)}})
	}
	return methods
}

func (j JavaScript) argument(a code.Argument) code.Expr {
	if a.Type == example.TypeReturnDocument {
		return code.Literal(one(figure.String, Quote(strings.ToLower(a.Value.Text)))...)
	}
	return j.Value(a.Value)
}

// Assigned begins a statement that keeps a result.
func Assigned(name string) []figure.Token { return Lexer.Tokens("const " + name + " = ") }

// Printed is a statement that prints an expression with a function, before its other
// arguments.
func Printed(function figure.Token, expression layout.Doc, others string) layout.Doc {
	inside := []layout.Doc{layout.Line(""), expression}
	if others != "" {
		inside = append(inside, layout.Punctuation(","), layout.Line(" "), layout.Text(Lexer.Tokens(others)...))
	}
	call := layout.Group(layout.Text(function), layout.Punctuation("("), layout.Nest(inside...), layout.Line(""), layout.Punctuation(")"))
	return layout.Concat(call, layout.Punctuation(";"))
}

// Ended is a statement whose end takes no room.
func Ended(expression layout.Doc) layout.Doc {
	return layout.Concat(expression, layout.Free(one(figure.Punctuation, ";")...))
}

// Guard throws where what later steps need is not there; nil where they need nothing.
func Guard(r *code.Run) layout.Doc {
	if !r.Needs.IsNeeded() {
		return nil
	}
	condition, thrown := "if ("+r.Lacks("!%s", "!%s.length", "%s.length < %d")+") ", "throw new Error("+Quote(r.Lacking())+");"
	if line := condition + thrown; r.IsScript || len(line) <= Margins.Width {
		return Lexer.Lines(line)
	}
	return Lexer.Lines(condition+"{", "  "+thrown, "}")
}

// Loop is code that is run several times.
func Loop(body layout.Doc, times int) layout.Doc {
	head := Lexer.Lines(fmt.Sprintf("for (let %[1]s = 0; %[1]s < %[2]d; %[1]s++) {", code.Counter, times))
	return layout.Concat(head, layout.Nest(layout.Hard(), body), layout.Hard(), layout.Punctuation("}"))
}

// Catching is code with what is done with the error that it is expected to end in:
// it is thrown again by checks if it is another, and printed. A script fails where none
// comes.
func Catching(body layout.Doc, expected string, isScript bool, checks []string, print string) layout.Doc {
	tried := []layout.Doc{layout.Hard(), body}
	if isScript {
		tried = append(tried, layout.Hard(), Lexer.Lines("throw new Error("+Quote(expected)+");"))
	}
	caught := Lexer.Lines(append(slices.Clip(checks), print)...)
	return layout.Concat(Lexer.Lines("try {"), layout.Nest(tried...), layout.Hard(),
		Lexer.Lines("} catch (error) {"), layout.Nest(layout.Hard(), caught), layout.Hard(), layout.Punctuation("}"))
}

// Holds throws where a collection does not hold so many documents.
func Holds(receiver []figure.Token, h *code.Holds) layout.Doc {
	text := figure.Line{Tokens: receiver}.Text()
	return Lexer.Lines(fmt.Sprintf("if (%s.countDocuments() !== %d) {", text, h.Count), "  throw new Error("+Quote(h.Message())+");", "}")
}
