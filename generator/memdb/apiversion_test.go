package memdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// A strict client meets an error for what version 1 of the stable API does not have,
// and for all else the same answer as anybody.
func TestStrictAnswersAreTheSame(t *testing.T) {
	h := inProcess(t, Options{})
	same := 0
	for _, c := range allCases(t) {
		if strings.Contains(fmt.Sprint(c.Command), "$sample") {
			continue // which gives something else each time
		}
		if hintsSparse := !value.IsMissing(value.Get(c.Command, "hint")) && strings.Contains(fmt.Sprint(c.Indexes), "sparse"); hintsSparse {
			continue // a strict client has no such index
		}
		if c.whyNot(h) != "" || !value.IsMissing(value.Get(c.Command, "apiVersion")) || !value.IsMissing(value.Get(c.Command, "apiStrict")) {
			continue
		}
		strict := c
		strict.Command = append(slices.Clone(c.Command), bson.E{Key: "apiVersion", Value: "1"}, bson.E{Key: "apiStrict", Value: true})
		db := strict.load(t, h, false)
		got := db.reply(t, strict.Command)
		if code := value.Get(got, "code"); code == errcode.APIStrictError || code == errcode.New(238, "").Code && c.Code != 238 {
			continue
		}
		text, reads := fmt.Sprint(c.Command), []string{"find", "count", "distinct", "aggregate"}
		if !slices.Contains(reads, c.Command[0].Key) || strings.Contains(text, "$out") || strings.Contains(text, "$merge") {
			db = c.load(t, h, false) // as the first command found it
		}
		if want := db.reply(t, c.Command); !value.Equal(resultOf(got), resultOf(want)) || value.Get(got, "code") != value.Get(want, "code") {
			t.Errorf("%s: %s, without apiStrict %s", c.ID, value.String(got), value.String(want))
			continue
		}
		same++
	}
	if same < 4000 {
		t.Errorf("only %d answers compared", same)
	}
}

// A cursor is read on under what was declared when it was opened.
func TestGetMoreDeclaresTheSameAPI(t *testing.T) {
	db := New(Options{})
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{}, bson.D{}}}, {Key: "$db", Value: "test"}})
	declarations := []bson.D{
		{},
		{{Key: "apiVersion", Value: "1"}},
		{{Key: "apiVersion", Value: "1"}, {Key: "apiDeprecationErrors", Value: true}},
		{{Key: "apiVersion", Value: "1"}, {Key: "apiStrict", Value: true}},
		{{Key: "apiVersion", Value: "1"}, {Key: "apiStrict", Value: false}},
	}
	for i, opened := range declarations {
		for j, declared := range declarations {
			found := mustRun(t, db, append(bson.D{{Key: "find", Value: "c"}, {Key: "batchSize", Value: int32(1)}, {Key: "$db", Value: "test"}}, opened...))
			id := value.Get(value.Get(found, "cursor").(bson.D), "id")
			reply := runDocument(t, db, append(bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}, {Key: "$db", Value: "test"}}, declared...))
			if failed := value.Get(reply, "code") == any(errcode.APIMismatchError); failed != (i != j) {
				t.Errorf("opened with %s, read on with %s: %s", value.String(opened), value.String(declared), value.String(reply))
			}
		}
	}
}
