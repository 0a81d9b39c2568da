package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

func runKillCursors(r *request) (bson.D, error) {
	if err := storage.CheckReadable(r.database, r.text(r.name)); err != nil {
		return nil, err
	}
	killed, missing := bson.A{}, bson.A{}
	for _, v := range r.array("cursors") {
		if _, ok := v.(int64); !ok {
			return nil, errcode.New(errcode.TypeMismatch, "BSON field 'killCursors.cursors' is the wrong type '%s', expected type 'long'", value.TypeName(v))
		}
	}
	for _, v := range r.array("cursors") {
		id := v.(int64)
		if r.db.cursors.kill(id) {
			killed = append(killed, id)
		} else {
			missing = append(missing, id)
		}
	}
	r.db.writes.done()
	return bson.D{
		{Key: "cursorsKilled", Value: killed},
		{Key: "cursorsNotFound", Value: missing},
		{Key: "cursorsAlive", Value: bson.A{}},
		{Key: "cursorsUnknown", Value: bson.A{}},
	}, nil
}
