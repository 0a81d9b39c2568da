package shell

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// shape is the form of an argument of a type in the shell.
type shape struct {
	words string
	fits  func(*ejson.Value) bool
}

// shapes has that of each type. Operators, and the fields of collations and
// commands, are for the database to judge.
var shapes = map[example.Type]shape{
	example.TypeBool:           {"true or false", isBool},
	example.TypeString:         {"a string", isString},
	example.TypeInt32:          {"an integer", isInt32},
	example.TypeInt64:          {"an integer", isInt32},
	example.TypeReturnDocument: {"'before' or 'after'", isReturnDocument},
	example.TypeDocument:       {"a document", isDocument},
	example.TypeKeys:           {"a document", isDocument},
	example.TypeStored:         {"a document", isDocument},
	example.TypeCollation:      {"a document", isDocument},
	example.TypeClusteredIndex: {"a document", isDocument},
	example.TypeCommand:        {"a document", isDocument},
	example.TypeDocuments:      {"an array of documents", isDocuments},
	example.TypeStoredList:     {"an array of documents", isDocuments},
	example.TypeRequests:       {"an array of documents", isDocuments},
	example.TypePipeline:       {"an array of documents", isDocuments},
	example.TypeHint:           {"a string or a document", isStringOrDocument},
	example.TypeUpdate:         {"a document or an array of documents", isDocumentOrPipeline},
}

func isBool(v *ejson.Value) bool   { return v.Kind == ejson.True || v.Kind == ejson.False }
func isString(v *ejson.Value) bool { return v.Kind == ejson.String }

// isInt32 reports whether a number became an int32.
func isInt32(v *ejson.Value) bool {
	return v.Kind == ejson.Number && !strings.ContainsAny(v.Text, ".e")
}

func isReturnDocument(v *ejson.Value) bool {
	return isString(v) && (v.Text == "before" || v.Text == "after")
}

// isDocument reports whether v is a document, and not a value that a constructor
// made.
func isDocument(v *ejson.Value) bool {
	return v.Kind == ejson.Object && !slices.ContainsFunc(v.Members, func(m ejson.Member) bool { return ejson.IsWrapper(m.Key) })
}

func isDocuments(v *ejson.Value) bool {
	return v.Kind == ejson.Array && firstOther(v.Items) == nil
}

func isStringOrDocument(v *ejson.Value) bool   { return isString(v) || isDocument(v) }
func isDocumentOrPipeline(v *ejson.Value) bool { return isDocument(v) || isDocuments(v) }

// firstOther returns the first item that is no document, or nil.
func firstOther(items []*ejson.Value) *ejson.Value {
	for _, item := range items {
		if !isDocument(item) {
			return item
		}
	}
	return nil
}

// check reports an argument of an operation or a request that does not have the
// shape of its type.
func (c *call) check(of string, a example.Argument, v *ejson.Value) {
	if v == nil {
		return
	}
	f, known := shapes[a.Type]
	if !known {
		panic("shell: no shape of arguments of the type " + string(a.Type))
	}
	switch item := firstOther(v.Items); {
	case f.fits(v) && a.Type == example.TypeRequests:
		for _, request := range v.Items {
			c.request(request)
		}
	case f.fits(v):
	case item != nil:
		c.report(item.Start, fmt.Sprintf("an element of %s is a document, not %s", a.Name, c.describeValue(item)), "")
	default:
		hint := ""
		if isDocument(v) && f.fits(&ejson.Value{Kind: ejson.Array}) {
			hint = "write [ and ] around it"
		}
		c.report(v.Start, fmt.Sprintf("%s of %s is %s, not %s", a.Name, of, f.words, c.describeValue(v)), hint)
	}
}

// describeValue returns the kind of a value in words, or a scalar as it is
// written.
func (c *call) describeValue(v *ejson.Value) string {
	switch {
	case isDocument(v):
		return "a document"
	case v.Kind == ejson.Array:
		return "an array"
	}
	return short(c.input[v.Start:v.End])
}

// request checks a request of bulkWrite.
func (c *call) request(v *ejson.Value) {
	if c.full() {
		return
	}
	if len(v.Members) != 1 {
		c.report(v.Start, "a request is a document with one field, the name of an operation", "")
		return
	}
	m := v.Members[0]
	d, _ := example.Describe(m.Key)
	switch {
	case d.Request == nil:
		c.report(m.Start, fmt.Sprintf("%s has no request %s", c.Name, short(m.Key)), c.nearest(m.Key, requests(), "known: "+strings.Join(requests(), ", ")))
	case !isDocument(m.Value):
		c.report(m.Value.Start, fmt.Sprintf("what %s takes is a document, not %s", m.Key, c.describeValue(m.Value)), "")
	default:
		c.fields(m, d.Request)
	}
}

// requests names the operations that can be requests.
func requests() []string {
	var names []string
	for _, d := range example.Operations() {
		if d.Request != nil {
			names = append(names, d.Name)
		}
	}
	return names
}

// fields checks the arguments of a request.
func (c *call) fields(request ejson.Member, arguments []example.Argument) {
	given := map[string]bool{}
	for _, m := range request.Value.Members {
		given[m.Key] = true
		i := slices.IndexFunc(arguments, func(a example.Argument) bool { return a.Name == m.Key })
		if i < 0 {
			c.unknown(request.Key, m, arguments)
			continue
		}
		c.check(request.Key, arguments[i], m.Value)
	}
	for _, a := range arguments {
		if a.Required && !given[a.Name] {
			c.report(request.Start, fmt.Sprintf("%s has no %s", request.Key, a.Name), "")
		}
	}
}

// unknown reports a name that none of some arguments have.
func (c *call) unknown(of string, m ejson.Member, arguments []example.Argument) {
	if c.full() {
		return
	}
	var known []string
	for _, a := range arguments {
		known = append(known, a.Name)
	}
	c.report(m.Start, fmt.Sprintf("%s takes no %s here", of, short(m.Key)), c.nearest(m.Key, known, "known: "+strings.Join(known, ", ")))
}
