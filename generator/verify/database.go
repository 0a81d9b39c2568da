package verify

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// databaseName makes a name that no other run has: prefix_random_example.
func databaseName(prefix, name string) string {
	const longest = 63 // bytes, "MongoDB Limits and Thresholds"
	var random [6]byte
	rand.Read(random[:])
	full := prefix + "_" + hex.EncodeToString(random[:]) + "_" + name
	return full[:min(len(full), longest)]
}

// drop removes the run's database, whatever became of the run. A server that
// was started for the run and is busy, or will soon be gone, is left alone.
func (r *run) drop(ctx context.Context) {
	if !strings.HasPrefix(r.db.Name(), r.options.Prefix+"_") {
		panic("verify: " + r.db.Name() + " is not ours to drop")
	}
	if r.options.Start != nil && (r.late || ctx.Err() != nil) {
		return
	}
	ctx, cancel := toEnd(ctx)
	defer cancel()
	if err := r.db.Drop(ctx); err != nil {
		r.list.Errorf(diag.Pos{File: r.example.File}, "the database %s could not be dropped: %s", r.db.Name(), r.failureOf(err))
	}
}

// toEnd gives a context for what is done at the end, also after an interrupt:
// then somebody waits.
func toEnd(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := answerLimit
	if context.Cause(ctx) == context.Canceled {
		limit = hurry
	}
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}

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
	command := append(bson.D{{Key: "create", Value: c.Name}}, c.Options...)
	if c.Validator != nil {
		command = append(command, bson.E{Key: "validator", Value: c.Validator})
	}
	if err := r.db.RunCommand(ctx, command).Err(); err != nil {
		return r.setupFailed(ctx, c.Pos, fmt.Sprintf("the collection %q can't be made", c.Name), err)
	}
	for _, index := range c.Indexes {
		command := bson.D{{Key: "createIndexes", Value: c.Name}, {Key: "indexes", Value: bson.A{index.Spec}}}
		if err := r.db.RunCommand(ctx, command).Err(); err != nil {
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

// insert puts a collection's documents in. Each that the database refuses is
// told; of generated ones only the first.
func (r *run) insert(ctx context.Context, c *example.Collection) bool {
	if len(c.Documents) == 0 {
		return true
	}
	documents := make([]bson.Raw, len(c.Documents))
	for i, d := range c.Documents {
		documents[i] = d.Raw
	}
	_, err := r.db.Collection(c.Name).InsertMany(ctx, documents, options.InsertMany().SetOrdered(false))
	var refused mongo.BulkWriteException
	if err == nil {
		return true
	}
	if !errors.As(err, &refused) || len(refused.WriteErrors) == 0 {
		return r.setupFailed(ctx, c.Pos, fmt.Sprintf("the data of %q can't be put in", c.Name), err)
	}
	seen := map[diag.Pos]bool{}
	for _, e := range refused.WriteErrors {
		d := c.Documents[e.Index]
		if !seen[d.Pos] {
			r.list.Add(r.refusedDocument(c, d, e.WriteError))
		}
		seen[d.Pos] = true
	}
	return true
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
		return r.example.Message(d.Pos, fmt.Sprintf("%s with _id %s is refused: %s", which, id, text), "")
	}
	m := r.example.Message(d.Pos, fmt.Sprintf("%s with _id %s does not fit the schema of %q", which, id, c.Name),
		fmt.Sprintf("the schema begins in line %d", c.Pos.Line))
	if details, err := e.Details.LookupErr("details"); err == nil {
		m.Detail = printed(details)
	}
	return m
}

// storedBytes sums the BSON sizes of all documents of the example.
func (r *run) storedBytes(ctx context.Context) (int64, error) {
	var sum int64
	for _, c := range r.example.Collections {
		cursor, err := r.db.Collection(c.Name).Find(ctx, bson.D{})
		if err != nil {
			return 0, err
		}
		for cursor.Next(ctx) {
			sum += int64(len(cursor.Current))
		}
		err = cursor.Err()
		_ = cursor.Close(ctx)
		if err != nil {
			return 0, err
		}
	}
	return sum, nil
}
