package query

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
)

// RecordIDField is the field in which showRecordId puts the number of a record.
const RecordIDField = "$recordId"

// numbered appends the number of its record to each document that a query finds.
// The server also numbers the records of a collection from 1 on, but failed inserts
// take numbers too; a collection that had one is refused.
func (q *Query) numbered(next pipeline.Next) (pipeline.Next, error) {
	switch {
	case q.Collection == nil:
		return next, nil
	case !q.Collection.Numbered():
		return nil, errcode.NotImplemented("find.showRecordId after an insert that an index refused")
	case q.Collection.IsClustered():
		return nil, errcode.NotImplemented("find.showRecordId on a clustered collection")
	case q.Collection.Options.TimeSeries != nil:
		return nil, errcode.NotImplemented("find.showRecordId on a time series collection")
	}
	return Map(next, func(doc bson.D) (bson.D, error) {
		return append(slices.Clip(doc), bson.E{Key: RecordIDField, Value: int64(q.source.last)}), nil
	}), nil
}

// BehindRecordIDs runs shape on the documents without the numbers of their records,
// and appends each number to the document that shape returns for it.
func BehindRecordIDs(next pipeline.Next, shape func(pipeline.Next) pipeline.Next) pipeline.Next {
	var id bson.E
	shaped := shape(Map(next, func(doc bson.D) (bson.D, error) {
		id = doc[len(doc)-1]
		return doc[:len(doc)-1], nil
	}))
	return Map(shaped, func(doc bson.D) (bson.D, error) { return append(slices.Clip(doc), id), nil })
}
