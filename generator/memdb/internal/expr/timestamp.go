package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// timestamps return the halves of a timestamp.
var timestamps = table{
	"$tsSecond": unary(func(v any) (any, error) {
		return timestampPart(v, "$tsSecond", 5687301, func(t bson.Timestamp) uint32 { return t.T })
	}),
	"$tsIncrement": unary(func(v any) (any, error) {
		return timestampPart(v, "$tsIncrement", 5687302, func(t bson.Timestamp) uint32 { return t.I })
	}),
}

func timestampPart(v any, name string, code int32, part func(t bson.Timestamp) uint32) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	t, ok := v.(bson.Timestamp)
	if !ok {
		return nil, errcode.New(code, "Argument to %s must be a timestamp, but is %s", name, value.TypeName(v))
	}
	return int64(part(t)), nil
}
