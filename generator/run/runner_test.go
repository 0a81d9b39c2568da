package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// noting is a Client that records its calls, and answers each operation with its
// number.
type noting struct {
	told     []string
	sessions int
	refuses  bool // documents
}

func (c *noting) note(format string, args ...any) {
	c.told = append(c.told, fmt.Sprintf(format, args...))
}

func (c *noting) Database() string { return "d" }

func (c *noting) Call(_ context.Context, o example.Operation) (any, error) {
	c.note("%s %v", o.Name, o.Arguments)
	return bson.D{{Key: "n", Value: int32(len(c.told))}, {Key: "in", Value: "d"}}, nil
}

func (c *noting) Command(_ context.Context, database string, command bson.D) (bson.Raw, error) {
	c.note("%s.%s %v", database, command[0].Key, command[0].Value)
	if command[0].Key == "insert" && c.refuses {
		return nil, OfWrites([]WriteError{{Index: 1, Code: 121, Message: "refused"}}, nil)
	}
	return bson.Marshal(bson.D{{Key: "cursor", Value: bson.D{{Key: "firstBatch", Value: bson.A{}}, {Key: "id", Value: int64(0)}}}, {Key: "ok", Value: 1.0}})
}

func (c *noting) Watch(context.Context, example.Operation) (Stream, error) {
	c.note("watch")
	return notingStream{c}, nil
}

func (c *noting) StartSession() (Session, error) {
	c.sessions++
	return notingSession{c, c.sessions}, nil
}

type notingStream struct{ *noting }

func (s notingStream) Next(context.Context) (bson.Raw, error) {
	s.note("next")
	return nil, nil
}

func (s notingStream) Close(context.Context) error {
	s.note("close")
	return nil
}

type notingSession struct {
	*noting
	number int
}

func (s notingSession) Call(ctx context.Context, o example.Operation) (any, error) {
	s.note("in %d:", s.number)
	return s.noting.Call(ctx, o)
}

func (s notingSession) StartTransaction() error {
	s.note("start in %d", s.number)
	return nil
}

func (s notingSession) CommitTransaction(context.Context) error {
	s.note("commit in %d", s.number)
	return nil
}

func (s notingSession) AbortTransaction(context.Context) error { return nil }
func (s notingSession) EndSession(context.Context)             { s.note("end %d", s.number) }

const two = `{
  "$schema": "./example.schema.json", "description": "x",
  "runOnRequirements": [{ "topologies": ["replicaset"] }],
  "schema": { "huts": { "validator": null, "indexes": [{ "key": { "a": 1 } }] } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1 }, { "_id": 2 }] }],
  "steps": [
    { "id": "reads", "client": "a", "save": "hut", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "expectResult": null },
    { "id": "writes", "client": "a", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": { "$$saved": "hut.n" } }, "update": { "$set": { "of": { "$$saved": "hut.in" } } } } }, "expectResult": null },
    { "id": "begins", "client": "b", "session": "own", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "adds", "client": "b", "session": "own", "repeat": 2, "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": { "$$index": 3 } } } }, "expectResult": null },
    { "id": "commits", "client": "b", "session": "own", "operation": { "name": "commitTransaction" }, "expectResult": null },
    { "id": "watches", "client": "c", "save": "changes", "operation": { "name": "watch", "object": "huts" }, "expectResult": null },
    { "id": "sees", "client": "c", "operation": { "name": "next", "object": "changes" }, "expectResult": null },
    { "id": "moves", "client": "c", "operation": { "name": "rename", "object": "huts", "arguments": { "to": "cabins" } }, "expectResult": null },
    { "id": "dies", "client": "c", "unsent": true, "operation": { "name": "drop", "object": "cabins" } }
  ]
}`

// ready returns a runner of the example, and its steps by their ids.
func ready(t *testing.T, c *noting) (*Runner, map[string]*example.Step) {
	t.Helper()
	e, list := example.Parse(diag.NewText("examples/huts-two.json", []byte(two)))
	if list.Failed() {
		t.Fatal(list)
	}
	steps := map[string]*example.Step{}
	for i := range e.Steps {
		steps[e.Steps[i].ID] = &e.Steps[i]
	}
	return New(c, e, e.FirstSize()), steps
}

// Steps run in the order of the calls, each in its session, whatever the order of
// the file. Another runner does not have the values that they saved.
func TestSteps(t *testing.T) {
	c := &noting{}
	r, steps := ready(t, c)
	var unsaved UnsavedError
	if _, _, err := r.Step(t.Context(), steps["writes"], nil); !errors.As(err, &unsaved) || len(c.told) > 0 {
		t.Errorf("without what it needs: %v, %v", err, c.told)
	}
	if _, _, err := r.Step(t.Context(), steps["sees"], nil); !errors.As(err, &unsaved) {
		t.Errorf("without a stream: %v", err)
	}
	for _, id := range []string{"begins", "reads", "adds", "watches", "writes", "commits", "sees", "moves", "dies"} {
		if _, _, err := r.Step(t.Context(), steps[id], nil); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if open := r.transactionOpen(); open != slices.Contains([]string{"begins", "reads", "adds", "watches", "writes"}, id) {
			t.Errorf("after %s a transaction is open: %v", id, open)
		}
	}
	r.Close(t.Context())
	want := []string{
		"start in 1", `findOne {"filter":{"_id":{"$numberInt":"1"}}}`, "in 1:", `insertOne {"document":{"_id":{"$numberInt":"3"}}}`,
		"in 1:", `insertOne {"document":{"_id":{"$numberInt":"4"}}}`, "watch",
		// The result has the example's name in place of its database's.
		`updateOne {"filter":{"_id":{"$numberInt":"2"}},"update":{"$set":{"of":"huts-two"}}}`,
		"commit in 1", "next", "admin.renameCollection d.huts", "close", "end 1",
	}
	if !slices.Equal(c.told, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(c.told, "\n"), strings.Join(want, "\n"))
	}
	again, _ := ready(t, c)
	if _, _, err := again.Step(t.Context(), steps["writes"], nil); !errors.As(err, &unsaved) || len(again.Sessions()) > 0 {
		t.Errorf("a new runner knows what an old one saved: %v, %v", err, again.Sessions())
	}
}

// The data are in collections with their indexes. A document that is refused is
// reported, and is no error.
func TestFill(t *testing.T) {
	c := &noting{refuses: true}
	r, _ := ready(t, c)
	var refused []string
	stored, err := r.Fill(t.Context(), r.example.Data(0), func(c *example.Collection, d example.Document, e WriteError) {
		refused = append(refused, fmt.Sprintf("%s %s: %s", c.Name, d.Raw.Lookup("_id"), e.Message))
	})
	if want := []string{`huts {"$numberInt":"2"}: refused`}; err != nil || stored != 28 || !slices.Equal(refused, want) {
		t.Errorf("%d bytes, %v, refused %v", stored, err, refused)
	}
	if want := []string{"d.create huts", "d.createIndexes huts", "d.insert huts"}; !slices.Equal(c.told, want) {
		t.Errorf("told %v", c.told)
	}
}

// The cached documents of a collection are not those of another that is renamed to
// its name.
func TestRenameForgets(t *testing.T) {
	c := &noting{}
	r, steps := ready(t, c)
	reads := func() int {
		before := len(c.told)
		if _, ok := r.Documents(t.Context(), "huts", Most{}); !ok {
			t.Error("they can't be read")
		}
		return len(c.told) - before
	}
	if first, second := reads(), reads(); first != 1 || second != 0 {
		t.Errorf("read %d times, then %d", first, second)
	}
	if _, _, err := r.Step(t.Context(), steps["moves"], nil); err != nil {
		t.Fatal(err)
	}
	if again := reads(); again != 1 {
		t.Errorf("read %d times after the collection got another name", again)
	}
}
