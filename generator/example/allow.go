package example

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
)

// The stages, operators and commands that examples may send are listed here by
// name, so that anyone's example reaches nothing but its own database: no
// JavaScript, no other databases, no administration, nothing random. Every place
// of a stage or a command that names a collection is known, in servernames.go and
// command.go, and names it alone. The names are those of the server 8.2; whether
// a database runs them is for it to say.

// operators are allowed anywhere in a filter, an update, a projection or a stage.
var operators = slices.Concat(stageNames, serverOperators, notOperators)

// notOperators begin with a dollar sign too: the fields of a reference to a
// document, and the names of an order and of a wildcard.
var notOperators = []string{"$ref", "$id", "$db", "$natural", "$**"}

// javaScript names the operators that run code on the server.
var javaScript = []string{"$where", "$function", "$accumulator"}

// operators checks every key of v that begins with a dollar sign.
func (r *reader) operators(v *ejson.Value) {
	if isWrapper(v) || isPlaceholder(v) {
		return
	}
	for _, item := range v.Items {
		r.operators(item)
	}
	for _, m := range v.Members {
		if strings.HasPrefix(m.Key, "$") {
			r.operator(m)
		}
		if m.Key != "$literal" && m.Key != "$jsonSchema" {
			r.operators(m.Value)
		}
	}
}

// isWrapper reports whether v is a value of Extended JSON, whose own rules hold.
func isWrapper(v *ejson.Value) bool {
	return v.Kind == ejson.Object && slices.ContainsFunc(v.Members, func(m ejson.Member) bool { return ejson.IsWrapper(m.Key) })
}

func (r *reader) operator(m ejson.Member) {
	switch {
	case slices.Contains(javaScript, m.Key):
		r.errorf(m.Start, "examples run no JavaScript on the server", "%s may not be sent", m.Key)
	case !slices.Contains(operators, m.Key):
		r.errorf(m.Start, operatorHint(m.Key, operators), "%s is not an operator that may be sent", m.Key)
	default:
		r.sameDatabase(m)
	}
}

// sameDatabase checks that a stage names no database of its own.
func (r *reader) sameDatabase(m ejson.Member) {
	stage, _ := stageNamed(m.Key)
	if stage.Foreign == "" {
		return
	}
	for _, place := range []*ejson.Value{m.Value, m.Value.Get(stage.Foreign)} {
		if place != nil && place.Get("db") != nil {
			r.errorf(place.Get("db").Start, "name the collection alone", "%s leaves the example's database", m.Key)
		}
	}
}

func (r *reader) pipeline(v *ejson.Value, what string) {
	for _, stage := range r.array(v, what) {
		if !r.kind(stage, "a stage", ejson.Object) {
			continue
		}
		name := firstKey(stage)
		switch {
		case len(stage.Members) != 1:
			r.errorf(stage.Start, "", "a stage is an object with one key")
		case slices.Contains(stageNames, name) || slices.Contains(javaScript, name):
			r.operators(stage)
		default:
			r.errorf(stage.Members[0].Start, operatorHint(name, stageNames), "%s is not a stage that may be sent", name)
		}
	}
}

// operatorHint returns the hint for an operator or a stage that is not known, ""
// without one: there are too many to name them all.
func operatorHint(name string, known []string) string {
	if hint := hintFor(name, known, otherOperators); !strings.HasPrefix(hint, "known: ") {
		return hint
	}
	return ""
}
