package idl

import (
	"reflect"
	"slices"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// store puts a value of the right type into its Go field.
func (f *Field) store(p Path, v any, into reflect.Value) error {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	if f.ReadBy != "" {
		return into.Addr().Interface().(Value).ReadValue(p, v)
	}
	switch to := into.Addr().Interface().(type) {
	case *bson.D:
		*to = v.(bson.D)
	case *bson.A:
		*to = v.(bson.A)
	case *any:
		*to = v
	case *bool:
		*to = v.(bool)
	case *Truth:
		*to = Truth(value.Truthy(v))
	case *Long:
		*to = Long(v.(int64))
	case *string:
		*to = v.(string)
		return f.checkEnum(p, *to)
	case *int64:
		*to = value.ClampLong(v)
		if f.isWhole {
			return f.checkWhole(p, v)
		}
		return f.checkRange(p, *to)
	case *UUID:
		var err error
		*to, err = readUUID(p, v.(bson.Binary))
		return err
	default:
		return f.storeInner(p, v, into)
	}
	return nil
}

// Owner is the path that is written before the fields of an object, or of an array's
// objects, in messages; p is the place of the field itself. The kinds of a choice are
// read in the context of the array's owner, as in the server.
func (f *Field) Owner(p Path) string {
	switch {
	case f.path != "":
		return f.path
	case f.Object != nil && f.Object.isChoice:
		return p.Owner
	}
	return p.String()
}

// storeInner reads an object with fields of its own, or an array.
func (f *Field) storeInner(p Path, v any, into reflect.Value) error {
	if doc, isObject := v.(bson.D); isObject {
		return f.Object.parse(f.Owner(p), doc, into)
	}
	return f.storeElements(p, v.(bson.A), into)
}

// storeElements reads the elements of an array; null counts as none.
func (f *Field) storeElements(p Path, list bson.A, into reflect.Value) error {
	element := Field{Types: typesOf(f.element), Object: f.Object, path: f.Owner(p)}
	elements, n := reflect.MakeSlice(into.Type(), len(list), len(list)), 0
	for i, v := range list {
		skip, err := element.check(p, v)
		if err != nil {
			return Path{p.String(), strconv.Itoa(i)}.WrongType(v, element.Types...)
		}
		if skip {
			continue
		}
		if err := element.store(p, v, elements.Index(n)); err != nil {
			return err
		}
		n++
	}
	into.Set(elements.Slice(0, n))
	return nil
}

func (f *Field) checkEnum(p Path, text string) error {
	if f.Enum == nil || slices.Contains(f.Enum, text) {
		return nil
	}
	return p.notOfEnum(text)
}

func (f *Field) checkRange(p Path, n int64) error {
	switch {
	case f.min != nil && n < *f.min:
		return p.outOfRange(">=", *f.min, n)
	case f.max != nil && n > *f.max:
		return p.outOfRange("<=", *f.max, n)
	}
	return nil
}

func (f *Field) checkWhole(p Path, v any) error {
	n, whole := value.Whole(v)
	switch {
	case !whole:
		return p.notWhole()
	case n < *f.min || n > *f.max:
		return p.outOfBounds(*f.min, *f.max, n)
	}
	return nil
}

// assign sets a Go field, or allocates its target and sets that.
func assign(into, v reflect.Value) {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(v.Type()))
		into = into.Elem()
	}
	into.Set(v)
}
