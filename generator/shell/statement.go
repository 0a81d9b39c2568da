package shell

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// statements reads all of them.
func (p *parser) statements() []Statement {
	var statements []Statement
	for p.token.kind != endToken && !p.full() {
		if p.accept(";") {
			continue
		}
		if len(statements) == MaxStatements {
			p.report(p.token.start, fmt.Sprintf("these are more than %d statements", MaxStatements), "")
			break
		}
		s, ok := p.statement()
		if !ok || !p.statementEnds() {
			p.skip()
		}
		statements = append(statements, s)
	}
	if len(statements) == 0 {
		p.report(len(p.input), "there is no statement", "write a statement such as "+sampleStatement)
	}
	return statements
}

const sampleStatement = "db.ferries.find()"

// statementEnds reports whether a statement may end before the next token.
func (p *parser) statementEnds() bool {
	if p.token.kind == endToken || p.token.is(";") || p.token.newLine {
		return true
	}
	return p.fail(p.token.start, p.token.String()+" where the statement should end", "")
}

// statement reads one that is a call on db or on a session.
func (p *parser) statement() (Statement, bool) {
	t := p.token
	p.advance()
	switch {
	case t.isName("db"):
		o, ok := p.call(t)
		return Statement{Operation: o}, ok
	case t.kind == nameToken && slices.Contains(p.sessions, t.text):
		o, ok := p.inSession(t)
		return Statement{o, t.text}, ok
	case t.isName("const") || t.isName("let") || t.isName("var"):
		return Statement{}, p.fail(t.start, t.text+" makes a variable; there are none here", "write the value where it is used")
	}
	return Statement{}, p.fail(t.start, "a statement begins with db, not with "+t.String(),
		p.nearest(t.text, append([]string{"db"}, p.sessions...), "write a statement such as "+sampleStatement))
}

// target reads the collection, or nothing for the database, and the method
// that is called on it.
func (p *parser) target() (object string, method token, ok bool) {
	if method, ok = p.property("db"); !ok {
		return "", method, false
	}
	switch {
	case !p.token.is("("):
		object, ok = method.text, p.requireReachable(method)
	case method.text == "getCollection":
		object, ok = p.getCollection()
	default:
		return "", method, true
	}
	if !ok {
		return "", method, false
	}
	method, ok = p.property(short(object))
	if ok && !p.token.is("(") && (p.token.is(".") || p.token.is("[")) {
		return "", method, p.fail(method.start, "a collection's name with a point in it stands in quotes", getCollection(object+"."+method.text))
	}
	return object, method, ok
}

// property reads .name or ['name'].
func (p *parser) property(of string) (token, bool) {
	start := p.token
	if start.is("[") {
		name, ok := p.bracketed()
		return token{kind: nameToken, text: name, start: start.start, end: p.last.end}, ok
	}
	dotted := p.accept(".")
	name := p.token
	if dotted && name.kind == nameToken {
		p.advance()
		return name, true
	}
	return name, p.fail(name.start, fmt.Sprintf("%s where a method of %s should stand", name, of), "write a statement such as "+sampleStatement)
}

// bracketed reads ['name'].
func (p *parser) bracketed() (string, bool) {
	opening := p.token.start
	names, ok := p.values()
	if !ok || slices.Contains(names, nil) {
		return "", false
	}
	if len(names) != 1 || names[0].Kind != ejson.String {
		return "", p.fail(opening, "between [ and ] stands one string", "")
	}
	return names[0].Text, true
}

// requireReachable refuses names behind db that mongosh does not take for a
// collection's.
func (p *parser) requireReachable(name token) bool {
	if !p.requireCollectionName(name.text, name.start) {
		return false
	}
	return example.IsReachedByName(name.text) ||
		p.fail(name.start, fmt.Sprintf("db.%s is no collection in the shell", name), getCollection(name.text))
}

// requireCollectionName refuses names that mongosh refuses.
func (p *parser) requireCollectionName(name string, start int) bool {
	return name != "" && !strings.ContainsAny(name, "$\x00") ||
		p.fail(start, fmt.Sprintf("%q can't be the name of a collection", short(name)), "")
}

func getCollection(name string) string {
	return fmt.Sprintf("write db.getCollection('%s')", short(name))
}

// getCollection reads the arguments of that method.
func (p *parser) getCollection() (string, bool) {
	start := p.token.start
	values, ok := p.values()
	if !ok || slices.Contains(values, nil) {
		return "", false
	}
	name, ok := one(values, ejson.String)
	if !ok {
		return "", p.fail(start, "getCollection takes the name of a collection in a string", getCollection("ferries"))
	}
	return name.Text, p.requireCollectionName(name.Text, name.Start)
}
