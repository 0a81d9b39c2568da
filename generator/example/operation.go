package example

import (
	"cmp"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func (r *reader) operation(v *ejson.Value) Operation {
	if !r.object(v, "the operation", operationKeys) {
		return Operation{}
	}
	o := Operation{Name: r.string(v.Get("name"), `"name"`), Pos: r.text.Pos(v.Start)}
	d, known := Describe(o.Name)
	if !known {
		r.errorf(v.Get("name").Start, hintFor(o.Name, operationNames(isOperation), otherOperations), "there is no operation %q", o.Name)
		return o
	}
	r.target(v, d.On, &o)
	arguments := v.Get("arguments")
	r.placeholders(arguments)
	switch {
	case arguments == nil && slices.ContainsFunc(d.Arguments, func(a Argument) bool { return a.Required }):
		r.errorf(v.Start, "", `%s has no "arguments"`, o.Name)
	case arguments == nil:
		o.Arguments = bson.D{}
	case r.arguments(arguments, o.Name, d.Arguments):
		o.Arguments = r.document(arguments, `"arguments"`)
	}
	return o
}

// target reads the collection that an operation goes to.
func (r *reader) target(v *ejson.Value, on Target, o *Operation) {
	object := v.Get("object")
	switch {
	case object == nil && on == OnCollection:
		r.errorf(v.Start, `name the collection: "object": "…"`, `%s has no "object"`, o.Name)
	case object != nil && on == OnDatabase:
		r.errorf(object.Start, `leave "object" out`, "%s goes to the database", o.Name)
	case object != nil && on == OnSession:
		r.errorf(object.Start, `leave "object" out; the step names the "session"`, "%s goes to a session", o.Name)
	case on == OnStream:
		if o.Object = r.string(object, `"object"`); r.variables[o.Object] != "stream" {
			r.errorf(v.Start, `name what a step with "watch" has as "save"`, "no step before this one watches %q", o.Object)
		}
	case object != nil:
		if o.Object = r.string(object, `"object"`); o.Object != "" {
			r.known(object, o.Object)
		}
	}
}

// request reads a request of bulkWrite: an operation with some of its arguments.
func (r *reader) request(v *ejson.Value) {
	if !r.kind(v, "a request", ejson.Object) {
		return
	}
	name := firstKey(v)
	d, _ := Describe(name)
	switch {
	case len(v.Members) != 1:
		r.errorf(v.Start, "", "a request is an object with one key, the name of an operation")
	case !isRequest(d):
		r.errorf(v.Members[0].Start, hintFor(name, operationNames(isRequest), otherOperations), "bulkWrite has no request %q", name)
	default:
		r.arguments(v.Members[0].Value, name, d.Request)
	}
}

// explainedOperation reads the argument of explain: an operation with its
// arguments.
func (r *reader) explainedOperation(v *ejson.Value) {
	if !r.kind(v, "what explain takes", ejson.Object) {
		return
	}
	name := firstKey(v)
	switch {
	case len(v.Members) != 1:
		r.errorf(v.Start, "", "what explain takes is an object with one key, the name of an operation")
	case !contains(explained, name):
		r.errorf(v.Members[0].Start, unknownHint(name, explained), "explain takes no %q", name)
	default:
		d, _ := Describe(name)
		r.arguments(v.Members[0].Value, name, d.Arguments)
	}
}

// operationNames names the operations that a condition holds for.
func operationNames(which func(Descriptor) bool) []string {
	var names []string
	for _, d := range operations {
		if which(d) {
			names = append(names, d.Name)
		}
	}
	return names
}

func isOperation(Descriptor) bool { return true }
func isRequest(d Descriptor) bool { return d.Request != nil }
