package storage

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Document is a document in both forms: encoded, as it is kept, and decoded, as
// the keys of indexes are read from it. Only NewDocument makes one, so that the
// two never differ.
type Document struct {
	raw    bson.Raw
	fields bson.D
}

// NewDocument encodes a document. It fails on values that BSON can't hold.
func NewDocument(fields bson.D) (Document, error) {
	raw, err := value.Encode(fields)
	return Document{raw, fields}, err
}

// Size is the number of bytes of the document's BSON.
func (d Document) Size() int { return len(d.raw) }

// Is reports whether the document has exactly these bytes.
func (d Document) Is(raw bson.Raw) bool { return string(d.raw) == string(raw) }
