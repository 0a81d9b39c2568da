package verify

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// fill makes the collections and puts the initial data in. It reports whether
// steps can run.
func (r *run) fill(ctx context.Context) bool {
	for i := range r.example.Collections {
		c := &r.example.Collections[i]
		if !r.create(ctx, c) || !r.insert(ctx, c) {
			return false
		}
	}
	return !r.list.Failed()
}

func (r *run) create(ctx context.Context, c *example.Collection) bool {
	if err := r.db.RunCommand(ctx, c.Create()).Err(); err != nil {
		return r.setupFailed(ctx, c.Pos, fmt.Sprintf("the collection %q can't be made", c.Name), err)
	}
	for _, index := range c.Indexes {
		if err := r.db.RunCommand(ctx, index.Create(c.Name)).Err(); err != nil {
			return r.setupFailed(ctx, index.Pos, "the index can't be made", err)
		}
	}
	return true
}

func (r *run) setupFailed(ctx context.Context, pos diag.Pos, text string, err error) bool {
	if r.isLate(ctx, err, pos) {
		return false
	}
	failure := r.failureOf(err)
	r.refuse(failure)
	r.list.Add(r.example.Message(pos, fmt.Sprintf("%s: %s", text, failure), ""))
	return false
}

// A batch of documents has at most so many, and so many bytes or one document:
// few are held at once, and no command is larger than a server takes.
const (
	batchBytes     = 4 << 20
	batchDocuments = 5000
)

// insert puts a collection's documents in. Each that the database refuses is
// reported; of generated ones only the first.
func (r *run) insert(ctx context.Context, c *example.Collection) bool {
	var batch []example.Document
	size, reported := 0, map[diag.Pos]bool{}
	for document := range r.data.Documents(c.Name) {
		if ctx.Err() != nil {
			return r.notInserted(ctx, c, ctx.Err())
		}
		r.stored += int64(len(document.Raw))
		if r.stored > example.MaxData {
			r.list.Add(r.example.Message(c.Pos, fmt.Sprintf("the documents are larger than %d bytes together", example.MaxData), ""))
			return false
		}
		if size+len(document.Raw) > batchBytes || len(batch) == batchDocuments {
			if !r.insertBatch(ctx, c, batch, reported) {
				return false
			}
			batch, size = batch[:0], 0
		}
		batch = append(batch, document)
		size += len(document.Raw)
	}
	if wrong := r.data.Wrong(); wrong != nil {
		if !r.isLate(ctx, ctx.Err(), wrong.Pos) {
			r.list.Add(*wrong)
		}
		return false
	}
	return r.insertBatch(ctx, c, batch, reported)
}

func (r *run) insertBatch(ctx context.Context, c *example.Collection, batch []example.Document, reported map[diag.Pos]bool) bool {
	if len(batch) == 0 {
		return true
	}
	err := r.db.RunCommand(ctx, insertCommand(c.Name, batch)).Err()
	var refused mongo.WriteException
	if err == nil {
		return true
	}
	if !errors.As(err, &refused) || len(refused.WriteErrors) == 0 {
		return r.notInserted(ctx, c, err)
	}
	for _, e := range refused.WriteErrors {
		d := batch[e.Index]
		if !reported[d.Pos] {
			r.list.Add(r.refusedDocument(c, d, e))
		}
		reported[d.Pos] = true
	}
	return true
}

// insertCommand puts encoded documents into the command insert as they are. The
// driver's InsertMany encodes each once more, and decodes its _id.
func insertCommand(collection string, batch []example.Document) bson.Raw {
	start, command := bsoncore.AppendDocumentStart(nil)
	command = bsoncore.AppendStringElement(command, "insert", collection)
	command = bsoncore.AppendBooleanElement(command, "ordered", false)
	documents, command := bsoncore.AppendArrayElementStart(command, "documents")
	for i, d := range batch {
		command = bsoncore.AppendDocumentElement(command, strconv.Itoa(i), bsoncore.Document(d.Raw))
	}
	// Neither has an error: both lengths were begun above.
	command, _ = bsoncore.AppendArrayEnd(command, documents)
	command, _ = bsoncore.AppendDocumentEnd(command, start)
	return bson.Raw(command)
}

func (r *run) notInserted(ctx context.Context, c *example.Collection, err error) bool {
	return r.setupFailed(ctx, c.Pos, fmt.Sprintf("the data of %q can't be put in", c.Name), err)
}

// validationFailure is the code of a document against its schema.
const validationFailure = 121

func (r *run) refusedDocument(c *example.Collection, d example.Document, e mongo.WriteError) diag.Message {
	which := "the document"
	if d.Generated {
		which = "a generated document"
	}
	id := ejson.Print(d.Raw.Lookup("_id"))
	if e.Code != validationFailure {
		text := strings.ReplaceAll(e.Message, r.db.Name(), r.example.Name)
		at, hint := r.duplicate(c, d, e)
		return r.example.Message(at, fmt.Sprintf("%s with _id %s is refused: %s", which, id, text), hint)
	}
	at := r.example.Within(d.Pos, placeOfRule(d, ofWrite(e))...)
	m := r.example.Message(at, fmt.Sprintf("%s with _id %s does not fit the schema of %q", which, id, c.Name),
		fmt.Sprintf("the schema begins in line %d", c.Pos.Line))
	if details, err := e.Details.LookupErr("details"); err == nil {
		m.Detail = printed(details)
	}
	return m
}

// duplicate gives where a document has what an earlier one has already, and says
// where that is.
func (r *run) duplicate(c *example.Collection, d example.Document, e mongo.WriteError) (at diag.Pos, hint string) {
	keys, _ := e.Raw.Lookup("keyValue").DocumentOK()
	first, path, known := r.firstHolder(c, d, keys)
	if d.Generated || len(path) == 0 {
		return d.Pos, ""
	}
	if known {
		hint = fmt.Sprintf("line %d has it already", r.example.Within(first.Pos, path...).Line)
	}
	return r.example.Within(d.Pos, path...), hint
}

// measuredFootprint looks at what the model takes before its first step, if the
// example says so. It reports whether steps can run.
func (r *run) measuredFootprint(ctx context.Context) bool {
	if !r.example.Measured() || r.options.CheckOnly && r.example.ExpectCost == nil {
		return true
	}
	entries := example.Measured(0)
	for _, c := range r.example.Collections {
		entries = entries.Plus(r.meter(ctx).IndexEntries(c.Name))
	}
	r.result.Footprint = example.Footprint{StoredBytes: example.Measured(r.stored), IndexEntries: entries}
	return !r.isLate(ctx, ctx.Err(), diag.Pos{File: r.example.File})
}
