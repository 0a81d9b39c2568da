package idl

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// Hint names an index or holds its key pattern. Unlike other fields it takes no null,
// and a value of another type is an error of parsing
// (src/mongo/db/query/hint_parser.cpp).
type Hint struct {
	Index any // a string or a document, nil if no hint was given
}

// ReadValue reads a hint.
func (h *Hint) ReadValue(_ Path, v any) error {
	switch v.(type) {
	case string, bson.D:
		h.Index = v
		return nil
	}
	return errcode.New(errcode.FailedToParse, "Hint must be a string or an object")
}

// Given reports whether there is a hint, if an empty one.
func (h *Hint) Given() bool { return h.Index != nil }
