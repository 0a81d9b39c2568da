package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// target is what an operation is called on.
type target struct {
	ctx        context.Context
	database   *mongo.Database
	collection *mongo.Collection // nil for an operation on the database
	session    *session          // nil for none
	object     string            // what the operation names as its object
	save       string            // the name of what it gives, for later steps
	run        *run
}

// call runs an operation and gives its result as the Unified Test Format
// writes results.
type call func(on target) (any, error)

// calls build an operation's call of the driver's method of that name. They
// take every argument that the operation's descriptor has.
var calls = mergeTables(reads, writes, administration, transactions, streams)

func mergeTables(tables ...map[string]func(*arguments) call) map[string]func(*arguments) call {
	all := map[string]func(*arguments) call{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// execute sends an operation of a step, in a session if there is one.
func (r *run) execute(ctx context.Context, s *example.Step, o example.Operation, in *session) (bson.RawValue, error) {
	invoke, err := prepare(o)
	if err != nil {
		return bson.RawValue{}, err
	}
	if in != nil {
		ctx = mongo.NewSessionContext(ctx, in.Session)
	}
	on := target{ctx: ctx, database: r.db, session: in, object: o.Object, save: s.Save, run: r}
	if o.Object != "" {
		on.collection = r.db.Collection(o.Object)
	}
	value, err := invoke(on)
	if err != nil {
		return bson.RawValue{}, err
	}
	result, err := ejson.Raw(value)
	return r.renamed(result), err
}

// prepare gives the call of an operation if all of its arguments are in it.
func prepare(o example.Operation) (call, error) {
	d, known := example.Describe(o.Name)
	build := calls[o.Name]
	if !known || build == nil {
		return nil, argumentError(fmt.Sprintf("the operation %s has no call", o.Name))
	}
	a := argumentsOf(o.Name, d.Arguments, o.Arguments)
	invoke := build(a)
	return invoke, a.finish()
}

// encode encodes a value that is made of BSON values.
func encode(value any) bson.RawValue {
	encoded, err := ejson.Raw(value)
	if err != nil {
		panic(err)
	}
	return encoded
}

// mostReturned is how many bytes of documents a step may return: the largest
// document, and as much again.
const mostReturned = 32 << 20

// tooMuch says that a step returns more.
type tooMuch struct{}

func (tooMuch) Error() string { return fmt.Sprintf("it returns more than %d MB", mostReturned>>20) }

// documents reads a cursor to its end.
func (on target) documents(cursor *mongo.Cursor, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	documents, size := []bson.Raw{}, 0
	for cursor.Next(on.ctx) {
		if size += len(cursor.Current); size > mostReturned {
			return nil, errors.Join(tooMuch{}, cursor.Close(on.ctx))
		}
		documents = append(documents, bytes.Clone(cursor.Current))
	}
	return documents, errors.Join(cursor.Err(), cursor.Close(on.ctx))
}

// document gives a single result's document, or nil if there is none.
func document(result *mongo.SingleResult) (any, error) {
	raw, err := result.Raw()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, nil
	}
	return raw, err
}
