package example

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

const (
	// maxGenerated is how many documents one "generate" may make.
	maxGenerated = 100_000
	// maxData is how many bytes of BSON "generate" may make for an example.
	maxData = 64 << 20
)

func (r *reader) initialData(v *ejson.Value) {
	seen := map[string]bool{}
	for _, item := range r.array(v, `"initialData"`) {
		if !r.object(item, "the data", dataKeys) {
			continue
		}
		name := item.Get("collectionName")
		collection := r.string(name, `"collectionName"`)
		r.known(name, collection)
		if seen[collection] {
			r.tell(name.Start, "put the documents together", "the data of %q come twice", collection)
		}
		seen[collection] = true
		documents := r.documents(item)
		if c := r.example.Collection(collection); c != nil {
			c.Documents = documents
		}
	}
}

func (r *reader) documents(item *ejson.Value) []Document {
	var documents []Document
	if written := item.Get("documents"); written != nil {
		for _, v := range r.array(written, `"documents"`) {
			d := r.document(v, "the document")
			if d != nil && v.Get("_id") == nil {
				r.tell(v.Start, "without it the driver would make up another in each run", `the document has no "_id"`)
			}
			documents = append(documents, Document{Raw: bson.Raw(raw(d).Value), Pos: r.text.Pos(v.Start)})
		}
	}
	if generate := item.Get("generate"); generate != nil {
		documents = append(documents, r.made(generate)...)
	}
	return documents
}

// made gives the documents that "generate" describes.
func (r *reader) made(v *ejson.Value) []Document {
	if !r.object(v, `"generate"`, generateKeys) {
		return nil
	}
	count, countOK := r.integer(v.Get("count"), `"count"`, 1, maxGenerated)
	seed, seedOK := r.integer(v.Get("seed"), `"seed"`, 0, 1<<53)
	document := v.Get("document")
	if !r.kind(document, `"document"`, ejson.Object) {
		return nil
	}
	if document.Get("_id") == nil {
		r.tell(document.Start, `write "_id": { "$$index": 1 }`, `the generated document has no "_id"`)
	}
	before := len(r.list)
	template := r.template(document)
	if !countOK || !seedOK || len(r.list) > before {
		return nil
	}
	return r.run(template, int(count), uint64(seed), v)
}

func (r *reader) run(template template, count int, seed uint64, v *ejson.Value) []Document {
	d := &draw{random: splitmix(seed), left: maxData}
	d.machine = d.random.next()
	documents := make([]Document, 0, count)
	for d.index = range count {
		encoded := bson.Raw(raw(template(d)).Value)
		if r.generated += len(encoded); r.generated > maxData || d.left < 0 {
			r.tell(v.Start, "", "the generated documents are larger than %d bytes together", maxData)
			return nil
		}
		documents = append(documents, Document{Raw: encoded, Generated: true, Pos: r.text.Pos(v.Start)})
	}
	return documents
}
