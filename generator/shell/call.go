package shell

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// call is an operation that is being read.
type call struct {
	*parser
	example.Descriptor
	method token
	// given has the arguments by name; nil is one that was reported as wrong.
	given map[string]*ejson.Value
}

// call reads the rest of a call after db.
func (p *parser) call(db token) (example.Operation, bool) {
	before := len(p.list)
	object, method, ok := p.target()
	if !ok {
		return example.Operation{}, false
	}
	d, ok := p.describeMethod(object, method)
	if !ok {
		return example.Operation{}, false
	}
	c := &call{parser: p, Descriptor: d, method: method, given: map[string]*ejson.Value{}}
	if !c.parentheses() || !c.cursor() {
		return example.Operation{}, false
	}
	arguments := c.complete()
	if len(p.list) > before {
		return example.Operation{}, true
	}
	o := example.Operation{Name: d.Name, Object: object, Pos: p.text.Pos(db.start)}
	document, list := ejson.ToDocument(p.text, arguments)
	o.Arguments = document
	p.list = append(p.list, list...)
	return o, true
}

// otherNames are methods of mongosh that are not operations here, with the ones
// to call instead.
var otherNames = map[string]string{
	"insert": "insertOne or insertMany", "update": "updateOne or updateMany", "save": "insertOne or replaceOne",
	"remove": "deleteOne or deleteMany", "count": "countDocuments", "findAndModify": "findOneAndUpdate",
}

// describeMethod returns the operation that a method of a collection or of db is.
func (p *parser) describeMethod(object string, method token) (example.Descriptor, bool) {
	on, receiver, other := example.OnCollection, "a collection", "db."
	if object == "" {
		on, receiver, other = example.OnDatabase, "db", "db.ferries."
	}
	var known []string
	for _, d := range example.Operations() {
		if !d.IsStatement() || d.On != on && d.On != example.OnEither {
			continue
		}
		name := cmp.Or(d.Method, d.Name)
		if name == method.text {
			return d, p.requireCall(method)
		}
		known = append(known, name)
	}
	hint := p.nearest(method.text, known, "what has no method here goes through db.runCommand({ … })")
	if d, elsewhere := example.Describe(method.text); elsewhere && d.IsStatement() && d.Method == "" {
		hint = "write " + other + method.text + "()"
	}
	if now := otherNames[method.text]; now != "" {
		hint = "write " + now
	}
	return example.Descriptor{}, p.fail(method.start, fmt.Sprintf("%s has no method %s here", receiver, method), hint)
}

func (p *parser) requireCall(method token) bool {
	return p.token.is("(") || p.fail(method.start, method.String()+" is not called", "write "+method.String()+"()")
}

// parentheses reads the arguments between the operation's parentheses.
func (c *call) parentheses() bool {
	values, ok := c.values()
	if !ok {
		return false
	}
	var positions []example.Argument
	options := false
	for _, a := range c.Arguments {
		if a.Shell == example.Positional || a.Shell == example.Omittable {
			positions = append(positions, a)
		}
		options = options || !a.Required
	}
	for i, v := range values {
		switch {
		case i < len(positions):
			c.position(positions[i], v)
		case i == len(positions) && options:
			c.options(v)
		case v != nil:
			c.report(v.Start, fmt.Sprintf("%s takes no further argument", c.Name), "")
		}
	}
	return true
}

// position takes an argument by its position. An empty document means that it is
// left out, where it may be.
func (c *call) position(a example.Argument, v *ejson.Value) {
	if v != nil && a.Shell == example.Omittable && !a.Required && v.Kind == ejson.Object && len(v.Members) == 0 {
		return
	}
	c.given[a.Name] = v
	c.check(c.Name, a, v)
}

// options takes the document of options. It may hold all arguments that may be
// left out, wherever the page prints them.
func (c *call) options(v *ejson.Value) {
	if v == nil {
		return
	}
	if !isDocument(v) {
		c.report(v.Start, fmt.Sprintf("the options of %s are a document, not %s", c.Name, c.describeValue(v)), "")
		return
	}
	optional := slices.DeleteFunc(slices.Clone(c.Arguments), func(a example.Argument) bool { return a.Required })
	for _, m := range v.Members {
		i := slices.IndexFunc(optional, func(a example.Argument) bool { return a.Name == m.Key })
		if i < 0 {
			c.unknown(c.Name, m, optional)
			continue
		}
		c.named(optional[i], m.Value, m.Start)
	}
}

// named takes an argument whose name begins at start.
func (c *call) named(a example.Argument, v *ejson.Value, start int) {
	if _, twice := c.given[a.Name]; twice {
		c.report(start, a.Name+" is given twice", "")
		return
	}
	c.given[a.Name] = v
	c.check(c.Name, a, v)
}

// complete returns all arguments in the order of the descriptor. A required
// argument that may be left out in the shell is then an empty document.
func (c *call) complete() *ejson.Value {
	all := &ejson.Value{Kind: ejson.Object}
	for _, a := range c.Arguments {
		v, given := c.given[a.Name]
		switch {
		case v != nil && a.Type == example.TypeReturnDocument && isReturnDocument(v):
			v = stringOf(strings.ToUpper(v.Text[:1]) + v.Text[1:])
		case !given && a.Required && a.Shell == example.Omittable:
			v = &ejson.Value{Kind: ejson.Object}
		case !given && a.Required:
			c.report(c.method.start, fmt.Sprintf("%s has no %s", c.Name, a.Name), "")
		}
		if v != nil {
			all.Members = append(all.Members, ejson.Member{Key: a.Name, Value: v})
		}
	}
	return all
}
