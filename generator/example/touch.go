package example

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Touch is what a step of a client may touch: at least what it does, and perhaps
// more. Two steps that touch nothing in common have the same results and effects in
// either order.
type Touch struct {
	Reads  []Resource // whose committed state decides what the step does or returns
	Writes []Resource // whose committed state the step changes
	// Locks are what no two transactions may write at the same time. A step takes or
	// releases them.
	Locks []Resource
}

// Resource is a document of a collection. "" is any.
type Resource struct{ Collection, Document string }

var everything = []Resource{{}}

func (p Resource) overlaps(q Resource) bool {
	return (p.Collection == q.Collection || p.Collection == "" || q.Collection == "") &&
		(p.Document == q.Document || p.Document == "" || q.Document == "")
}

// mostResources is how many resources of a step are told apart.
const mostResources = 32

// fewer returns resources without repetitions: if there are too many, their
// collections, and if those are too many, everything.
func fewer(resources []Resource) []Resource {
	byName := func(a, b Resource) int {
		return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.Document, b.Document))
	}
	distinct := slices.Compact(slices.SortedFunc(slices.Values(resources), byName))
	if len(distinct) <= mostResources {
		return distinct
	}
	for i := range distinct {
		distinct[i].Document = ""
	}
	if distinct = slices.Compact(distinct); len(distinct) <= mostResources {
		return distinct
	}
	return everything
}

func overlap(some, others []Resource) bool {
	return slices.ContainsFunc(some, func(p Resource) bool { return slices.ContainsFunc(others, p.overlaps) })
}

// Commutes reports whether two steps touch nothing in common that either changes.
func (t Touch) Commutes(u Touch) bool {
	return !overlap(t.Writes, u.Writes) && !overlap(t.Writes, u.Reads) && !overlap(t.Reads, u.Writes) && !overlap(t.Locks, u.Locks)
}

// Touches returns what each step of each client may touch.
//
// In a transaction the first operation takes the snapshot from which all of them
// read. Others see its writes once it is committed, but can't write the same
// documents from the moment of the write. Each operation may fail, which aborts the
// transaction and releases what it has locked so far.
func (e *Example) Touches(x *Explore) [][]Touch {
	var all [][]Touch
	for _, client := range x.Clients {
		touches := make([]Touch, len(client.Steps))
		for i, step := range client.Steps {
			touches[i] = e.touch(x.Steps[step].Operation)
		}
		for i := 0; i < len(client.Steps); i++ {
			if x.Steps[client.Steps[i]].Operation.Name == "startTransaction" {
				i = x.transactionTouches(client.Steps, touches, i)
			}
		}
		all = append(all, touches)
	}
	return all
}

// transactionTouches puts what the steps of a transaction touch in place of what
// their operations would without it. The transaction starts at the step start; the
// index of its last step is returned.
func (x *Explore) transactionTouches(steps []int, touches []Touch, start int) (end int) {
	session := x.Steps[steps[start]].Session
	var parts []int
	var ends string
	for end = start + 1; end < len(steps); end++ {
		s := &x.Steps[steps[end]]
		if ends = s.Operation.Name; s.Session == session && (ends == "commitTransaction" || ends == "abortTransaction") {
			break
		}
		if s.Session == session {
			parts = append(parts, end)
		}
	}
	var seen, written []Resource
	for _, i := range parts {
		seen = fewer(slices.Concat(seen, touches[i].Reads, touches[i].Writes))
	}
	for n, i := range parts {
		written = fewer(slices.Concat(written, touches[i].Writes))
		touches[i] = Touch{Locks: written}
		if n == 0 {
			touches[i].Reads = seen
		}
	}
	touches[start] = Touch{}
	if end < len(steps) {
		touches[end] = Touch{Locks: written}
		if ends == "commitTransaction" {
			touches[end].Writes = written
		}
	}
	return end
}

// touch returns what an operation without a transaction may touch.
func (e *Example) touch(o Operation) Touch {
	switch effect := o.Effect(); {
	case o.descriptor().On == OnSession:
		return Touch{}
	case o.Name == "bulkWrite":
		return e.touchOfRequests(o)
	case o.Object == "" || e.Collection(o.Object) == nil: // a command, or a view
		return Touch{everything, everything, everything}
	case effect == EffectNothing:
		return Touch{Reads: append(e.read(o), e.joined(o)...)}
	case effect == EffectMerges || effect == EffectReplaces:
		collection, _ := o.Target()
		into := []Resource{{Collection: collection}}
		return Touch{slices.Concat(into, []Resource{{Collection: o.Object}}, e.joined(o)), into, into}
	case o.ChangesDocuments():
		resources := e.written(o)
		return Touch{resources, resources, resources}
	}
	return Touch{everything, everything, everything}
}

func (e *Example) touchOfRequests(o Operation) Touch {
	var all Touch
	requests, _ := o.Argument("requests").(bson.A)
	for _, item := range requests {
		request, _ := item.(bson.D)
		arguments, _ := request[0].Value.(bson.D)
		t := e.touch(Operation{Name: request[0].Key, Object: o.Object, Arguments: arguments})
		all = Touch{fewer(append(all.Reads, t.Reads...)), fewer(append(all.Writes, t.Writes...)), fewer(append(all.Locks, t.Locks...))}
	}
	return all
}

// written returns the documents that an operation may read and write: those that its
// filter pins by _id, or that it inserts. Where another unique index decides, or the
// collection compares or drops documents by rules of its own, it is the collection.
func (e *Example) written(o Operation) []Resource {
	whole := []Resource{{Collection: o.Object}}
	c := e.Collection(o.Object)
	if len(c.Options) > 0 && !isClusteredOnly(c.Options) || c.hasUniqueIndex() && o.maySetAny(c.uniqueFields()) {
		return whole
	}
	switch o.Name {
	case "insertOne":
		document, _ := o.Argument("document").(bson.D)
		return resourcesOf(o.Object, bson.A{lookup(document, "_id")})
	case "insertMany":
		ids := bson.A{}
		documents, _ := o.Argument("documents").(bson.A)
		for _, item := range documents {
			document, _ := item.(bson.D)
			ids = append(ids, lookup(document, "_id"))
		}
		return resourcesOf(o.Object, ids)
	}
	return pinnedResources(o)
}

// read returns the documents that an operation may read in its own collection.
func (e *Example) read(o Operation) []Resource {
	if options := e.Collection(o.Object).Options; len(options) > 0 && !isClusteredOnly(options) {
		return []Resource{{Collection: o.Object}}
	}
	return pinnedResources(o)
}

func isClusteredOnly(options bson.D) bool {
	return len(options) == 1 && options[0].Key == "clusteredIndex"
}

func (c *Collection) hasUniqueIndex() bool {
	return slices.ContainsFunc(c.Indexes, func(i Index) bool { return lookup(i.Spec, "unique") == true })
}

// uniqueFields returns the first names of the fields of unique indexes.
func (c *Collection) uniqueFields() []string {
	var fields []string
	for _, index := range c.Indexes {
		if lookup(index.Spec, "unique") != true {
			continue
		}
		for _, e := range append(lookup(index.Spec, "key").(bson.D), conditionsOf(index)...) {
			fields = append(fields, firstName(e.Key))
		}
	}
	return fields
}

func conditionsOf(index Index) bson.D {
	conditions, _ := lookup(index.Spec, "partialFilterExpression").(bson.D)
	return conditions
}

func firstName(path string) string {
	name, _, _ := strings.Cut(path, ".")
	return name
}

// maySetAny reports whether a write may change whether a document has a value in one
// of some fields: any but an update by operators on other fields that inserts none.
func (o Operation) maySetAny(fields []string) bool {
	update, ok := o.Argument("update").(bson.D)
	if !ok || o.Argument("upsert") == true {
		return true
	}
	for _, operator := range update {
		set, isDocument := operator.Value.(bson.D)
		if !isDocument || operator.Key == "$rename" {
			return true
		}
		for _, e := range set {
			if slices.Contains(fields, firstName(e.Key)) {
				return true
			}
		}
	}
	return false
}

// pinnedResources returns the documents that the operation's filter pins by _id, or its
// whole collection.
func pinnedResources(o Operation) []Resource {
	q := o.Query()
	id := lookup(q.Filter, "_id")
	if conditions, ok := id.(bson.D); ok && len(conditions) == 1 {
		switch list, isList := conditions[0].Value.(bson.A); {
		case conditions[0].Key == "$eq":
			id = conditions[0].Value
		case conditions[0].Key == "$in" && isList:
			return pinned(o, q, list)
		}
	}
	return pinned(o, q, bson.A{id})
}

func pinned(o Operation, q Query, ids bson.A) []Resource {
	if q.Collation != nil {
		return []Resource{{Collection: o.Object}}
	}
	return resourcesOf(o.Object, ids)
}

// resourcesOf returns the documents that have an _id, or the whole collection if one
// of them is no value that only equals itself.
func resourcesOf(collection string, ids bson.A) []Resource {
	var resources []Resource
	for _, id := range ids {
		var name string
		switch v := id.(type) {
		case int32:
			name = fmt.Sprint("number ", float64(v))
		case int64:
			name = fmt.Sprint("number ", float64(v)) // of some that differ, the same
		case float64:
			name = fmt.Sprint("number ", v+0) // -0 is 0
		case string, bool, bson.ObjectID, bson.DateTime:
			name = fmt.Sprintf("%T %v", v, v)
		default:
			return []Resource{{Collection: collection}}
		}
		resources = append(resources, Resource{collection, name})
	}
	return fewer(resources)
}

// joined returns the other collections that the stages of an operation read.
func (e *Example) joined(o Operation) []Resource {
	var resources []Resource
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case bson.A:
			for _, item := range v {
				walk(item)
			}
		case bson.D:
			if reach := reachOf(v); len(v) == 1 && reach > ReachNothing && v[0].Key != "$facet" {
				resources = append(resources, Resource{Collection: e.stored(foreign(v))})
			}
			for _, field := range v {
				walk(field.Value)
			}
		}
	}
	walk(o.Arguments)
	return fewer(resources)
}

// stored returns a name if it is that of a collection, and "" for a view.
func (e *Example) stored(name string) string {
	if e.Collection(name) == nil {
		return ""
	}
	return name
}
