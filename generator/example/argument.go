package example

import (
	"fmt"
	"strings"

	"modelbook/generator/ejson"
)

// arguments checks an object of arguments and reports whether it is one.
func (r *reader) arguments(v *ejson.Value, what string, arguments []Argument) bool {
	if !r.kind(v, "what "+what+" takes", ejson.Object) {
		return false
	}
	r.object(v, what, argumentKeys(arguments))
	for _, a := range arguments {
		if value := v.Get(a.Name); value != nil {
			r.argument(value, fmt.Sprintf("%q", a.Name), a.Type)
		}
	}
	return true
}

// argumentKeys returns the table of keys of an object of arguments.
func argumentKeys(arguments []Argument) string {
	var keys []string
	for _, a := range arguments {
		key := a.Name
		if a.Required {
			key += "!"
		}
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

func (r *reader) argument(v *ejson.Value, what string, t Type) {
	switch t {
	case TypeBool:
		r.boolean(v, what)
	case TypeString:
		r.string(v, what)
	case TypeInt32, TypeInt64:
		r.integer(v, what, -1<<31, 1<<31-1)
	case TypeReturnDocument:
		r.returnDocument(v, what)
	case TypeStored:
		r.requireDocument(v, what)
	case TypeStoredList:
		for _, item := range r.array(v, what) {
			r.requireDocument(item, "an element of "+what)
		}
	case TypeDocument, TypeKeys:
		r.checkedDocument(v, what)
	case TypeDocuments:
		for _, item := range r.array(v, what) {
			r.checkedDocument(item, "an element of "+what)
		}
	case TypePipeline:
		r.pipeline(v, what)
	case TypeCommand:
		r.command(v)
	default:
		r.compound(v, what, t)
	}
}

// compound checks the arguments that may have more than one shape, or are made
// of others.
func (r *reader) compound(v *ejson.Value, what string, t Type) {
	switch t {
	case TypeHint:
		if v.Kind != ejson.String {
			r.requireDocument(v, what)
		}
	case TypeUpdate:
		if v.Kind == ejson.Array {
			r.pipeline(v, what)
			return
		}
		r.checkedDocument(v, what)
		if id := at(v, "$setOnInsert", "_id"); id != nil && !isPlaceholder(id) {
			r.errorf(id.Start, "leave it to the server, or let the filter have it", "the next document that this inserts would have the same _id")
		}
	case TypeCollation:
		r.collation(v, what)
	case TypeClusteredIndex:
		r.clusteredIndex(v)
	case TypeExplained:
		r.explainedOperation(v)
	case TypeRequests:
		for _, item := range r.array(v, what) {
			r.request(item)
		}
	default:
		panic("example: no rule reads an argument of the type " + string(t))
	}
}

// checkedDocument checks a document and the operators in it.
func (r *reader) checkedDocument(v *ejson.Value, what string) {
	if r.requireDocument(v, what) {
		r.operators(v)
	}
}

// collationKeys are the fields that drivers know. They leave out others, and a
// strength of 0.
const collationKeys = "locale! strength caseLevel caseFirst numericOrdering alternate maxVariable normalization backwards"

func (r *reader) collation(v *ejson.Value, what string) {
	if !r.object(v, what, collationKeys) {
		return
	}
	for _, m := range v.Members {
		field := fmt.Sprintf("%q", m.Key)
		switch m.Key {
		case "strength":
			r.integer(m.Value, field, 1, 5)
		case "caseLevel", "numericOrdering", "normalization", "backwards":
			r.boolean(m.Value, field)
		default:
			r.string(m.Value, field)
		}
	}
}

func (r *reader) returnDocument(v *ejson.Value, what string) {
	if s := r.string(v, what); s != "Before" && s != "After" && s != "" {
		r.errorf(v.Start, `write "Before" or "After"`, "%s is %q", what, s)
	}
}
