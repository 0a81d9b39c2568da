package shell

import (
	"fmt"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// inSession reads the rest of a statement after the name of a session: one of its
// own methods, or a call on the database that it returns.
func (p *parser) inSession(session token) (example.Operation, bool) {
	method, ok := p.property(session.text)
	if !ok {
		return example.Operation{}, false
	}
	if method.text == "getDatabase" {
		if !p.acceptThisDatabase() {
			return example.Operation{}, p.fail(method.start, "a session reaches one database here", "write "+session.text+".getDatabase(db.getName())")
		}
		return p.call(session)
	}
	var known []string
	for _, d := range example.Operations() {
		if d.On != example.OnSession {
			continue
		}
		if d.Name == method.text {
			none, _ := ejson.ToDocument(p.text, &ejson.Value{Kind: ejson.Object})
			o := example.Operation{Name: d.Name, Arguments: none, Pos: p.text.Pos(session.start)}
			return o, p.accept("(") && p.accept(")") || p.fail(method.start, d.Name+" is called without arguments here", "write "+d.Name+"()")
		}
		known = append(known, d.Name)
	}
	return example.Operation{}, p.fail(method.start, fmt.Sprintf("a session has no method %s here", method), p.nearest(method.text, append(known, "getDatabase"), ""))
}

// acceptThisDatabase reads (db.getName()).
func (p *parser) acceptThisDatabase() bool {
	return p.accept("(") && p.acceptName("db") && p.accept(".") && p.acceptName("getName") && p.accept("(") && p.accept(")") && p.accept(")")
}

func (p *parser) acceptName(name string) bool {
	if !p.token.isName(name) {
		return false
	}
	p.advance()
	return true
}
