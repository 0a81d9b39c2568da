package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// byteSizes count bytes.
var byteSizes = table{
	"$bsonSize":   unary(bsonSize),
	"$binarySize": unary(binarySize),
}

func bsonSize(v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	d, ok := v.(bson.D)
	if !ok {
		return nil, errcode.New(31393, "$bsonSize requires a document input, found: %s", value.TypeName(v))
	}
	return int32(value.Size(d)), nil
}

func binarySize(v any) (any, error) {
	switch b := v.(type) {
	case string:
		return int32(len(b)), nil
	case bson.Binary:
		return int32(len(b.Data)), nil
	}
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	return nil, errcode.New(51276, "$binarySize requires a string or BinData argument, found: %s", value.TypeName(v))
}
