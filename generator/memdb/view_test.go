package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// A view reads what its stages name, in whatever place of them; a field that is
// called from is no such place.
func TestViewCycles(t *testing.T) {
	view := func(on string, stages ...any) bson.D {
		return bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: on}, {Key: "pipeline", Value: bson.A(stages)}}
	}
	lookup := func(from string) bson.D {
		return stage("$lookup", bson.D{{Key: "from", Value: from}, {Key: "pipeline", Value: bson.A{}}, {Key: "as", Value: "x"}})
	}
	for _, c := range []struct {
		name   string
		create bson.D
		code   any
	}{
		{"on itself", view("v"), int32(5)},
		{"on a view of it", view("w"), int32(5)},
		{"in a $lookup", view("c", lookup("v")), int32(5)},
		{"in a $lookup, through a view", view("c", lookup("w")), int32(5)},
		{"in a $facet", view("c", stage("$facet", stage("x", bson.A{stage("$unionWith", "v")}))), int32(5)},
		{"a field called from", view("c", stage("$set", stage("from", "v")), stage("$set", stage("coll", "w"))), value.Missing{}},
	} {
		db := filled(t, Options{}, 1)
		mustRun(t, db, bson.D{{Key: "create", Value: "w"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: bson.A{lookup("v")}}})
		if reply := runDocument(t, db, c.create); value.Get(reply, "code") != c.code {
			t.Errorf("%s: %s, want code %v", c.name, show(reply), c.code)
		}
	}
}
