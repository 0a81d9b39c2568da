package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

type dropDatabaseCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[dropDatabaseCommand](command{names: []string{"dropDatabase"}, locks: locksWrite, api1: true, writeConcern: true})

func (*dropDatabaseCommand) run(r *request) (bson.D, error) {
	d := r.db.databases[r.database]
	if d == nil {
		return bson.D{}, nil
	}
	for name := range d.collections {
		r.db.cursors.killOf(d.namespace(name))
	}
	delete(r.db.databases, r.database)
	return bson.D{{Key: "dropped", Value: r.database}}, nil
}
