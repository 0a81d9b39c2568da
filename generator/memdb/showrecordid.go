package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
)

const recordIDField = "$recordId"

// numbered appends the number of its record to each document that a query finds.
// The server also numbers the records of a collection from 1 on, but failed inserts
// take numbers too; a collection that had one is refused.
func (q *query) numbered(next pipeline.Next) (pipeline.Next, error) {
	switch {
	case q.coll == nil:
		return next, nil
	case !q.coll.Numbered():
		return nil, errcode.NotImplemented("find.showRecordId after an insert that an index refused")
	case q.coll.isClustered():
		return nil, errcode.NotImplemented("find.showRecordId on a clustered collection")
	case q.coll.options.series != nil:
		return nil, errcode.NotImplemented("find.showRecordId on a time series collection")
	}
	return mapped(next, func(doc bson.D) (bson.D, error) {
		return append(slices.Clip(doc), bson.E{Key: recordIDField, Value: int64(q.source.last)}), nil
	}), nil
}

// behindRecordIDs runs shape on the documents without the numbers of their records,
// and appends each number to the document that shape returns for it.
func behindRecordIDs(next pipeline.Next, shape func(pipeline.Next) pipeline.Next) pipeline.Next {
	var id bson.E
	shaped := shape(mapped(next, func(doc bson.D) (bson.D, error) {
		id = doc[len(doc)-1]
		return doc[:len(doc)-1], nil
	}))
	return mapped(shaped, func(doc bson.D) (bson.D, error) { return append(slices.Clip(doc), id), nil })
}
