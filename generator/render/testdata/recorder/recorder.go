// Recorder runs scripts of examples and writes the output of each of their steps, with
// its types, on a line: "@" and Extended JSON. Tests of package render put the scripts
// beside it.
package main

import (
	"context"
	"errors"
	std "fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type scriptTable map[string]func(ctx context.Context) error

var scripts scriptTable

func main() {
	for _, name := range os.Args[1:] {
		err := scripts[name](context.Background())
		recordStep("", "", "")
		if err != nil {
			write(name, err.Error())
		}
	}
}

// recorder takes the place of package fmt in a script.
type recorder struct {
	step, operation string
	inserted        string // ids, of a bulk write
	values          []any
}

var fmt recorder

// Println takes a value, or a document as Extended JSON.
func (r *recorder) Println(value any) {
	if text, ok := value.(string); ok && r.operation != "createIndex" {
		var document bson.D
		if err := bson.UnmarshalExtJSON([]byte(text), true, &document); err != nil {
			panic(err)
		}
		value = document
	}
	r.values = append(r.values, value)
}

func (r *recorder) Printf(_ string, value any) { r.values = append(r.values, value) }

// Errorf makes the error that a script ends with.
func (r *recorder) Errorf(format string, values ...any) error { return std.Errorf(format, values...) }

// recordStep ends a step and begins the next.
func recordStep(step, operation, inserted string) {
	if value, ok := fmt.shape(); ok {
		write(fmt.step, value)
	}
	fmt = recorder{step: step, operation: operation, inserted: inserted}
}

func write(id string, value any) {
	text, err := bson.MarshalExtJSON(bson.D{{"id", id}, {"value", value}}, true, false)
	if err != nil {
		text = []byte(`{"id": ` + strconv.Quote(id) + `, "value": ` + strconv.Quote(err.Error()) + `}`)
	}
	os.Stdout.WriteString("@" + string(text) + "\n")
}

// shape returns the result of an operation in the form of examples, and whether a
// script prints it.
func (r *recorder) shape() (any, bool) {
	if len(r.values) == 1 {
		if err, ok := r.values[0].(error); ok {
			return failure(err), true
		}
	}
	switch r.operation {
	case "find", "aggregate", "listIndexes":
		return append(bson.A{}, r.values...), true
	case "findOne": // which may run several times
		r.values = r.values[max(0, len(r.values)-1):]
	}
	if len(r.values) != 1 {
		return nil, false
	}
	switch value := r.values[0].(type) {
	case mongo.BulkWriteResult:
		return r.bulk(value), true
	case mongo.InsertOneResult:
		return bson.D{{"insertedId", value.InsertedID}}, true
	case mongo.InsertManyResult:
		ids := bson.D{}
		for i, id := range value.InsertedIDs {
			ids = append(ids, bson.E{strconv.Itoa(i), id})
		}
		return bson.D{{"insertedIds", ids}}, true
	case mongo.DeleteResult:
		return bson.D{{"deletedCount", int32(value.DeletedCount)}}, true
	case mongo.UpdateResult:
		counts := bson.D{{"matchedCount", int32(value.MatchedCount)}, {"modifiedCount", int32(value.ModifiedCount)}, {"upsertedCount", int32(value.UpsertedCount)}}
		if value.UpsertedID != nil {
			counts = append(counts, bson.E{"upsertedId", value.UpsertedID})
		}
		return counts, true
	case int64:
		return int32(value), true
	case bson.D:
		return document(r.operation, value), true
	}
	return r.values[0], true
}

// bulk returns the counts and ids of a bulk write.
func (r *recorder) bulk(result mongo.BulkWriteResult) bson.D {
	counts := bson.D{
		{"insertedCount", int32(result.InsertedCount)}, {"matchedCount", int32(result.MatchedCount)}, {"modifiedCount", int32(result.ModifiedCount)},
		{"deletedCount", int32(result.DeletedCount)}, {"upsertedCount", int32(result.UpsertedCount)},
	}
	var inserted bson.D
	if err := bson.UnmarshalExtJSON([]byte(r.inserted), true, &inserted); err != nil {
		panic(err)
	}
	if len(inserted) > 0 {
		counts = append(counts, bson.E{"insertedIds", inserted})
	}
	upserted := bson.D{}
	for _, i := range slices.Sorted(maps.Keys(result.UpsertedIDs)) {
		upserted = append(upserted, bson.E{strconv.Itoa(int(i)), result.UpsertedIDs[i]})
	}
	if len(upserted) > 0 {
		counts = append(counts, bson.E{"upsertedIds", upserted})
	}
	return counts
}

// document leaves out the fields that examples leave out.
func document(operation string, d bson.D) any {
	if operation == "runCommand" {
		kept := bson.D{}
		for _, e := range d {
			if e.Key != "$clusterTime" && e.Key != "operationTime" {
				kept = append(kept, e)
			}
		}
		return kept
	}
	if operation == "explain" {
		for _, e := range d {
			if e.Key == "queryPlanner" || e.Key == "stages" {
				return nil
			}
		}
		return bson.D{{"explained", d}}
	}
	return d
}

// failure returns null where no document was found, else the code of an error.
func failure(err error) any {
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil
	}
	var failed mongo.ServerError
	if !errors.As(err, &failed) || len(failed.ErrorCodes()) == 0 {
		return bson.D{{"error", strings.TrimSpace(err.Error())}}
	}
	return bson.D{{"error", int32(failed.ErrorCodes()[0])}}
}
