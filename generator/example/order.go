package example

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// MongoDB promises no order without a sort that ends in a unique key, nor for the
// arrays that $group, distinct, $lookup and $addToSet collect. An example must
// not rest on luck, so a step either sorts or says which arrays are unordered.

// checksOrder is false in the playground's program, which would be larger to fetch: the
// build has checked its examples.
const checksOrder = runtime.GOOS != "js"

// certainty says how much is known of the order of some documents.
type certainty uint8

const (
	open   certainty = iota // any order
	total                   // one order
	single                  // at most one document
)

// flow is what MongoDB promises of the documents at one place of a query.
type flow struct {
	example *Example
	order   certainty
	keys    [][]string // sets of fields that no two of the documents share
	// arrays are the fields whose elements come in any order, with the
	// operator that collected them.
	arrays map[string]string
	// luck is the stage that chooses documents which no sort has put in order.
	luck string
	// idle is a field of the sort that the filter holds to one value.
	idle string
}

// flowOf begins with the documents of a collection that a filter finds.
func (e *Example) flowOf(collection string, filter bson.D) *flow {
	f := &flow{example: e, arrays: map[string]string{}}
	if c := e.indexed(collection); c != nil {
		f.keys = c.uniqueKeys(filter)
	}
	f.match(filter)
	return f
}

// indexed returns a collection with the indexes that steps have made and not dropped,
// nil for one that is not known.
func (e *Example) indexed(name string) *Collection {
	c, made := e.Collection(name), e.made[name]
	if made == nil {
		return c
	}
	now := Collection{Name: name, Indexes: made}
	if c != nil {
		now.Indexes = slices.Concat(c.Indexes, made)
	}
	return &now
}

// noteIndexes notes which indexes a step makes, or drops of those that steps have made.
func (e *Example) noteIndexes(o Operation) {
	if !checksOrder {
		return
	}
	switch o.Name {
	case "createCollection":
		name, _ := o.Argument("collection").(string)
		e.made[name] = []Index{}
	case "createIndex":
		key, _ := o.Argument("keys").(bson.D)
		spec := bson.D{{Key: "key", Value: key}}
		for _, a := range o.Arguments {
			if a.Key != "keys" {
				spec = append(spec, a)
			}
		}
		if o.Argument("name") == nil {
			spec = append(spec, bson.E{Key: "name", Value: IndexName(key)})
		}
		e.made[o.Object] = append(e.made[o.Object], Index{Spec: spec})
	case "dropIndex":
		named := func(i Index) bool { return lookup(i.Spec, "name") == o.Argument("name") }
		e.made[o.Object] = slices.DeleteFunc(e.made[o.Object], named)
	case "drop":
		delete(e.made, o.Object)
	}
}

// uniqueKeys returns the field sets that no two of the documents share that a filter
// finds in c.
func (c *Collection) uniqueKeys(filter bson.D) [][]string {
	keys := [][]string{{"_id"}}
	for _, index := range c.Indexes {
		if lookup(index.Spec, "unique") != true || !hasAll(index.Spec, filter) {
			continue
		}
		var fields []string
		for _, e := range lookup(index.Spec, "key").(bson.D) {
			fields = append(fields, e.Key)
		}
		keys = append(keys, fields)
	}
	return keys
}

// hasAll reports whether an index has all documents that a filter finds: a sparse one,
// those that have a field of its key; a partial one, those that its expression finds.
func hasAll(index, filter bson.D) bool {
	pinned := pinnedFields(filter)
	if lookup(index, "sparse") == true && !slices.ContainsFunc(lookup(index, "key").(bson.D), func(e bson.E) bool { return slices.Contains(pinned, e.Key) }) {
		return false
	}
	partial, _ := lookup(index, "partialFilterExpression").(bson.D)
	return !slices.ContainsFunc(partial, func(e bson.E) bool {
		return strings.HasPrefix(e.Key, "$") || !slices.ContainsFunc(filter, func(f bson.E) bool { return f.Key == e.Key && raw(f.Value).Equal(raw(e.Value)) })
	})
}

// match narrows the flow to documents that a filter finds. Those that share a part of a
// unique key, which the filter pins, differ in the rest of it; without a rest there is one
// document at most.
func (f *flow) match(filter bson.D) {
	pinned := pinnedFields(filter)
	keys := make([][]string, len(f.keys))
	for i, key := range f.keys {
		keys[i] = slices.DeleteFunc(slices.Clone(key), func(field string) bool { return slices.Contains(pinned, field) })
		if len(keys[i]) == 0 {
			f.order = single
		}
	}
	f.keys = keys
}

// pinnedFields returns the fields that a filter holds to one value.
func pinnedFields(filter bson.D) []string {
	var fields []string
	for _, e := range filter {
		if clauses, ok := e.Value.(bson.A); ok && e.Key == "$and" {
			for _, clause := range clauses {
				d, _ := clause.(bson.D)
				fields = append(fields, pinnedFields(d)...)
			}
		}
		if !strings.HasPrefix(e.Key, "$") && isPin(e.Value) {
			fields = append(fields, e.Key)
		}
	}
	return fields
}

func isPin(value any) bool {
	switch v := value.(type) {
	case bson.A, bson.Regex, nil:
		return false
	case bson.D:
		if len(v) > 0 && contains(placeholders, v[0].Key) {
			return true
		}
		if len(v) > 0 && strings.HasPrefix(v[0].Key, "$") {
			return slices.ContainsFunc(v, func(e bson.E) bool { return e.Key == "$eq" && isPin(e.Value) })
		}
	}
	return true
}

func containsAll(fields, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(field string) bool { return !slices.Contains(fields, field) })
}

func (f *flow) sort(spec bson.D) {
	if f.order == single || len(spec) == 0 {
		return
	}
	f.order = open
	var fields []string
	for _, e := range spec {
		fields = append(fields, e.Key)
	}
	for _, key := range f.keys {
		if containsAll(fields, key) {
			f.order = total
		}
	}
}

// choose notes that a stage keeps some documents by their order.
func (f *flow) choose(stage string, keeps any) {
	if f.order == open && f.luck == "" {
		f.luck = stage
	}
	if f.order == total && (keeps == int32(1) || keeps == int32(-1)) {
		f.order = single
	}
}

// order reports the parts of a step's result whose order is not promised. Its
// result is in the array at path, "" if the result is that array.
func (r *reader) order(s Step, v *ejson.Value) {
	if !checksOrder || s.ExpectError != nil || s.Unsent {
		return
	}
	d := s.Operation.descriptor()
	f, path := d.order(r.example, s.Operation)
	if f == nil {
		return
	}
	if f.idle != "" {
		r.errorf(v.Start, "leave it out of the sort", "the filter holds %q to one value, by which nothing is sorted", f.idle)
	}
	if f.luck != "" {
		r.errorf(v.Start, "let a sort that ends in a unique key, such as _id, come first", "which documents %s takes is not promised", f.luck)
	}
	documents, isArray := s.Expect.documents()
	free := s.Unordered || path != "" && slices.Contains(s.UnorderedPaths, path)
	if f.order == open && !free && (path != "" || !isArray || len(documents) > 1) {
		r.errorf(v.Start, orderHint(path, d.Returns), "the order of this result is not promised")
	}
	for _, field := range sortedKeys(f.arrays) {
		full := strings.TrimPrefix(path+"."+field, ".")
		if !slices.Contains(s.UnorderedPaths, full) && (path != "" || orderShows(documents, field)) {
			r.errorf(v.Start, fmt.Sprintf(`say "unordered": [%q], or sort the array with $sortArray`, full), "the order of the array %q is not promised (%s)", full, f.arrays[field])
		}
	}
}

func orderHint(path string, returns Returns) string {
	switch {
	case path != "":
		return fmt.Sprintf(`let the sort end in a unique key, such as _id, or say "unordered": [%q]`, path)
	case returns == ReturnsValues:
		return `say "unordered": true`
	}
	return `let the sort end in a unique key, such as _id, or say "unordered": true`
}

// orderShows reports whether the array of that name has an order to see in any
// of the expected documents, or may have one because none are known.
func orderShows(documents []bson.RawValue, field string) bool {
	if documents == nil {
		return true
	}
	for _, d := range documents {
		values := valuesAt(d, strings.Split(field, "."), false)
		for _, v := range values {
			items, err := v.Array().Values()
			if err != nil || len(items) > 1 {
				return true
			}
		}
	}
	return false
}

// promise returns the flow of an operation's result, and the path of its
// documents in the result; nil for a result without an order.
type promise func(e *Example, o Operation) (f *flow, path string)

func nothingToOrder(*Example, Operation) (*flow, string) { return nil, "" }

func anyOrder(*Example, Operation) (*flow, string) { return &flow{}, "" }

func (e *Example) orderOfFind(o Operation) (*flow, string) { return e.found(o.Object, o.Arguments), "" }

func (e *Example) orderOfFindOne(o Operation) (*flow, string) {
	f := e.found(o.Object, o.Arguments)
	f.choose(o.Name, nil)
	f.order = single
	return f, ""
}

func (e *Example) orderOfAggregate(o Operation) (*flow, string) {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	return e.piped(o.Object, pipeline), ""
}

func (e *Example) orderOfCommand(o Operation) (*flow, string) {
	command, _ := o.Argument("command").(bson.D)
	if len(command) == 0 {
		return nil, ""
	}
	collection, _ := command[0].Value.(string)
	switch command[0].Key {
	case "find":
		return e.found(collection, command), "cursor.firstBatch"
	case "aggregate":
		pipeline, _ := lookup(command, "pipeline").(bson.A)
		return e.piped(collection, pipeline), "cursor.firstBatch"
	case "distinct":
		return &flow{}, "values"
	}
	return nil, ""
}

func (e *Example) found(collection string, arguments bson.D) *flow {
	if !checksOrder {
		return nil
	}
	filter, _ := lookup(arguments, "filter").(bson.D)
	sort, _ := lookup(arguments, "sort").(bson.D)
	f := e.flowOf(collection, filter)
	f.sort(sort)
	if i := slices.IndexFunc(sort, func(by bson.E) bool { return slices.Contains(pinnedFields(filter), by.Key) }); i >= 0 {
		f.idle = sort[i].Key
	}
	for _, key := range []string{"skip", "limit"} {
		if keeps := lookup(arguments, key); keeps != nil && keeps != int32(0) {
			f.choose(key, keeps)
		}
	}
	return f
}
