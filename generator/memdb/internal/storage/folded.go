package storage

import (
	"encoding/hex"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// folded replaces strings by sort keys. Of keys that become equal one stays.
func (x *Index) folded(keys [][]any) [][]any {
	first := 0
	if x.Wildcard {
		first = 1 // after the path
	}
	for _, key := range keys {
		for i := first; i < len(key); i++ {
			key[i] = x.Collation.Fold(key[i])
		}
	}
	return distinctKeys(keys)
}

// foldedDuplicate is the error 11000 of an index with a collation: it shows the
// sort keys, in hex, because the index knows no more of the strings.
func (x *Index) foldedDuplicate(ns string, key []any) error {
	var values bson.D
	var encoded bson.A
	var shown []string
	anyText := false
	for i, field := range x.Key {
		v, text := key[i], value.String(key[i])
		s, isText := v.(string)
		if isText {
			code := hex.EncodeToString([]byte(s))
			v, text, anyText = code, `"CollationKey(0x`+code+`)"`, true
		} else if value.HoldsText(v) {
			return errcode.NotImplemented("a duplicate key with a string inside an object or array under a collation")
		}
		values = append(values, bson.E{Key: field.Key, Value: v})
		encoded = append(encoded, isText)
		shown = append(shown, field.Key+": "+text)
	}
	e := errcode.New(errcode.DuplicateKey, "E11000 duplicate key error collection: %s index: %s collation: %s dup key: { %s }",
		ns, x.Name, value.String(x.Collation.Spec()), strings.Join(shown, ", "))
	e.Info = bson.D{{Key: "keyPattern", Value: x.Key}, {Key: "keyValue", Value: values}}
	if anyText {
		e.Info = append(e.Info, bson.E{Key: "hexEncoded", Value: encoded})
	}
	e.Info = append(e.Info, bson.E{Key: "collation", Value: x.Collation.Spec()})
	return e
}
