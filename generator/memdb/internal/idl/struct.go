package idl

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/memdb/internal/support"
)

// Struct holds the description of a kind of document that the tags of a Go struct make
// up.
type Struct struct {
	fields   []*Field
	byName   map[string]*Field
	required uint64 // the bits of the fields that may not be left out
	others   []int  // the field that takes all others, nil for none
	isChoice bool   // the fields are the alternatives of a OneOf
	isStrict bool   // a field or option that version 1 of the stable API does not have is an error
}

// Field is one field of a Struct.
type Field struct {
	Name     string
	Types    []string       // names of BSON types; none for any type
	Status   support.Status // Done, Accepted or Refused
	Required bool
	Nullable bool    // null is a value like others, or the field's own type decides on it
	NotNull  bool    // null is a value of the wrong type; otherwise it counts as left out
	Unstable bool    // version 1 of the stable API does not have it
	ReadBy   string  // the Go type that decides by itself which values it takes, "" for none
	Object   *Struct // the fields of an object, or of the objects of an array
	Enum     []string

	path      string // of an object, in messages, where it is not the usual one
	isWhole   bool
	isCommand bool
	min, max  *int64
	initial   reflect.Value // the default, invalid for none
	element   reflect.Type  // of an array's elements
	at        []int         // where it is in the Go struct, nil if nowhere
	unkept    reflect.Type  // of a field that is nowhere, if its value is checked nevertheless
	bit       uint64
}

// maxFields is how many fields fit into the bits of a number.
const maxFields = 64

// Of reads the tags of T. name replaces the name of the field that has that of the
// command. It panics on invalid tags: the program is wrong then.
func Of[T any](name string) *Struct { return structOf(reflect.TypeFor[T](), name) }

func structOf(t reflect.Type, name string) *Struct {
	s := &Struct{byName: map[string]*Field{}}
	s.read(t, nil, name)
	return s
}

// read adds the fields of a Go struct at a place in the whole.
func (s *Struct) read(t reflect.Type, at []int, name string) {
	for i := range t.NumField() {
		part := t.Field(i)
		part.Index = append(slices.Clip(at), i)
		switch tag, tagged := part.Tag.Lookup("idl"); {
		case part.Type == oneOfType:
			s.isChoice = true
		case part.Type == refusedType && tagged:
			for word := range strings.FieldsSeq(tag) {
				s.add(&Field{Name: word, Status: support.Refused})
			}
		case tag == ",others":
			s.others = part.Index
		case tagged:
			s.add(fieldOf(part, tag, name))
		case part.Anonymous:
			s.read(part.Type, part.Index, name)
		default:
			panic("idl: no tag, or none that can be read: " + t.Name() + "." + part.Name)
		}
	}
}

func (s *Struct) add(f *Field) {
	if s.byName[f.Name] != nil || len(s.fields) == maxFields {
		panic(fmt.Sprintf("idl: the field %s stands twice, or beyond %d", f.Name, maxFields))
	}
	f.bit = 1 << len(s.fields)
	s.fields = append(s.fields, f)
	s.byName[f.Name] = f
	if f.Required {
		s.required |= f.bit
	}
}

// Strict returns the struct for clients that keep to version 1 of the stable API: a
// field beyond it is an error.
func (s *Struct) Strict() *Struct {
	strict := *s
	strict.isStrict, strict.fields, strict.byName = true, nil, map[string]*Field{}
	for _, f := range s.fields {
		of := *f
		if f.Object != nil {
			of.Object = f.Object.Strict()
		}
		strict.fields = append(strict.fields, &of)
		strict.byName[of.Name] = &of
	}
	return &strict
}

// Fields lists all fields, in the order of the Go struct.
func (s *Struct) Fields() []*Field { return s.fields }

// Has reports whether there is a field of that name.
func (s *Struct) Has(name string) bool { return s.byName[name] != nil }

// Open reports whether the document may have other fields too.
func (s *Struct) Open() bool { return s.others != nil }

// Choice reports whether the document is one of several kinds: the fields are the
// kinds then.
func (s *Struct) Choice() bool { return s.isChoice }

func fieldOf(part reflect.StructField, tag, command string) *Field {
	words := strings.Split(tag, ",")
	f := &Field{Name: words[0], Status: support.Done}
	t := part.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, option := range words[1:] {
		f.option(option, t)
	}
	if f.isWhole && (f.min == nil || f.max == nil) {
		panic("idl: a whole number without its bounds: " + f.Name)
	}
	if f.isCommand {
		f.Name = command
	}
	f.describe(t)
	switch {
	case part.Name != "_":
		f.at = part.Index
	case f.ReadBy != "" || f.Enum != nil || f.Object != nil || f.min != nil:
		f.unkept = t
	}
	return f
}

// describe derives the types of the field's values from the Go type.
func (f *Field) describe(t reflect.Type) {
	if reflect.PointerTo(t).Implements(valueType) {
		f.ReadBy, f.Nullable = t.Name(), f.Types == nil
		return
	}
	if f.Types == nil {
		f.Types = typesOf(t)
		f.Nullable = f.Types == nil
	}
	switch {
	case t == documentType, t == arrayType, t == uuidType:
	case t.Kind() == reflect.Slice:
		f.element = t.Elem()
		if f.element.Kind() == reflect.Struct {
			f.Object = structOf(f.element, "")
		}
	case t.Kind() == reflect.Struct:
		f.Object = structOf(t, "")
	}
}

func (f *Field) option(option string, t reflect.Type) {
	word, text, _ := strings.Cut(option, "=")
	switch word {
	case "required":
		f.Required = true
	case "accepted":
		f.Status = support.Accepted
	case "command":
		f.isCommand = true
	case "notnull":
		f.NotNull = true
	case "unstable":
		f.Unstable = true
	case "whole":
		f.isWhole = true
	case "path":
		f.path = text
	case "types":
		f.Types = strings.Split(text, "|")
		if i := slices.Index(f.Types, "number"); i >= 0 {
			f.Types = slices.Replace(f.Types, i, i+1, numbers...)
		}
	case "enum":
		f.Enum = strings.Split(text, "|")
	case "min":
		f.min = parseLong(text)
	case "max":
		f.max = parseLong(text)
	case "default":
		f.initial = initial(text, t)
	default:
		panic("idl: unknown option " + option)
	}
}

func parseLong(text string) *int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("idl: " + err.Error())
	}
	return &n
}

func initial(text string, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(text == "true")
	case reflect.Int64:
		v.SetInt(*parseLong(text))
	case reflect.String:
		v.SetString(text)
	default:
		panic("idl: no default for " + t.String())
	}
	return v
}
