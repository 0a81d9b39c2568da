package example

import (
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// Reply is a server's reply to the command of an operation.
type Reply struct {
	Command bson.D // as it was sent, with the ids that drivers make
	Raw     bson.Raw
	// Documents are those of the cursor that it opened, to the end.
	Documents []bson.Raw
}

// resultOf makes the result of an operation of the reply to its command, as the
// Unified Test Format writes results.
type resultOf func(Reply) any

// Result returns the result that a driver makes of the reply to the operation's
// command.
func (o Operation) Result(reply Reply) any { return o.descriptor().Command.result(reply) }

func asNothing(Reply) any { return nil }

func asDocuments(r Reply) any { return append([]bson.Raw{}, r.Documents...) }

func asFirstDocument(r Reply) any {
	if len(r.Documents) == 0 {
		return nil
	}
	return r.Documents[0]
}

// asCountOfDocuments is of the only document of countAll, which is not there if
// there was nothing to count.
func asCountOfDocuments(r Reply) any {
	if len(r.Documents) == 0 {
		return int32(0)
	}
	return asCount(Reply{Raw: r.Documents[0]})
}

func asCount(r Reply) any {
	n, _ := r.Raw.Lookup("n").AsInt64OK()
	return int32(n)
}

func asField(name string) resultOf { return func(r Reply) any { return r.Raw.Lookup(name) } }

// asReply leaves out the fields that depend on the kind of server.
func asReply(r Reply) any {
	elements, _ := r.Raw.Elements() // it came from a server
	value := bson.D{}
	for _, e := range elements {
		if key := e.Key(); key != "$clusterTime" && key != "operationTime" {
			value = append(value, bson.E{Key: key, Value: e.Value()})
		}
	}
	return value
}

// asIndexName returns the command's name for the index, which the reply does not
// have.
func asIndexName(r Reply) any {
	indexes, _ := lookup(r.Command, "indexes").(bson.A)
	spec, _ := indexes[0].(bson.D)
	return lookup(spec, "name")
}

func asInsertedID(r Reply) any { return InsertOneResult(idsOf(r.Command)[0].Value) }

func asInsertedIDs(r Reply) any { return InsertManyResult(idsOf(r.Command)) }

// idsOf returns the ids of the documents of an insert, by their index.
func idsOf(insert bson.D) bson.D {
	ids := bson.D{}
	list, _ := lookup(insert, "documents").(bson.A)
	for i, item := range list {
		document, _ := item.(bson.D)
		ids = append(ids, bson.E{Key: strconv.Itoa(i), Value: lookup(document, "_id")})
	}
	return ids
}

func asUpdated(r Reply) any {
	var w Written
	w.Add("update", r.Raw, 0)
	return w.UpdateResult()
}

func asDeleted(r Reply) any {
	var w Written
	w.Add("delete", r.Raw)
	return w.DeleteResult()
}

// Written counts the writes of an operation. Its results are those of the
// drivers' Unified Test Format and CRUD specification.
type Written struct {
	Inserted, Matched, Modified, Deleted int32
	Upserted                             bson.D // ids by the index of their request
}

// Add adds the writes according to the reply to a command of that name. The
// statements of an update are the requests of the given indexes.
func (w *Written) Add(command string, reply bson.Raw, requests ...int) {
	n, _ := reply.Lookup("n").AsInt64OK()
	switch command {
	case "insert":
		w.Inserted += int32(n)
	case "delete":
		w.Deleted += int32(n)
	case "update":
		modified, _ := reply.Lookup("nModified").AsInt64OK()
		upserted := ejson.Elements(reply.Lookup("upserted"))
		w.Matched += int32(n) - int32(len(upserted))
		w.Modified += int32(modified)
		for _, row := range upserted {
			at, _ := row.Document().Lookup("index").AsInt64OK()
			w.Upserted = append(w.Upserted, bson.E{Key: strconv.Itoa(requests[at]), Value: row.Document().Lookup("_id")})
		}
	}
}

// InsertOneResult is the result of insertOne.
func InsertOneResult(id any) bson.D { return bson.D{{Key: "insertedId", Value: id}} }

// InsertManyResult is the result of insertMany; the ids are keyed by the indexes
// of their documents.
func InsertManyResult(ids bson.D) bson.D { return bson.D{{Key: "insertedIds", Value: ids}} }

// UpdateResult is the result of an update or a replacement.
func (w Written) UpdateResult() bson.D {
	result := bson.D{
		{Key: "matchedCount", Value: w.Matched},
		{Key: "modifiedCount", Value: w.Modified},
		{Key: "upsertedCount", Value: int32(len(w.Upserted))},
	}
	if len(w.Upserted) > 0 {
		result = append(result, bson.E{Key: "upsertedId", Value: w.Upserted[0].Value})
	}
	return result
}

// DeleteResult is the result of deleteOne and deleteMany.
func (w Written) DeleteResult() bson.D { return bson.D{{Key: "deletedCount", Value: w.Deleted}} }

// BulkWriteResult is the result of bulkWrite.
func (w Written) BulkWriteResult() bson.D {
	result := bson.D{
		{Key: "insertedCount", Value: w.Inserted},
		{Key: "matchedCount", Value: w.Matched},
		{Key: "modifiedCount", Value: w.Modified},
		{Key: "deletedCount", Value: w.Deleted},
		{Key: "upsertedCount", Value: int32(len(w.Upserted))},
	}
	if len(w.Upserted) > 0 {
		result = append(result, bson.E{Key: "upsertedIds", Value: w.Upserted})
	}
	return result
}
