package shell

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// constants are the values that have a name.
var constants = map[string]ejson.Value{
	"true":     {Kind: ejson.True},
	"false":    {Kind: ejson.False},
	"null":     {Kind: ejson.Null},
	"NaN":      *numberOf(math.NaN()),
	"Infinity": *numberOf(math.Inf(1)),
}

// word reads a value that begins with a name.
func (p *parser) word() (*ejson.Value, bool) {
	t := p.token
	p.advance()
	if v, known := constants[t.text]; known {
		return &v, true
	}
	switch t.text {
	case "new":
		return p.afterNew()
	case "undefined":
		p.report(t.start, "undefined is no value of BSON", "leave the field out, or write null")
		return nil, true
	case "function", "async", "class":
		return nil, p.fail(t.start, t.text+notEvaluated, "")
	}
	if p.token.is("=>") {
		return nil, p.fail(t.start, "a function"+notEvaluated, "")
	}
	if t.text == "Date" {
		p.report(t.start, "Date without new is a text that says when it ran", "write "+constructors["Date"].usage)
	}
	return p.construct(t)
}

// afterNew reads a constructor after new.
func (p *parser) afterNew() (*ejson.Value, bool) {
	name := p.token
	if name.kind != nameToken {
		return nil, p.fail(name.start, name.String()+" where the name of a type should stand", "")
	}
	p.advance()
	return p.construct(name)
}

// construct reads the arguments of a constructor, if there are any, and makes
// its value.
func (p *parser) construct(name token) (*ejson.Value, bool) {
	c, known := constructors[name.text]
	switch {
	case !known:
		p.report(name.start, name.String()+" is not defined here", p.nearest(name.text, valueNames, "write the value itself: there are no variables"))
	case p.token.is("."):
		p.report(name.start, "what belongs to "+name.text+notEvaluated, "write "+c.usage)
	}
	if p.token.is(".") {
		return nil, false
	}
	var arguments []*ejson.Value
	if p.token.is("(") {
		var ok bool
		if arguments, ok = p.values(); !ok {
			return nil, false
		}
	}
	if !known || slices.Contains(arguments, nil) {
		return nil, true
	}
	return p.made(name, c, arguments), true
}

// made returns the value that a constructor makes, or nil.
func (p *parser) made(name token, c constructor, arguments []*ejson.Value) *ejson.Value {
	if len(arguments) == 0 && c.bare != "" {
		p.report(name.start, name.text+"() is "+c.bare+", another one each time", "write "+c.usage)
		return nil
	}
	v, takes := c.make(arguments)
	if v == nil {
		p.report(name.start, name.text+" takes "+takes, "write "+c.usage)
		return nil
	}
	if _, list := ejson.ToBSON(p.text, v); list.Failed() {
		p.report(name.start, name.text+": "+list[0].Text, "write "+c.usage)
		return nil
	}
	return v
}

// valueNames are the names that a value may begin with.
var valueNames = slices.Concat(slices.Sorted(maps.Keys(constructors)), slices.Sorted(maps.Keys(constants)))

// nearest returns the hint for a name that is not known: the known one that was
// likely meant, or else otherwise.
func (p *parser) nearest(name string, known []string, otherwise string) string {
	if p.full() || p.isMuted || short(name) != name {
		return otherwise
	}
	return cmp.Or(diag.DidYouMean(name, known), otherwise)
}
