package idl

import (
	"reflect"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// Parse reads a document into the struct that into points to, which has the type that
// s was made of. owner is the path of the document in messages: the name of a command,
// or a path in it.
//
// As in the server, the fields are read in their order: an unknown one is an error at
// once; a null counts as a field that was left out; the type comes before the
// doubling; missing fields are found at the end.
func (s *Struct) Parse(owner string, doc bson.D, into any) error {
	return s.parse(owner, doc, reflect.ValueOf(into).Elem())
}

func (s *Struct) parse(owner string, doc bson.D, into reflect.Value) error {
	if s.isChoice {
		return s.parseChoice(owner, doc, into)
	}
	for _, f := range s.fields {
		if f.initial.IsValid() {
			assign(into.FieldByIndex(f.at), f.initial)
		}
	}
	var seen uint64
	for _, e := range doc {
		p := Path{owner, e.Key}
		f := s.byName[e.Key]
		if f == nil {
			if err := s.other(p, e, into); err != nil {
				return err
			}
			continue
		}
		skip, err := f.check(p, e.Value)
		switch {
		case err != nil:
			return err
		case skip:
			continue
		case seen&f.bit != 0:
			return p.duplicate()
		case s.isStrict && f.Unstable:
			return p.unstable()
		}
		seen |= f.bit
		if err := f.read(p, e.Value, into); err != nil {
			return err
		}
	}
	return s.checkRequired(owner, seen)
}

// read puts a value of the right type into the Go struct.
func (f *Field) read(p Path, v any, into reflect.Value) error {
	switch {
	case f.at != nil:
		return f.store(p, v, into.FieldByIndex(f.at))
	case f.unkept != nil:
		return f.store(p, v, reflect.New(f.unkept).Elem())
	}
	return nil
}

// other takes a field that is none of the struct's.
func (s *Struct) other(p Path, e bson.E, into reflect.Value) error {
	if s.others == nil {
		return p.unknown()
	}
	others := into.FieldByIndex(s.others).Addr().Interface().(*bson.D)
	if !value.IsMissing(value.Get(*others, e.Key)) {
		return p.duplicate()
	}
	*others = append(*others, e)
	return nil
}

func (s *Struct) checkRequired(owner string, seen uint64) error {
	if seen&s.required == s.required {
		return nil
	}
	for _, f := range s.fields {
		if f.Required && seen&f.bit == 0 {
			return Path{owner, f.Name}.missing()
		}
	}
	return nil
}

// parseChoice reads the document as the kind that its first field names.
func (s *Struct) parseChoice(owner string, doc bson.D, into reflect.Value) error {
	p := Path{Owner: owner}
	if len(doc) > 0 {
		p.Name = doc[0].Key
	}
	f := s.byName[p.Name]
	if f == nil {
		return p.unknown()
	}
	chosen := into.FieldByIndex(f.at)
	chosen.Set(reflect.New(chosen.Type().Elem()))
	return f.Object.parse(owner, doc, chosen.Elem())
}

// check looks at a value's type; skip says that the field counts as left out.
func (f *Field) check(p Path, v any) (skip bool, err error) {
	switch {
	case f.Status == support.Refused:
		return false, errcode.NotImplemented(p.String())
	case len(f.Types) == 0 || slices.Contains(f.Types, value.TypeName(v)):
		return false, nil
	case value.IsNullish(v) && !f.NotNull:
		return true, nil
	}
	return false, p.WrongType(v, f.Types...)
}
