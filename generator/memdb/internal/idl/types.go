package idl

import (
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// Value is the type of a field that decides by itself which values it takes. Unless
// the tag lists types, it is passed any value, null included.
type Value interface {
	ReadValue(p Path, v any) error
}

// Truth is a bool, or a number that is true unless it is zero.
type Truth bool

// Long is a number of the type long.
type Long int64

// UUID is binary data of subtype 4.
type UUID [16]byte

// Refused is the type of a field whose tag lists names that memdb refuses.
type Refused struct{}

// OneOf is the type of a field that makes its struct a choice between the
// structs that the other fields point to.
type OneOf struct{}

var numbers = []string{"long", "int", "decimal", "double"}

var (
	documentType = reflect.TypeFor[bson.D]()
	arrayType    = reflect.TypeFor[bson.A]()
	truthType    = reflect.TypeFor[Truth]()
	longType     = reflect.TypeFor[Long]()
	uuidType     = reflect.TypeFor[UUID]()
	refusedType  = reflect.TypeFor[Refused]()
	oneOfType    = reflect.TypeFor[OneOf]()
	anyType      = reflect.TypeFor[any]()
	valueType    = reflect.TypeFor[Value]()
)

// typesOf returns the names of the BSON types of a Go type, in the order of the
// server's messages; none for any.
func typesOf(t reflect.Type) []string {
	switch t {
	case documentType:
		return []string{"object"}
	case arrayType:
		return []string{"array"}
	case truthType:
		return append([]string{"bool"}, numbers...)
	case longType:
		return []string{"long"}
	case uuidType:
		return []string{"binData"}
	case anyType:
		return nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return []string{"bool"}
	case reflect.String:
		return []string{"string"}
	case reflect.Int64:
		return numbers
	case reflect.Struct:
		return []string{"object"}
	case reflect.Slice:
		return []string{"array"}
	}
	panic("idl: no BSON type for " + t.String())
}

// readUUID reads a UUID; binary data of another subtype or length is an error.
func readUUID(p Path, data bson.Binary) (id UUID, err error) {
	if data.Subtype != bson.TypeBinaryUUID {
		return id, errcode.New(errcode.TypeMismatch, "BSON field '%s' is the wrong binData type '%d', expected type 'UUID'", p, data.Subtype)
	}
	if len(data.Data) != len(id) {
		return id, errcode.New(207, "uuid must be a 16-byte binary field with UUID (4) subtype")
	}
	copy(id[:], data.Data)
	return id, nil
}
