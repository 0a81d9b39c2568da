package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/update"
	"modelbook/generator/memdb/value"
)

const (
	maxDocumentSize = 16 << 20
	maxNesting      = 180
)

// insertDocument stores a new document, as insert, upserts and $merge do.
func (r *request) insertDocument(c *collection, doc bson.D) (bson.D, error) {
	doc, err := r.prepare(doc)
	if err != nil {
		return nil, err
	}
	if err := r.validate(c, nil, doc); err != nil {
		return nil, err
	}
	raw, err := value.Encode(doc)
	if err != nil {
		return nil, err
	}
	r.watch(c)
	_, err = c.Insert(raw)
	return doc, err
}

// prepare makes a document ready to be stored: _id first, made if it is not
// there, timestamps of zero filled in, limits kept.
func (r *request) prepare(doc bson.D) (bson.D, error) {
	ids := 0
	for _, f := range doc {
		if f.Key == "_id" {
			ids++
		}
	}
	switch ids {
	case 0:
		doc = append(bson.D{{Key: "_id", Value: r.db.ids.objectID(r.now)}}, doc...)
	case 1:
		doc = update.IDFirst(doc)
	default:
		return nil, errcode.New(errcode.BadValue, "can't have multiple _id fields in one document")
	}
	doc = r.fillTimestamps(doc)
	if err := checkID(doc[0].Value); err != nil {
		return nil, err
	}
	if depth(doc) > maxNesting {
		return nil, errcode.New(errcode.Overflow, "cannot insert document because it exceeds %d levels of nesting", maxNesting)
	}
	if size := value.Size(doc); size > maxDocumentSize {
		return nil, errcode.New(errcode.BSONObjectTooLarge, "object to insert too large. size in bytes: %d, max size: %d", size, maxDocumentSize)
	}
	return doc, nil
}

func (r *request) fillTimestamps(doc bson.D) bson.D {
	for i, f := range doc {
		if f.Value == (bson.Timestamp{}) && f.Key != "_id" {
			filled := append(bson.D{}, doc...)
			filled[i].Value = r.timestamp()
			doc = filled
		}
	}
	return doc
}

// timestamp is the command's time with a counter that never repeats.
func (r *request) timestamp() bson.Timestamp {
	return bson.Timestamp{T: uint32(r.now.Unix()), I: r.db.ids.increment()}
}

func checkID(id any) error {
	switch id := id.(type) {
	case bson.A, bson.Regex, bson.Undefined:
		return errcode.New(53, "The '_id' value cannot be of type %s", value.TypeName(id))
	case bson.D:
		for _, f := range id {
			if strings.HasPrefix(f.Key, "$") {
				return errcode.New(errcode.DollarPrefixedFieldName, "_id fields may not contain '$'-prefixed fields: %s is not valid for storage.", f.Key)
			}
		}
	}
	return nil
}

// depth counts levels of nesting, the document itself as the first.
func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			deepest = max(deepest, depth(f.Value))
		}
	case bson.A:
		for _, e := range v {
			deepest = max(deepest, depth(e))
		}
	default:
		return 0
	}
	return deepest + 1
}

// storeDocument puts a changed document in the place of the old; changed is
// false if the bytes are the same.
func (r *request) storeDocument(c *collection, id storage.RecordID, old, doc bson.D) (changed bool, err error) {
	raw, err := value.Encode(doc)
	if err != nil {
		return false, err
	}
	if string(raw) == string(c.Get(id)) {
		return false, nil
	}
	if len(raw) > maxDocumentSize {
		return false, errcode.New(errcode.BSONObjectTooLarge, "Resulting document after update is larger than %d", maxDocumentSize)
	}
	if depth(doc) > maxNesting {
		return false, errcode.New(errcode.Overflow, "cannot update document because it exceeds %d levels of nesting", maxNesting)
	}
	if c.Capped() && len(raw) != len(c.Get(id)) && c.Bytes()+int64(len(raw)-len(c.Get(id))) > c.options.cappedSize {
		return false, errcode.NotImplemented("growing a document of a full capped collection")
	}
	if err := checkID(value.Get(doc, "_id")); err != nil {
		return false, err
	}
	if err := r.validate(c, old, doc); err != nil {
		return false, err
	}
	r.watch(c)
	return true, c.Replace(id, raw)
}
