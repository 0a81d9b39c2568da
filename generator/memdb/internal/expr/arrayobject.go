package expr

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// arrayObjects turn documents into arrays of their fields, and back.
var arrayObjects = table{
	"$objectToArray": unaryIn(objectToArray),
	"$arrayToObject": unary(arrayToObject),
}

func objectToArray(env *Env, v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	d, ok := v.(bson.D)
	if !ok {
		return nil, errcode.New(40390, "$objectToArray requires a document input, found: %s", value.TypeName(v))
	}
	if err := env.reserve(len(d), elementWeight+3*fieldWeight); err != nil {
		return nil, err
	}
	out := make(bson.A, len(d))
	for i, f := range d {
		out[i] = bson.D{{Key: "k", Value: f.Key}, {Key: "v", Value: f.Value}}
	}
	return out, nil
}

// arrayToObject takes pairs [k, v] or documents {k, v}, all of the form of the
// first; of equal names the last value wins, at the place of the first.
func arrayToObject(v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	a, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(40386, "$arrayToObject requires an array input, found: %s", value.TypeName(v))
	}
	if len(a) == 0 {
		return bson.D{}, nil
	}
	read := keyAndValue
	switch a[0].(type) {
	case bson.A:
		read = pair
	case bson.D:
	default:
		return nil, errcode.New(40398, "Unrecognised input type format for $arrayToObject: %s", value.TypeName(a[0]))
	}
	out := make(bson.D, 0, len(a))
	place := make(map[string]int, len(a))
	for _, element := range a {
		k, v, err := read(element)
		if err != nil {
			return nil, err
		}
		if i, ok := place[k]; ok {
			out[i].Value = v
			continue
		}
		place[k] = len(out)
		out = append(out, bson.E{Key: k, Value: v})
	}
	return out, nil
}

func pair(element any) (string, any, error) {
	a, ok := element.(bson.A)
	if !ok {
		return "", nil, errcode.New(40396, "$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. Array was detected, now found: %s", value.TypeName(element))
	}
	if len(a) != 2 {
		return "", nil, errcode.New(40397, "$arrayToObject requires an array of size 2 arrays, found array of size: %d", len(a))
	}
	k, ok := a[0].(string)
	if !ok {
		return "", nil, errcode.New(40395, "$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: %s", value.TypeName(a[0]))
	}
	if strings.IndexByte(k, 0) >= 0 {
		return "", nil, errcode.New(4940400, "Key field cannot contain an embedded null byte")
	}
	return k, a[1], nil
}

func keyAndValue(element any) (string, any, error) {
	d, ok := element.(bson.D)
	if !ok {
		return "", nil, errcode.New(40391, "$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. Object was detected, now found: %s", value.TypeName(element))
	}
	if len(d) != 2 {
		return "", nil, errcode.New(40392, "$arrayToObject requires an object with the fields 'k' and 'v', found incorrect number of fields: %d", len(d))
	}
	key, v := value.Get(d, "k"), value.Get(d, "v")
	if missing(key) || missing(v) {
		return "", nil, errcode.New(40393, "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: %s", value.String(d))
	}
	k, ok := key.(string)
	if !ok {
		return "", nil, errcode.New(40394, "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: %s", value.TypeName(key))
	}
	if strings.IndexByte(k, 0) >= 0 {
		return "", nil, errcode.New(4940401, "Key field cannot contain an embedded null byte")
	}
	return k, v, nil
}
