package render

import (
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// inSession writes a call on the database that a session gives.
func (c chain) inSession(session string) chain {
	database := append(append(one(figure.Plain, session), punctuation(".")...), one(figure.Function, "getDatabase")...)
	name := append(append(punctuation("(db."), one(figure.Function, "getName")...), punctuation("())")...)
	rest := c.receiver[len(receiver("")):] // behind db
	c.receiver = append(append(database, name...), rest...)
	return c
}

// begins writes the first call on a session below the one that makes it.
func begins(session string, code figure.Code) figure.Code {
	made := chain{receiver: receiver(""), methods: []method{{name: "getMongo"}, {name: "startSession"}}}
	code.Lines = append(made.assigned(session, example.ReturnsValue).code().Lines, code.Lines...)
	code.Width = widest(code.Lines)
	return code
}
