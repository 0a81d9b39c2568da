package run

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// FillError says why steps can't run: the data are not in the database.
type FillError struct {
	diag.Message
	Err error // of the database; nil if it was not asked
}

func (e *FillError) Error() string {
	if e.Err == nil {
		return e.Text
	}
	return e.Text + ": " + e.Err.Error()
}

func (e *FillError) Unwrap() error { return e.Err }

// Fill makes the example's collections and inserts the data. It returns the bytes
// of the documents; its error is a FillError. It calls refused for each document
// that the database refuses, and inserts the others.
func (r *Runner) Fill(ctx context.Context, data *example.Data, refused func(*example.Collection, example.Document, WriteError)) (stored int64, err error) {
	for i := range r.example.Collections {
		f := filling{Runner: r, data: data, collection: &r.example.Collections[i], refused: refused, stored: stored}
		err := f.create(ctx)
		if err == nil {
			err = f.insertAll(ctx)
		}
		if stored = f.stored; err != nil {
			return stored, err
		}
	}
	return stored, nil
}

// filling is a collection that is being made.
type filling struct {
	*Runner
	data       *example.Data
	collection *example.Collection
	refused    func(*example.Collection, example.Document, WriteError)
	stored     int64 // bytes
}

func (f *filling) command(ctx context.Context, command bson.D) error {
	_, err := f.client.Command(ctx, f.database, command)
	return err
}

func (f *filling) failed(pos diag.Pos, err error, format string, args ...any) error {
	return &FillError{f.example.Message(pos, fmt.Sprintf(format, args...), ""), err}
}

func (f *filling) create(ctx context.Context) error {
	c := f.collection
	if err := f.command(ctx, c.Create()); err != nil {
		return f.failed(c.Pos, err, "the collection %q can't be made", c.Name)
	}
	for _, index := range c.Indexes {
		if err := f.command(ctx, index.Create(c.Name)); err != nil {
			return f.failed(index.Pos, err, "the index can't be made")
		}
	}
	return nil
}

// The largest batch of documents; a single document may be larger. Few documents
// are held at once, and no command is larger than a server takes.
const (
	batchBytes     = 4 << 20
	batchDocuments = 5000
)

func (f *filling) insertAll(ctx context.Context) error {
	var batch []example.Document
	size := 0
	for document := range f.data.Documents(f.collection.Name) {
		if ctx.Err() != nil {
			return f.notInserted(ctx.Err())
		}
		f.stored += int64(len(document.Raw))
		if f.stored > example.MaxData {
			return f.failed(f.collection.Pos, nil, "the documents are larger than %d bytes together", example.MaxData)
		}
		if size+len(document.Raw) > batchBytes || len(batch) == batchDocuments {
			if err := f.insert(ctx, batch); err != nil {
				return err
			}
			batch, size = batch[:0], 0
		}
		batch = append(batch, document)
		size += len(document.Raw)
	}
	if wrong := f.data.Failure(); wrong != nil {
		return &FillError{*wrong, nil}
	}
	return f.insert(ctx, batch)
}

func (f *filling) insert(ctx context.Context, batch []example.Document) error {
	if len(batch) == 0 {
		return nil
	}
	err := f.command(ctx, bson.D{{Key: "insert", Value: f.collection.Name}, {Key: "ordered", Value: false}, {Key: "documents", Value: arrayOf(batch)}})
	var server *ServerError
	if err == nil {
		return nil
	}
	if !errors.As(err, &server) || len(server.Writes) == 0 {
		return f.notInserted(err)
	}
	for _, e := range server.Writes {
		f.refused(f.collection, batch[e.Index], e)
	}
	return nil
}

func (f *filling) notInserted(err error) error {
	return f.failed(f.collection.Pos, err, "the data of %q can't be put in", f.collection.Name)
}

// arrayOf puts encoded documents into an array as they are. A driver's InsertMany
// encodes each once more, and decodes its _id.
func arrayOf(documents []example.Document) bson.RawValue {
	start, array := bsoncore.AppendArrayStart(nil)
	for i, d := range documents {
		array = bsoncore.AppendDocumentElement(array, strconv.Itoa(i), bsoncore.Document(d.Raw))
	}
	array, _ = bsoncore.AppendArrayEnd(array, start) // the length was begun above
	return bson.RawValue{Type: bson.TypeArray, Value: array}
}
