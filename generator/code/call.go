package code

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Call is an operation as it is sent, independent of languages.
type Call struct {
	Name   string // of the operation
	Object string // the collection, or the change stream; "" for the database
	Of     example.Descriptor
	Given  []ejson.Field // its arguments
	// Session is the variable of the session that it is sent in, or called on; "" for none.
	Session string
	Explain *Call // the operation that it explains, or nil
	// Command is the explain command, for drivers that have no method for it.
	Command ejson.Node
	// Values is the type of all values that a distinct is expected to return, "" if they
	// differ.
	Values string
	// WritesCollection reports whether it is a pipeline that ends in $merge or $out.
	WritesCollection bool
}

// newCall returns the call of an operation in a session, "" for none.
func newCall(o example.Operation, session string) (*Call, error) {
	of, ok := example.Describe(o.Name)
	if !ok {
		return nil, fmt.Errorf("there is no operation %s", o.Name)
	}
	arguments, err := ejson.Open(o.Arguments)
	if err != nil {
		return nil, err
	}
	for _, field := range arguments.Fields {
		if _, ok := of.Argument(field.Key); !ok {
			return nil, fmt.Errorf("%s takes no %s", of.Name, field.Key)
		}
	}
	c := &Call{Name: o.Name, Object: o.Object, Of: of, Given: arguments.Fields, Session: Named(session)}
	if o.Name == "explain" {
		if c.Explain, err = newCall(o.Inner(), ""); err != nil {
			return nil, err
		}
		c.Command, err = explaining(o)
	}
	pipeline, _ := Field(c.Given, "pipeline")
	if stages := len(pipeline.Fields); stages > 0 && o.Name == "aggregate" {
		last := pipeline.Fields[stages-1].Value
		c.WritesCollection = len(last.Fields) == 1 && (last.Fields[0].Key == "$merge" || last.Fields[0].Key == "$out")
	}
	return c, err
}

// explaining returns the command that explains an operation. Its skip and limit, which a
// driver sends as int64, are plain numbers, which the server takes as well.
func explaining(o example.Operation) (ejson.Node, error) {
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

// Argument is an argument with its value.
type Argument struct {
	example.Argument
	Value ejson.Node
}

// Placed are the arguments of a call by their places in a language.
type Placed struct {
	Positional []Argument // empty where not given
	Needed     int        // how many of Positional are written if no options follow
	Options    []Argument // in the file's order
	Methods    []Argument // of the cursor
}

// Placed sorts the arguments of a call by their places in a language.
func (c *Call) Placed(place func(a example.Argument) example.Place) Placed {
	var p Placed
	for _, field := range c.Given {
		a, _ := c.Of.Argument(field.Key)
		if at := place(a); at == example.Option || at == example.Verbatim {
			p.Options = append(p.Options, Argument{a, field.Value})
		}
	}
	for _, a := range c.Of.Arguments {
		value, isGiven := Field(c.Given, a.Name)
		switch at := place(a); {
		case at == example.CursorMethod && isGiven:
			p.Methods = append(p.Methods, Argument{a, value})
		case at == example.Positional || at == example.Omittable:
			if !isGiven {
				value = ejson.Node{Type: cmp.Or(map[example.Type]string{example.TypePipeline: "array"}[a.Type], "object")}
			}
			p.Positional = append(p.Positional, Argument{a, value})
			if isGiven && at == example.Positional || len(value.Fields) > 0 {
				p.Needed = len(p.Positional)
			}
		}
	}
	return p
}

// RequestsOf returns calls for the requests of a bulk write.
func RequestsOf(list ejson.Node) []*Call {
	var requests []*Call
	for _, request := range list.Fields {
		name := request.Value.Fields[0].Key
		of, _ := example.Describe(name)
		of = example.Descriptor{Name: name, Arguments: of.Request}
		requests = append(requests, &Call{Name: name, Of: of, Given: request.Value.Fields[0].Value.Fields})
	}
	return requests
}

// Has reports whether an argument is given.
func (c *Call) Has(name string) bool {
	_, ok := Field(c.Given, name)
	return ok
}

// IsCount reports whether it returns a number.
func (c *Call) IsCount() bool {
	return c.Name == "countDocuments" || c.Name == "estimatedDocumentCount"
}

// ReturnsDocuments reports whether it returns documents, which programs print with
// another function than counts and ids.
func (c *Call) ReturnsDocuments() bool { return ReturnsDocuments(c.Of) }

// ReturnsDocuments reports whether an operation returns documents.
func ReturnsDocuments(of example.Descriptor) bool {
	returns := of.Returns == example.ReturnsDocument || of.Returns == example.ReturnsDocuments
	return returns || of.Name == "explain" || of.Name == "listIndexes" || of.Name == "runCommand"
}

// Field returns the value of a field.
func Field(fields []ejson.Field, key string) (ejson.Node, bool) {
	for _, f := range fields {
		if f.Key == key {
			return f.Value, true
		}
	}
	return ejson.Node{}, false
}

// Saved returns the path in a placeholder for a value that an earlier step saved; false
// for other values.
func Saved(n ejson.Node) (path string, ok bool) { return placeholder(n, example.PlaceSaved) }

// placeInserted stands for the _id in the result of an insert, which is in a variable of
// this name.
const placeInserted = "$$inserted"

// markInserted puts placeInserted for parts of what was saved under the names in inserted.
func markInserted(fields []ejson.Field, inserted map[string]bool) {
	for i, f := range fields {
		name, _, _ := strings.Cut(f.Value.Text, ".")
		if f.Key == example.PlaceSaved && inserted[name] {
			fields[i] = ejson.Field{Key: placeInserted, Value: ejson.Node{Type: "string", Text: name}}
		}
		markInserted(f.Value.Fields, inserted)
	}
}

// Index returns the number that the counter begins with in a placeholder for the counter.
func Index(n ejson.Node) (start string, ok bool) { return placeholder(n, example.PlaceIndex) }

func placeholder(n ejson.Node, name string) (string, bool) {
	if n.Type == "object" && len(n.Fields) == 1 && n.Fields[0].Key == name {
		return n.Fields[0].Value.Text, true
	}
	return "", false
}

// Counter is the variable that counts how often a step was sent.
const Counter = "i"

// Counts reports whether the counter is in the arguments.
func (c *Call) Counts() bool { return counts(c.Given) }

func counts(fields []ejson.Field) bool {
	return slices.ContainsFunc(fields, func(f ejson.Field) bool {
		_, ok := Index(f.Value)
		return ok || counts(f.Value.Fields)
	})
}

// createCollection returns the call that makes a collection with its validator and
// options; nil if it has neither, and its first document makes it.
func createCollection(c *example.Collection) (*Call, error) {
	name := ejson.Field{Key: "collection", Value: ejson.Node{Type: "string", Text: c.Name}}
	position := example.Argument{Name: name.Key, Required: true, Places: example.Places{Shell: example.Positional, Node: example.Positional, Python: example.Positional}}
	call := &Call{Name: "createCollection", Of: example.Descriptor{Name: "createCollection", Returns: example.ReturnsNothing, Arguments: []example.Argument{position}}, Given: []ejson.Field{name}}
	var options []ejson.Field
	if c.Validator != nil {
		validator, err := ejson.Open(c.Validator)
		if err != nil {
			return nil, err
		}
		options = append(options, ejson.Field{Key: "validator", Value: validator})
	}
	if len(c.Options) > 0 {
		others, err := ejson.Open(c.Options)
		if err != nil {
			return nil, err
		}
		options = append(options, others.Fields...)
	}
	if len(options) == 0 {
		return nil, nil
	}
	for _, option := range options {
		places := example.Places{Shell: example.Option, Node: example.Option, Python: example.Verbatim}
		argument := example.Argument{Name: option.Key, Places: places}
		if option.Key == "collation" {
			argument.Type = example.TypeCollation
		}
		call.Of.Arguments = append(call.Of.Arguments, argument)
	}
	call.Given = append(call.Given, options...)
	return call, nil
}

// createIndex returns the call that makes an index, without a name that drivers would
// choose as well.
func createIndex(collection string, index example.Index) (*Call, error) {
	spec, err := ejson.Open(index.Spec)
	if err != nil {
		return nil, err
	}
	of, _ := example.Describe("createIndex")
	call := &Call{Name: of.Name, Object: collection, Of: of}
	var keys ejson.Node
	for _, field := range spec.Fields {
		switch {
		case field.Key == "key":
			keys = field.Value
			call.Given = append(call.Given, ejson.Field{Key: "keys", Value: keys})
		case field.Key == "name" && field.Value.Text == defaultName(keys):
		default:
			if _, ok := of.Argument(field.Key); !ok {
				return nil, fmt.Errorf("%s takes no %s", of.Name, field.Key)
			}
			call.Given = append(call.Given, field)
		}
	}
	return call, nil
}

// defaultName returns the name of an index with these keys: name_1_port_-1.
func defaultName(keys ejson.Node) string {
	name := ""
	for i, field := range keys.Fields {
		if i > 0 {
			name += "_"
		}
		name += field.Key + "_" + field.Value.Text
	}
	return name
}
