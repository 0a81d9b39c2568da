package example

import (
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

const (
	// maxGenerated is how many documents one "generate" may make.
	maxGenerated = 1_000_000
	// MaxData is how many bytes of BSON an example may hold before its first
	// step.
	MaxData = 96 << 20
)

func (r *reader) initialData(v *ejson.Value) {
	seen := map[string]int{} // lines
	for _, item := range r.array(v, `"initialData"`) {
		if !r.object(item, "the data", dataKeys) {
			continue
		}
		c := r.filled(item)
		if c == nil {
			continue
		}
		line, twice := seen[c.Name]
		if twice {
			r.errorf(item.Start, fmt.Sprintf("put the documents together with those of line %d", line), "the data of %q come twice", c.Name)
		}
		seen[c.Name] = r.text.Pos(item.Start).Line
		c.Written, c.generator = r.written(item.Get("documents")), r.generator(item.Get("generate"))
	}
	for _, check := range r.afterData {
		check()
	}
	r.reportCycles()
}

// filled returns the data that an item of "initialData" fills: a collection, or
// data that are not stored but that other data are made of.
func (r *reader) filled(item *ejson.Value) *Collection {
	collection, name := item.Get("collectionName"), item.Get("name")
	switch {
	case (collection == nil) == (name == nil):
		r.errorf(item.Start, `write "collectionName", or "name" for data that are not stored`, `the data have one name, "collectionName" or "name"`)
		return nil
	case collection != nil:
		text := r.string(collection, `"collectionName"`)
		r.known(collection, text)
		return r.example.Collection(text)
	}
	text := r.string(name, `"name"`)
	if text != "" && !collectionName.MatchString(text) {
		r.errorf(name.Start, "letters, digits, _ and -", "%q is not a name for data", text)
	}
	if r.example.Collection(text) != nil {
		r.errorf(name.Start, `write "collectionName"`, "%q is a collection", text)
	}
	r.example.unstored = append(r.example.unstored, &Collection{Name: text, Pos: r.text.Pos(item.Start)})
	return r.example.unstored[len(r.example.unstored)-1]
}

func (r *reader) written(v *ejson.Value) []Document {
	var documents []Document
	for _, item := range r.array(v, `"documents"`) {
		d := r.document(item, "the document")
		if d != nil && item.Get("_id") == nil {
			r.errorf(item.Start, "without it the driver would make up another in each run", `the document has no "_id"`)
		}
		documents = append(documents, Document{Raw: bson.Raw(raw(d).Value), Pos: r.text.Pos(item.Start)})
	}
	return documents
}

// generator reads "generate"; nil if it is not there or has a mistake.
func (r *reader) generator(v *ejson.Value) *generator {
	if v == nil || !r.object(v, `"generate"`, generateKeys) {
		return nil
	}
	g := &generator{pos: r.text.Pos(v.Start)}
	before := len(r.list)
	if !r.countOrTree(v, g) {
		return nil
	}
	seed, _ := r.integer(v.Get("seed"), `"seed"`, 0, 1<<53)
	g.seed = uint64(seed)
	document := v.Get("document")
	if !r.kind(document, `"document"`, ejson.Object) {
		return nil
	}
	if firstKey(document) != "_id" {
		r.errorf(document.Start, `write "_id": { "$$index": 1 }`, `the generated document does not begin with "_id"`)
		return nil
	}
	if r.turns, r.needs = 0, nil; r.shape != nil {
		r.firstNode(r.shape, document)
	}
	g.document = r.documentTemplate(document)
	g.turns, g.needs = r.turns, r.needs
	if len(r.list) > before {
		return nil
	}
	return g
}

// countOrTree reads how many documents there are: "count", or "tree", whose
// nodes they are.
func (r *reader) countOrTree(v *ejson.Value, g *generator) bool {
	count, shape := v.Get("count"), v.Get("tree")
	r.shape = nil
	switch {
	case (count == nil) == (shape == nil):
		r.errorf(v.Start, "", `"generate" has one of "count" and "tree"`)
		return false
	case shape != nil:
		if r.shape = r.tree(shape); r.shape != nil {
			g.count, g.isTree = r.shape.count, true
		}
		return r.shape != nil
	}
	g.count, _ = r.amount(count, 1, maxGenerated)
	if key := firstKey(count); key != "" && key != "$$size" {
		r.errorf(count.Start, `write an integer or { "$$size": 1 }`, `"count" is left to chance`)
	}
	return true
}

// documentTemplate reads the template of a whole document, whose _id comes first.
func (r *reader) documentTemplate(v *ejson.Value) template {
	r.inID = true
	id := r.template(v.Members[0].Value)
	r.inID = false
	fields := r.fields(v.Members[1:])
	return func(m *making, out []byte) (bson.Type, []byte) {
		document := begin(out)
		document.add("_id", m, func(m *making, out []byte) (bson.Type, []byte) {
			start := len(out)
			kind, out := id(m, out)
			m.id = bson.RawValue{Type: kind, Value: out[start:]}
			return kind, out
		})
		fields(m, document)
		return document.end(bson.TypeEmbeddedDocument)
	}
}

// reportCycles reports data that are made of each other in a circle.
func (r *reader) reportCycles() {
	for _, c := range r.example.sources() {
		if c.generator == nil {
			continue
		}
		for _, need := range c.generator.needs {
			if way := r.example.chainTo(need.name, c.Name, nil); way != nil {
				r.errorf(need.start, "", "%q is made of itself: %s", c.Name, strings.Join(append([]string{c.Name}, way...), ", "))
				return
			}
		}
	}
}

// chainTo returns the names of the sets of data from one to another, each made of
// the next; nil if there is no such chain.
func (e *Example) chainTo(from, to string, seen []string) []string {
	c := e.source(from)
	if c == nil || contains(seen, from) {
		return nil
	}
	if from == to {
		return []string{from}
	}
	if c.generator == nil {
		return nil
	}
	for _, need := range c.generator.needs {
		if way := e.chainTo(need.name, to, append(seen, from)); way != nil {
			return append([]string{from}, way...)
		}
	}
	return nil
}

// sources returns all sets of data, stored ones first.
func (e *Example) sources() []*Collection {
	var all []*Collection
	for i := range e.Collections {
		all = append(all, &e.Collections[i])
	}
	return append(all, e.unstored...)
}

// source returns the data of that name, or nil.
func (e *Example) source(name string) *Collection {
	for _, c := range e.sources() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func (e *Example) sourceNames() []string {
	var names []string
	for _, c := range e.sources() {
		names = append(names, c.Name)
	}
	return names
}
