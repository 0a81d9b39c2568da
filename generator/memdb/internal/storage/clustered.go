package storage

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxClusteredKey is below the limit for the number of a record, which in the server
// is made of the _id of a clustered collection, whichever bytes its type adds.
const maxClusteredKey = 8<<20 - 64

// checkClustered refuses an _id for which the server has errors of its own.
func (x *Index) checkClustered(doc bson.D) error {
	if !x.Clustered {
		return nil
	}
	id := value.Get(doc, "_id")
	switch empty, is := id.(bson.D); {
	case value.IsNaN(id), is && len(empty) == 0: // ends of the scans of other types
		return errcode.NotImplemented("an _id of NaN or {} in a clustered collection")
	case value.Size(bson.D{{Key: "", Value: id}}) > maxClusteredKey:
		return errcode.NotImplemented("an _id of more than 8 MB in a clustered collection")
	}
	return nil
}

// clusteredDuplicate is the error 11000 of a clustered collection. The server takes
// the value in the message from the number of the record, in which all types of
// numbers are the same.
func (x *Index) clusteredDuplicate(ns string, id any) error {
	switch id := id.(type) {
	case float64:
		if math.IsInf(id, 0) {
			return unreadable()
		}
	case bson.Decimal128:
		if id.IsInf() != 0 {
			return unreadable()
		}
	}
	if inexact(id) {
		return errcode.NotImplemented("a duplicate _id that holds a long, a double or a decimal in a clustered collection")
	}
	e := errcode.New(errcode.DuplicateKey, "E11000 duplicate key error collection: %s dup key: { _id: %s }", ns, value.Brief(id))
	e.Info = bson.D{{Key: "keyPattern", Value: x.Key}, {Key: "keyValue", Value: bson.D{{Key: "_id", Value: id}}}}
	return e
}

// unreadable is the error for the number of a record that can't be read back.
func unreadable() error { return errcode.New(50826, "KeyString format error") }

func inexact(v any) bool {
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			if inexact(f.Value) {
				return true
			}
		}
		return false
	case bson.A:
		for _, e := range v {
			if inexact(e) {
				return true
			}
		}
		return false
	case int32, string, bool, bson.Null, bson.ObjectID, bson.DateTime, bson.Timestamp, bson.Binary:
		return false
	}
	return true
}
