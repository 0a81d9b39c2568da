package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

func runDrop(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	namespace := r.database + "." + name
	if r.db.view(r.database, name) != nil {
		return bson.D{{Key: "ns", Value: namespace}}, r.removeView(name)
	}
	c := r.db.collection(r.database, name)
	if c == nil {
		return bson.D{}, nil
	}
	if name == viewsName {
		clear(r.db.databases[r.database].views)
	}
	r.db.removeCollection(r.database, name)
	return bson.D{{Key: "nIndexesWas", Value: int32(len(c.Indexes))}, {Key: "ns", Value: namespace}}, nil
}

func runDropDatabase(r *request) (bson.D, error) {
	d := r.db.databases[r.database]
	if d == nil {
		return bson.D{}, nil
	}
	for name := range d.collections {
		r.db.cursors.killOf(r.database + "." + name)
	}
	delete(r.db.databases, r.database)
	return bson.D{{Key: "dropped", Value: r.database}}, nil
}
