package verify

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// TestEveryArgumentArrives sends every operation with each of its arguments, one at a
// time and all at once, and compares the command that arrives with the descriptor:
// each argument at its place with its value and BSON type, and nothing else.
func TestEveryArgumentArrives(t *testing.T) {
	var arrived bson.Raw
	f := startFake(t, func(_ string, command bson.Raw) bson.D {
		arrived = command
		n := bson.E{Key: "n", Value: int32(1)}
		return append(finds("d.ferries", bson.D{n}), n, bson.E{Key: "value"}, bson.E{Key: "values", Value: bson.A{}})
	})
	c, err := connect(t.Context(), Options{URI: f.uri})
	if err != nil {
		t.Fatal(err)
	}
	defer c.close(t.Context())
	r := run.New(database{sender{db: c.Database("d")}}, &example.Example{Name: "x"}, 0)
	for _, o := range everyCall() {
		arrived = nil
		var wrong argumentError
		if _, _, err := r.Send(t.Context(), o, "", "s", nil); errors.As(err, &wrong) || arrived == nil {
			t.Errorf("%s %v was not sent: %v", o.Name, o.Arguments, err)
			continue
		}
		command, given := expectedCommand(o)
		if o.Name == "rename" {
			command = inDatabase(command, "d")
		}
		got, want := withoutGeneric(t, arrived), marshal(t, command)
		for _, a := range given {
			if value := valueAt(want, a.At); value.IsZero() || !value.Equal(valueAt(got, a.At)) {
				t.Errorf("%s: %s is %s, want %s", o.Name, a.Name, valueAt(got, a.At), value)
			}
		}
		if got, want := sorted(t, got), sorted(t, want); got != want {
			t.Errorf("%s:\n%s\narrived, want\n%s", o.Name, got, want)
		}
	}
}

// everyCall returns each operation on each of its targets with each of its arguments.
func everyCall() []example.Operation {
	var all []example.Operation
	for _, d := range example.Operations() {
		if d.On == example.OnSession || d.On == example.OnStream {
			continue // they have no arguments, and no command of their own
		}
		targets := map[example.Target][]string{example.OnCollection: {"ferries"}, example.OnDatabase: {""}, example.OnEither: {"ferries", ""}}[d.On]
		for _, object := range targets {
			for _, arguments := range everyChoice(d.Arguments) {
				all = append(all, example.Operation{Name: d.Name, Object: object, Arguments: arguments})
			}
		}
	}
	return all
}

// everyChoice returns the required arguments alone, with each value of each
// argument, and all arguments at once.
func everyChoice(arguments []example.Argument) []bson.D {
	var required, all bson.D
	for _, a := range arguments {
		first := bson.E{Key: a.Name, Value: samples(a.Type)[0]}
		all = append(all, first)
		if a.Required {
			required = append(required, first)
		}
	}
	choices := []bson.D{required, all}
	for _, a := range arguments {
		for _, value := range samples(a.Type) {
			others := slices.DeleteFunc(slices.Clone(required), func(e bson.E) bool { return e.Key == a.Name })
			choices = append(choices, append(others, bson.E{Key: a.Name, Value: value}))
		}
	}
	return choices
}

// samples returns values of a type as they come from a file. The keys of
// documents are not in the order of the alphabet, so that it shows if a
// document became a map on its way.
func samples(t example.Type) []any {
	document := bson.D{{Key: "z", Value: int32(1)}, {Key: "a", Value: int32(-1)}}
	update := bson.D{{Key: "$set", Value: document}}
	stored := append(bson.D{{Key: "_id", Value: int32(7)}}, document...)
	switch t {
	case example.TypeBool:
		return []any{false, true}
	case example.TypeString:
		return []any{"name"}
	case example.TypeInt32, example.TypeInt64:
		return []any{int32(3)}
	case example.TypeReturnDocument:
		return []any{"After", "Before"}
	case example.TypeDocument, example.TypeKeys:
		return []any{document}
	case example.TypeDocuments, example.TypePipeline:
		return []any{bson.A{update, update}}
	case example.TypeStored:
		return []any{stored}
	case example.TypeStoredList:
		return []any{bson.A{stored, stored}}
	case example.TypeHint:
		return []any{"name_1", document}
	case example.TypeUpdate:
		return []any{update, bson.A{update}}
	case example.TypeCollation:
		return []any{collationSample}
	case example.TypeClusteredIndex:
		return []any{bson.D{{Key: "key", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "unique", Value: true}}}
	case example.TypeCommand:
		return []any{append(bson.D{{Key: "collMod", Value: "ferries"}}, document...)}
	case example.TypeExplained:
		return []any{bson.D{{Key: "find", Value: bson.D{{Key: "filter", Value: document}}}}}
	case example.TypeRequests:
		return everyRequest()
	}
	panic("no value of the type " + string(t))
}

// collationSample has all fields of a collation in the driver's order.
var collationSample = bson.D{
	{Key: "locale", Value: "hr"}, {Key: "caseLevel", Value: true}, {Key: "caseFirst", Value: "upper"}, {Key: "strength", Value: int32(2)},
	{Key: "numericOrdering", Value: true}, {Key: "alternate", Value: "shifted"}, {Key: "maxVariable", Value: "space"},
	{Key: "normalization", Value: true}, {Key: "backwards", Value: true},
}

// everyRequest returns lists of one request of bulkWrite.
func everyRequest() []any {
	var all []any
	for _, d := range example.Operations() {
		if d.Request == nil {
			continue
		}
		for _, arguments := range everyChoice(d.Request) {
			all = append(all, bson.A{bson.D{{Key: d.Name, Value: arguments}}})
		}
	}
	return all
}

// expectedCommand returns the command of an operation and the arguments in it. That of
// bulkWrite is the command of its only request, with the arguments for all requests.
func expectedCommand(o example.Operation) (bson.D, []example.Argument) {
	d, _ := example.Describe(o.Name)
	if list, ok := o.Argument("requests").(bson.A); ok {
		request := list[0].(bson.D)[0]
		outer := o
		o.Name, o.Arguments = request.Key, slices.Clone(request.Value.(bson.D))
		d, _ = example.Describe(o.Name)
		if let := outer.Argument("let"); let != nil {
			if _, takes := d.Argument("let"); takes {
				o.Arguments = append(o.Arguments, bson.E{Key: "let", Value: let})
			}
		}
		command := o.Command()
		if ordered := outer.Argument("ordered"); ordered != nil {
			i := slices.IndexFunc(command, func(e bson.E) bool { return e.Key == "ordered" })
			command[i].Value = ordered
		}
		return command, givenOf(d, o)
	}
	return o.Command(), givenOf(d, o)
}

// inDatabase puts the database before the names of collections, since renameCollection
// takes namespaces.
func inDatabase(command bson.D, database string) bson.D {
	for i, e := range command {
		if name, ok := e.Value.(string); ok {
			command[i].Value = database + "." + name
		}
	}
	return command
}

func givenOf(d example.Descriptor, o example.Operation) []example.Argument {
	return slices.DeleteFunc(slices.Clone(d.Arguments), func(a example.Argument) bool { return o.Argument(a.Name) == nil })
}

func marshal(t *testing.T, v any) bson.Raw {
	t.Helper()
	raw, err := bson.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// withoutGeneric leaves out the fields that every command may carry.
func withoutGeneric(t *testing.T, command bson.Raw) bson.Raw {
	t.Helper()
	var d bson.D
	if err := bson.Unmarshal(command, &d); err != nil {
		t.Fatal(err)
	}
	return marshal(t, slices.DeleteFunc(d, func(e bson.E) bool { return cost.IsGeneric(e.Key) }))
}

// valueAt returns the value at a place of a command; "-" is the element of an array
// that has the next key.
func valueAt(command bson.Raw, at example.Pointer) bson.RawValue {
	v := bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: command}
	keys := strings.Split(string(at), "/")[1:]
	for i, key := range keys {
		if key == "-" {
			items := ejson.Elements(v)
			has := slices.IndexFunc(items, func(item bson.RawValue) bool { return !item.Document().Lookup(keys[i+1]).IsZero() })
			if has < 0 {
				return bson.RawValue{}
			}
			v = items[has]
			continue
		}
		// An array is a document with the keys 0, 1, …
		v = bson.Raw(v.Value).Lookup(key)
	}
	return v
}

// sorted prints a document with the keys of all documents in order.
func sorted(t *testing.T, raw bson.Raw) string {
	t.Helper()
	var d bson.D
	if err := bson.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	return marshal(t, sortedKeys(d)).String()
}

func sortedKeys(v any) any {
	switch v := v.(type) {
	case bson.D:
		d := slices.SortedFunc(slices.Values(v), func(a, b bson.E) int { return cmp.Compare(a.Key, b.Key) })
		for i := range d {
			d[i].Value = sortedKeys(d[i].Value)
		}
		return bson.D(d)
	case bson.A:
		for i := range v {
			v[i] = sortedKeys(v[i])
		}
	}
	return v
}

// isCalled reports whether the driver has a method for an operation which is called
// on a collection or on the database, and returns its result.
func isCalled(d example.Descriptor) bool {
	return d.On != example.OnSession && d.On != example.OnStream && d.Returns != example.ReturnsStream && !d.ByCommand
}

// TestEveryOperationHasACall compares the calls with the descriptors.
func TestEveryOperationHasACall(t *testing.T) {
	var operations, known []string
	for _, d := range example.Operations() {
		if isCalled(d) {
			operations = append(operations, d.Name)
		}
		if d.Request != nil {
			known = append(known, d.Name)
		}
	}
	if got := slices.Sorted(maps.Keys(calls)); !slices.Equal(got, operations) {
		t.Errorf("there are calls for %v, want %v", got, operations)
	}
	if got := slices.Sorted(maps.Keys(requests)); !slices.Equal(got, known) {
		t.Errorf("there are requests for %v, want %v", got, known)
	}
}

// TestWrongArgumentsAreNotSent: an argument that the driver does not take is an error
// of this program, which no "expectError" of an example matches.
func TestWrongArgumentsAreNotSent(t *testing.T) {
	refused := func(name string, arguments bson.D, want string) {
		t.Helper()
		_, err := prepare(example.Operation{Name: name, Object: "ferries", Arguments: arguments})
		var wrong argumentError
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if f := classify(err); f.by == "driver" || f.by == "server" {
			t.Errorf("%v is told as an error by the %s", err, f.by)
		}
	}
	for _, d := range example.Operations() {
		for i, a := range d.Arguments {
			if !isCalled(d) {
				continue // what examples may say is sent as it is
			}
			arguments := slices.Clone(everyChoice(d.Arguments)[1])
			arguments[i].Value = bson.MaxKey{}
			_, err := prepare(example.Operation{Name: d.Name, Object: "ferries", Arguments: arguments})
			if err == nil || !strings.HasPrefix(err.Error(), d.Name+": "+a.Name+" is ") {
				t.Errorf("%s takes MaxKey as %s: %v", d.Name, a.Name, err)
			}
		}
	}
	filter := bson.E{Key: "filter", Value: bson.D{}}
	refused("find", bson.D{filter, {Key: "skip", Value: int64(1)}}, "find: skip is a int64, not a int32")
	refused("find", bson.D{filter, {Key: "comment", Value: "c"}}, "find: there is no argument comment")
	refused("find", bson.D{}, "find: filter is missing")
	refused("find", bson.D{filter, {Key: "collation", Value: bson.D{{Key: "locale", Value: "hr"}, {Key: "strength", Value: int32(0)}}}},
		"find: collation is a collation whose strength the driver leaves out")
	refused("bulkWrite", bson.D{{Key: "requests", Value: bson.A{bson.D{{Key: "deleteOne", Value: bson.D{filter, {Key: "let", Value: bson.D{}}}}}}}},
		"bulkWrite: deleteOne: there is no argument let")
	refused("bulkWrite", bson.D{{Key: "requests", Value: bson.A{bson.D{{Key: "find", Value: bson.D{filter}}}}}}, "bulkWrite: there is no request find")
	refused("mapReduce", bson.D{}, "the operation mapReduce has no call")
}
