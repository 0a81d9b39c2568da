package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// mongosh is MongoDB's shell.
var mongosh = &Dialect{
	Name: "mongosh", Ending: ".mongosh.js", run: "mongosh --file", language: "shell", step: shellStep,
	scalar: scalar, key: key, moves: true, saved: variablePath, special: inJavaScript,
	place:    func(_ example.Descriptor, a example.Argument) example.Place { return a.Shell },
	receiver: receiver,
	variable: func(_ example.Descriptor, name string) []figure.Token { return one(figure.Plain, name) },
	method:   func(d example.Descriptor) string { return cmp.Or(d.Method, d.Name) },
	toArray:  "toArray", typed: true, explain: explainChain, inSession: inSession,
	comment: "// ", end: ";", print: printInShell,
	assign: assignConst,
	start: func(d *Dialect) chain {
		return chain{dialect: d, receiver: receiver(""), methods: []method{{name: "getMongo"}, {name: "startSession"}}}
	},
	finish: func(session string) []figure.Token {
		return ending(session, "endSession")
	},
	loop:    loopInJavaScript,
	attempt: attemptInShell, guard: guardInJavaScript,
	imports: func(*example.Example, []string) []string { return nil },
	connect: func(e *example.Example) []string { return []string{"db = db.getSiblingDB(" + quote(e.Name) + ");"} },
	empty:   []string{"db.dropDatabase();"},
	holds:   throwingUnless,
}

// inJavaScript writes what drivers for JavaScript take unlike the Unified Test
// Format.
func inJavaScript(_ *Dialect, a example.Argument, n ejson.Node) (piece, bool, error) {
	if a.Type != example.TypeReturnDocument {
		return piece{}, false, nil
	}
	return piece{scalar: one(figure.String, quote(strings.ToLower(n.Text)))}, true, nil
}

// receiver writes db and, behind it, the collection.
func receiver(collection string) []figure.Token {
	db := one(figure.Plain, "db")
	switch {
	case collection == "":
		return db
	case isIdentifier(collection) && example.IsReachedByName(collection):
		return append(append(db, punctuation(".")...), one(figure.Plain, collection)...)
	}
	return append(db, calling("getCollection", quote(collection))...)
}

// ending writes the call of a method that takes nothing.
func ending(variable, method string) []figure.Token {
	call := append(one(figure.Plain, variable), punctuation(".")...)
	return append(append(call, one(figure.Function, method)...), punctuation("()")...)
}

// calling writes a method that is called with a string.
func calling(method, literal string) []figure.Token {
	call := append(punctuation("."), one(figure.Function, method)...)
	call = append(append(call, punctuation("(")...), one(figure.String, literal)...)
	return append(call, punctuation(")")...)
}

// explainChain explains with a method on the collection, before the others.
func explainChain(d *Dialect, o example.Operation) (chain, error) {
	c, err := d.inner(o)
	c.receiver = append(c.receiver, calling("explain", quote("executionStats"))...)
	return c, err
}

// inSession writes a call on the database that a session gives.
func inSession(c chain, session string) chain {
	database := append(append(one(figure.Plain, session), punctuation(".")...), one(figure.Function, "getDatabase")...)
	name := append(append(punctuation("(db."), one(figure.Function, "getName")...), punctuation("())")...)
	rest := c.receiver[len(receiver("")):] // behind db
	c.receiver = append(append(database, name...), rest...)
	return c
}

func assignConst(name string, _ example.Descriptor) []figure.Token {
	return append(one(figure.Keyword, "const"), one(figure.Plain, " "+name+" = ")...)
}

// loopInJavaScript writes code that is run several times.
func loopInJavaScript(body []figure.Line, times int) []figure.Line {
	head := append(one(figure.Keyword, "for"), punctuation(" (")...)
	head = append(head, one(figure.Keyword, "let")...)
	head = append(head, one(figure.Plain, " "+counter+" = ")...)
	head = append(head, one(figure.Number, "0")...)
	head = append(head, one(figure.Plain, "; "+counter+" < ")...)
	head = append(head, one(figure.Number, strconv.Itoa(times))...)
	head = append(head, one(figure.Plain, "; "+counter+"++")...)
	lines := append([]figure.Line{{Tokens: append(head, punctuation(") {")...)}}, indented(body, 2)...)
	return append(lines, figure.Line{Tokens: punctuation("}")})
}

// printInShell prints documents whole, of which print shows six levels.
func printInShell(d *Dialect, expression []figure.Line, of example.Descriptor) []figure.Line {
	function := "print"
	if givesDocuments(of) {
		function = "printjson"
	}
	return d.passed(figure.Token{Class: figure.Function, Text: function}, expression)
}

// attemptInShell catches the error of a script's step. A figure has the call
// alone: the shell prints its error.
func attemptInShell(body []figure.Line, s *example.Step, show bool) []figure.Line {
	if !show {
		return body
	}
	return catching(body, s.ExpectError, onlyCode, show, append(one(figure.Function, "print"), punctuation("(error);")...))
}

// The shell has no names for classes of errors: it knows errors by their codes alone.
const (
	onlyCode  = false
	withLabel = true
)

// catching writes try and catch around code, and what is done with the error that a
// step expects. A script fails where it does not come.
func catching(body []figure.Line, e *example.ExpectedError, labeled, show bool, then []figure.Token) []figure.Line {
	if show {
		body = append(slices.Clip(body), figure.Line{Tokens: throwing(quote(expected(e, labeled)))})
	}
	var check []figure.Line
	if e.Code != 0 || show {
		check = checkCode(e, labeled)
	}
	lines := append([]figure.Line{{Tokens: append(one(figure.Keyword, "try"), punctuation(" {")...)}}, indented(body, 2)...)
	head := append(punctuation("} "), one(figure.Keyword, "catch")...)
	lines = append(lines, figure.Line{Tokens: append(head, punctuation(" (error) {")...)})
	lines = append(lines, indented(append(check, figure.Line{Tokens: then}), 2)...)
	return append(lines, figure.Line{Tokens: punctuation("}")})
}

// throwing writes a statement that throws an error of one's own.
func throwing(message string) []figure.Token {
	thrown := slices.Concat(one(figure.Keyword, "throw"), one(figure.Plain, " "), one(figure.Keyword, "new"), one(figure.Plain, " "), one(figure.Function, "Error"))
	return slices.Concat(thrown, punctuation("("), one(figure.String, message), punctuation(");"))
}

// shellStep is how far the shell's code is indented.
const shellStep = 2
