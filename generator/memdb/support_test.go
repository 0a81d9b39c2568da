package memdb

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// Every command that the server knows runs or is refused, under one state.
func TestRefusedCommands(t *testing.T) {
	db := New(Options{})
	for _, name := range command.RefusedNames {
		if command.Fields(name) != nil {
			t.Errorf("%s is refused and runs", name)
		}
		refused(t, db, bson.D{{Key: name, Value: "c"}, {Key: "$db", Value: "admin"}}, name)
	}
	if len(db.engine.Store.Databases) != 1 || len(db.engine.Store.Databases["admin"].Collections) != 1 {
		t.Error("a refused command wrote something")
	}
}

func TestIndexOptionsKeepToTheTable(t *testing.T) {
	db := New(Options{})
	for _, e := range command.KnownNames() {
		index := bson.D{{Key: "key", Value: bson.D{{Key: "a", Value: int32(1)}}}, {Key: "name", Value: "a"}}
		switch {
		case e.State != support.Refused:
			continue
		case e.Kind == support.IndexOption:
			index = append(index, bson.E{Key: e.Name, Value: true})
		case e.Kind == support.IndexKind:
			index[0].Value = bson.D{{Key: "a", Value: e.Name}}
		default:
			continue
		}
		refused(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{index}}, {Key: "$db", Value: "test"}}, e.Name)
	}
}

func refused(t *testing.T, db *DB, command bson.D, name string) {
	t.Helper()
	reply := runDocument(t, db, command)
	message, _ := value.Get(reply, "errmsg").(string)
	if value.Get(reply, "code") != int32(238) || !strings.Contains(message, name) {
		t.Errorf("%s: %s, want 238 with its name", name, value.String(reply))
	}
}

// A refusal anywhere in a list of statements stops the first of them too.
func TestRefusedBeforeTheFirstWrite(t *testing.T) {
	bad := bson.D{{Key: "a", Value: bson.D{{Key: "$geoWithin", Value: bson.D{}}}}}
	set := bson.D{{Key: "$set", Value: bson.D{{Key: "b", Value: int32(1)}}}}
	for name, command := range map[string]bson.D{
		"update": {{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{
			bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: set}},
			bson.D{{Key: "q", Value: bad}, {Key: "u", Value: set}},
		}}},
		"delete": {{Key: "delete", Value: "c"}, {Key: "deletes", Value: bson.A{
			bson.D{{Key: "q", Value: bson.D{}}, {Key: "limit", Value: int32(0)}},
			bson.D{{Key: "q", Value: bad}, {Key: "limit", Value: int32(0)}},
		}}},
		"bulkWrite": {
			{Key: "bulkWrite", Value: int32(1)},
			{Key: "ops", Value: bson.A{
				bson.D{{Key: "insert", Value: int32(0)}, {Key: "document", Value: bson.D{}}},
				bson.D{{Key: "delete", Value: int32(0)}, {Key: "filter", Value: bad}},
			}},
			{Key: "nsInfo", Value: bson.A{bson.D{{Key: "ns", Value: "test.c"}}}},
			{Key: "$db", Value: "admin"},
		},
	} {
		db := filled(t, Options{}, 3)
		before := texts(resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}})))
		refused(t, db, command, "$geoWithin")
		if after := texts(resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}}))); !slices.Equal(before, after) {
			t.Errorf("%s changed documents before it was refused", name)
		}
	}
}
