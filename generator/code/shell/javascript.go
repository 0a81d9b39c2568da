package shell

import (
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Step is the number of columns of an indentation.
const Step = 2

var brackets = code.Brackets{Step: Step}

// Templates returns the statements that are the same in the shell and in Node.js.
func Templates() code.Templates {
	return code.Templates{
		Guard:      "if ({lacks}) throw new Error({message});",
		WideGuard:  "if ({lacks}) {\n  throw new Error({message});\n}",
		NoDocument: "!{variable}", Empty: "!{variable}.length", Short: "{variable}.length < {least}",
		Loop:        "for (let {i} = 0; {i} < {times}; {i}++) {\n  {body}\n}",
		CountedLoop: code.None,
		NoError:     "throw new Error({expected});",
		Watch:       code.None, FollowHead: code.None, FollowFoot: code.None,
		Enter: code.None, ScopedHead: code.None, ScopedFoot: code.None, Together: code.None, NextTogether: code.None,
		FailingHead:       "try {\n  {session}.withTransaction(() => {",
		FailingFoot:       "  });\n  {no error}\n} catch (error) {\n  if (error.message !== {message}) throw error;\n  console.warn(error.message);\n}",
		ScopedFailingHead: code.None, ScopedFailingFoot: code.None,
		Must: "if ({count} !== {is}) throw new Error({message});", WideMust: "if ({count} !== {is}) {\n  throw new Error({message});\n}",
		Warning: "if ({count} !== {is}) console.warn({message});", WideWarning: "if ({count} !== {is}) {\n  console.warn({message});\n}",
		Count:     "{variable}.{count}",
		AgainHead: "for (let attempt = 1; ; attempt++) {", Again: "if ({count} === {is}) break;\nif (attempt === {attempts}) {\n  throw new Error({message});\n}", AgainFoot: "}",
		Holds: "if ({collection}.countDocuments() !== {count}) {\n  throw new Error({message});\n}",
	}
}

// Methods returns the methods of a call: its own, with its options in a document as the
// last argument, and those of its cursor.
func Methods(w *code.Notation, name string, c *code.Call, place func(example.Argument) example.Place, session string) []code.Method {
	argument := func(a code.Argument) code.Expr {
		if a.Type == example.TypeReturnDocument {
			a.Value.Text = strings.ToLower(a.Value.Text)
		}
		return w.Value(a.Value)
	}
	placed := c.Placed(place)
	options := code.Expr{Brackets: "{}", IsSpaced: true}
	for _, o := range placed.Options {
		options.Items = append(options.Items, argument(o).Named(Key(o.Name), colon))
	}
	if session != "" {
		options.Items = append(options.Items, w.Source(session).Named(Key("session"), colon))
	}
	call := code.Method{Name: name}
	if !options.HasParts() {
		placed.Positional = placed.Positional[:placed.Needed]
	}
	for _, a := range placed.Positional {
		call.Arguments = append(call.Arguments, argument(a))
	}
	if options.HasParts() {
		call.Arguments = append(call.Arguments, options)
	}
	methods := []code.Method{call}
	for _, a := range placed.Methods {
		methods = append(methods, code.Method{Name: a.Name, Arguments: []code.Expr{argument(a)}})
	}
	return methods
}

// Statement keeps the value of an expression or prints it, with a function that may take
// other arguments after it.
func Statement(of *code.Facts, r *code.Run, expression layout.Doc, print string, others ...layout.Doc) layout.Doc {
	return of.Done(r, of.Keeps(r), expression, layout.Free(one(figure.Punctuation, ";")...), func(expression layout.Doc) layout.Doc {
		return of.Passed(print, layout.Concat(append([]layout.Doc{expression}, others...)...), layout.Line(""), layout.Punctuation(")"), layout.Punctuation(";"))
	})
}
