package render

import (
	"cmp"
	"fmt"
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// StepCode writes a step's operation for the shell, as it is sent at a size.
func StepCode(s *example.Step, size int) (figure.Code, error) { return mongosh.Step(s, size) }

// operation writes an operation. Its descriptor says where each argument stands.
func (d *Dialect) operation(o example.Operation, session string) (chain, error) {
	descriptor, ok := example.Describe(o.Name)
	if !ok {
		return chain{}, fmt.Errorf("there is no operation %s", o.Name)
	}
	if o.Name == "explain" {
		return d.explain(d, o)
	}
	arguments, err := ejson.Open(o.Arguments)
	if err != nil {
		return chain{}, err
	}
	c := chain{dialect: d, receiver: d.receiver(o.Object)}
	switch descriptor.On {
	case example.OnSession, example.OnStream:
		c.receiver = d.variable(descriptor, named(cmp.Or(session, o.Object)))
		session = ""
	}
	if session != "" && d.inSession != nil {
		c, session = d.inSession(c, named(session)), ""
	}
	if c.methods, err = d.methods(descriptor, arguments.Fields, session); err != nil || d.complete == nil {
		return c, err
	}
	return d.complete(d, o, c)
}

// inner writes what an operation explains.
func (d *Dialect) inner(o example.Operation) (chain, error) { return d.operation(o.Inner(), "") }

// methods gives the call of the operation and those of its cursor.
func (d *Dialect) methods(of example.Descriptor, given []ejson.Field, session string) ([]method, error) {
	for _, field := range given {
		if _, ok := of.Argument(field.Key); !ok {
			return nil, fmt.Errorf("%s takes no %s", of.Name, field.Key)
		}
	}
	if d.calls != nil {
		return d.calls(d, of, given, session)
	}
	var options []option
	for _, field := range given {
		switch a, _ := of.Argument(field.Key); {
		case d.place(of, a) == example.Option || d.place(of, a) == example.Verbatim:
			p, err := d.argument(a, field.Value)
			if err != nil {
				return nil, err
			}
			options = append(options, option{a, p, field.Value.Text})
		}
	}
	if session != "" && d.leading == nil {
		options = append(options, option{example.Argument{Name: "session"}, piece{scalar: one(figure.Plain, named(session))}, ""})
	}
	written, err := d.parentheses(of, given, options)
	if err != nil {
		return nil, err
	}
	if d.leading != nil {
		written = slices.Concat(d.leading(session), written)
	}
	calls := []method{{name: d.method(of), arguments: written}}
	for _, a := range of.Arguments {
		node, ok := field(given, a.Name)
		if d.place(of, a) != example.CursorMethod || !ok {
			continue
		}
		p, err := d.argument(a, node)
		if err != nil {
			return nil, err
		}
		name := a.Name
		if d.keyword != nil {
			name = d.keyword(a)
		}
		calls = append(calls, method{name: name, arguments: []piece{p}})
	}
	return calls, nil
}

// option is an argument that stands under its name.
type option struct {
	argument example.Argument
	value    piece
	text     string // of a string
}

// argument writes the value of an argument.
func (d *Dialect) argument(a example.Argument, n ejson.Node) (piece, error) {
	if d.special != nil {
		if p, ok, err := d.special(d, a, n); ok || err != nil {
			return p, err
		}
	}
	return d.piece(n, false)
}

// parentheses gives what stands in the call's parentheses.
func (d *Dialect) parentheses(of example.Descriptor, given []ejson.Field, options []option) ([]piece, error) {
	arguments, count := d.positions(of, given)
	if len(options) > 0 && d.keyword == nil {
		count = len(arguments)
	}
	var pieces []piece
	for _, a := range arguments[:count] {
		p, err := d.argument(a.argument, a.node)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	if len(options) == 0 {
		return pieces, nil
	}
	switch {
	case d.options != nil:
		return append(pieces, d.options(of, options)), nil
	case d.keyword == nil:
		return append(pieces, d.document(options)), nil
	}
	for _, o := range options {
		o.value.before = append(one(figure.Plain, d.keyword(o.argument)), punctuation("=")...)
		pieces = append(pieces, o.value)
	}
	return pieces, nil
}

// document writes options as one.
func (d *Dialect) document(options []option) piece {
	p := piece{brackets: "{}", tight: d.tight}
	for _, o := range options {
		o.value.before = []figure.Token{d.key(o.argument.Name), {Class: figure.Punctuation, Text: ": "}}
		p.items = append(p.items, o.value)
	}
	return p
}

// position is an argument that stands by itself.
type position struct {
	argument example.Argument
	node     ejson.Node
}

// positions gives the arguments that stand by themselves, and how many of them
// are written if nothing follows. What is left out before something that is
// written is empty.
func (d *Dialect) positions(of example.Descriptor, given []ejson.Field) (arguments []position, count int) {
	for _, a := range of.Arguments {
		place := d.place(of, a)
		if place != example.Positional && place != example.Omittable {
			continue
		}
		node, ok := field(given, a.Name)
		if !ok {
			node = ejson.Node{Type: cmp.Or(emptyOf[a.Type], "object")}
		}
		arguments = append(arguments, position{a, node})
		if ok && place == example.Positional || len(node.Fields) > 0 {
			count = len(arguments)
		}
	}
	return arguments, count
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

// onCollection writes an operation on a collection.
func (d *Dialect) onCollection(name, collection string, arguments []ejson.Field) (chain, error) {
	descriptor, _ := example.Describe(name)
	calls, err := d.methods(descriptor, arguments, "")
	return chain{dialect: d, receiver: d.receiver(collection), methods: calls}, err
}

// explainedInCommand gives the command that explains an operation. The numbers that a
// driver sends as int64 are plain ones in it, which the server takes as well.
func explainedInCommand(o example.Operation) (ejson.Node, error) {
	command, err := ejson.Open(o.Command())
	if err != nil {
		return command, err
	}
	for i, f := range command.Fields[0].Value.Fields {
		if f.Key == "skip" || f.Key == "limit" {
			command.Fields[0].Value.Fields[i].Value.Type = "int"
		}
	}
	return command, nil
}
