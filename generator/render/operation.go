package render

import (
	"cmp"
	"fmt"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// StepCode writes a step's operation as it is sent at a size.
func StepCode(s *example.Step, size int) (figure.Code, error) {
	arguments, err := ejson.Open(s.Operation.Arguments)
	if err != nil {
		return figure.Code{}, err
	}
	c, returns, err := operationChain(s.Operation.Name, s.Operation.Object, arguments.Fields)
	if err != nil {
		return figure.Code{}, err
	}
	switch d, _ := example.Describe(s.Operation.Name); {
	case d.On == example.OnSession:
		c.receiver = one(figure.Plain, s.Session)
	case d.On == example.OnStream:
		c.receiver = one(figure.Plain, s.Operation.Object)
	case s.Session != "":
		c = c.inSession(s.Session)
	}
	if s.Save != "" {
		c = c.assigned(s.Save, returns)
	}
	switch {
	case s.Begins:
		return begins(s.Session, c.code()), nil
	case s.Repeats():
		return loop(c.code(), s.Times(size)), nil
	}
	return c.code(), nil
}

// operationChain writes an operation as a method of the shell. Its descriptor says where
// each argument stands.
func operationChain(name, object string, arguments []ejson.Field) (chain, example.Returns, error) {
	d, ok := example.Describe(name)
	if !ok {
		return chain{}, 0, fmt.Errorf("there is no operation %s", name)
	}
	if inner, ok := field(arguments, "operation"); ok && d.Name == "explain" {
		c, _, err := operationChain(inner.Fields[0].Key, object, inner.Fields[0].Value.Fields)
		c.receiver = explaining(c.receiver)
		return c, d.Returns, err
	}
	methods, err := methods(d, arguments)
	return chain{receiver: receiver(object), methods: methods}, d.Returns, err
}

// explaining writes what explains the methods that are called on it.
func explaining(receiver []figure.Token) []figure.Token {
	explain := append(append(receiver, punctuation(".")...), one(figure.Function, "explain")...)
	verbosity := append(append(punctuation("("), one(figure.String, quote("executionStats"))...), punctuation(")")...)
	return append(explain, verbosity...)
}

// methods gives the call of the operation and those of its cursor.
func methods(d example.Descriptor, given []ejson.Field) ([]method, error) {
	var options []ejson.Field
	for _, field := range given {
		a, ok := d.Argument(field.Key)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s takes no %s", d.Name, field.Key)
		case a.Shell == example.Option:
			options = append(options, inShell(a.Type, field))
		}
	}
	written, err := parentheses(d, given, options)
	if err != nil {
		return nil, err
	}
	calls := []method{{name: cmp.Or(d.Method, d.Name), arguments: written}}
	for _, a := range d.Arguments {
		node, ok := field(given, a.Name)
		if a.Shell != example.CursorMethod || !ok {
			continue
		}
		p, err := toPiece(node, false)
		if err != nil {
			return nil, err
		}
		calls = append(calls, method{name: a.Name, arguments: []piece{p}})
	}
	return calls, nil
}

// parentheses gives what stands in the call's parentheses.
func parentheses(d example.Descriptor, given, options []ejson.Field) ([]piece, error) {
	nodes, count := positions(d, given)
	if len(options) > 0 {
		nodes = append(nodes, ejson.Node{Type: "object", Fields: options})
		count = len(nodes)
	}
	pieces := make([]piece, count)
	for i, node := range nodes[:count] {
		var err error
		if pieces[i], err = toPiece(node, false); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// positions gives the arguments that stand by themselves, and how many of them
// are written if nothing follows. What is left out before something that is
// written is empty.
func positions(d example.Descriptor, given []ejson.Field) (nodes []ejson.Node, count int) {
	for _, a := range d.Arguments {
		if a.Shell != example.Positional && a.Shell != example.Omittable {
			continue
		}
		node, ok := field(given, a.Name)
		if !ok {
			node = ejson.Node{Type: cmp.Or(emptyOf[a.Type], "object")}
		}
		nodes = append(nodes, node)
		if ok && a.Shell == example.Positional || len(node.Fields) > 0 {
			count = len(nodes)
		}
	}
	return nodes, count
}

// emptyOf has the types of what stands in the place of an argument that is left
// out before another, where that is no document.
var emptyOf = map[example.Type]string{example.TypePipeline: "array"}

func field(fields []ejson.Field, key string) (ejson.Node, bool) {
	for _, f := range fields {
		if f.Key == key {
			return f.Value, true
		}
	}
	return ejson.Node{}, false
}

// inShell changes what the shell writes unlike the Unified Test Format.
func inShell(t example.Type, option ejson.Field) ejson.Field {
	if t == example.TypeReturnDocument {
		option.Value.Text = strings.ToLower(option.Value.Text)
	}
	return option
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
	db = append(append(db, punctuation(".")...), one(figure.Function, "getCollection")...)
	return append(append(append(db, punctuation("(")...), one(figure.String, quote(collection))...), punctuation(")")...)
}
