package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
)

type listIndexesCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Cursor     *cursorOptions     `idl:"cursor"`
	_          idl.Refused        `idl:"includeBuildUUIDs includeIndexBuildInfo isTimeseriesNamespace"`
}

var _ = register[listIndexesCommand](command{names: []string{"listIndexes"}, locks: locksRead, api1: true})

func (c *listIndexesCommand) run(r *request) (bson.D, error) {
	d := r.store.database(r.database)
	name, err := d.checkCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	coll, err := d.indexed(name)
	if err != nil {
		return nil, err
	}
	if coll == nil {
		return nil, d.notFound(name)
	}
	var rows []bson.D
	if coll.isClustered() {
		rows = append(rows, append(coll.options.clustered.shown(), bson.E{Key: "clustered", Value: true}))
	}
	for _, x := range coll.shownIndexes() {
		rows = append(rows, indexRow(x))
	}
	return listReply(r, rows, d.namespace(name), c.Cursor)
}

// indexRow is how listIndexes shows an index.
func indexRow(x *storage.Index) bson.D {
	if x.Name == "_id_" {
		row := bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: x.Key}, {Key: "name", Value: x.Name}}
		return append(row, shownCollation(x.Collation)...)
	}
	return specRow(&x.Spec)
}

func specRow(s *storage.Spec) bson.D {
	row := bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: s.Key}, {Key: "name", Value: s.Name}}
	if s.Unique {
		row = append(row, bson.E{Key: "unique", Value: true})
	}
	if s.Sparse {
		row = append(row, bson.E{Key: "sparse", Value: true})
	}
	if s.Partial != nil {
		row = append(row, bson.E{Key: "partialFilterExpression", Value: s.Partial})
	}
	if s.ExpireAfter != nil {
		row = append(row, bson.E{Key: "expireAfterSeconds", Value: *s.ExpireAfter})
	}
	if s.Hidden {
		row = append(row, bson.E{Key: "hidden", Value: true})
	}
	if s.Background != nil {
		row = append(row, bson.E{Key: "background", Value: s.Background})
	}
	if s.Projection != nil {
		row = append(row, bson.E{Key: "wildcardProjection", Value: s.Projection})
	}
	return append(row, shownCollation(s.Collation)...)
}
