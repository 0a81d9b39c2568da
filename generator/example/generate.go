package example

import (
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// generator makes documents from a seed.
type generator struct {
	count    amount
	seed     uint64
	document template
	turns    int // how many makers of the template take turns
	needs    []need
	pos      diag.Pos
	isTree   bool // the documents are the nodes of one
}

// template appends a value of a generated document and returns its type.
type template func(m *making, out []byte) (bson.Type, []byte)

// amount is how many there are of something in a document that is being made.
type amount func(m *making) int

// making is the state of the making of one document.
type making struct {
	data    *Data
	random  splitmix
	machine uint64 // the first number drawn: five bytes of every ObjectId
	index   int    // of the document, or of the element that $$repeat makes, from 0
	// document is the index of the document.
	document int
	turns    []uint64 // by maker that takes turns: how often it did
	// id is the document's, and idOnly says that only the _id is wanted: values
	// from other data are then left out.
	id     bson.RawValue
	idOnly bool
}

// maker reads the argument of an object that is replaced by a generated value.
type maker func(r *reader, v *ejson.Value) template

// makers returns the readers of the objects of a template that are replaced by a
// generated value, by their only key.
func makers() map[string]maker {
	return map[string]maker{
		"$$count":    (*reader).countMaker,
		"$$date":     (*reader).dateMaker,
		"$$decimal":  (*reader).decimalMaker,
		"$$index":    (*reader).indexMaker,
		"$$int":      (*reader).intMaker,
		"$$level":    (*reader).levelMaker,
		"$$name":     (*reader).nameMaker,
		"$$node":     (*reader).nodeMaker,
		"$$objectId": (*reader).objectIDMaker,
		"$$optional": (*reader).optionalMaker,
		"$$pick":     (*reader).pickMaker,
		"$$ref":      (*reader).refMaker,
		"$$repeat":   (*reader).repeatMaker,
		"$$size":     (*reader).sizeMaker,
		"$$subset":   (*reader).subsetMaker,
		"$$sum":      (*reader).sumMaker,
		"$$text":     (*reader).textMaker,
	}
}

func (r *reader) template(v *ejson.Value) template {
	if key := firstKey(v); strings.HasPrefix(key, "$$") {
		return r.maker(v, key)
	}
	switch {
	case v.Kind == ejson.String && makers()[v.Text] != nil:
		r.errorf(v.Start, `write { "`+v.Text+`": … }`, "%q in a string does not generate anything", v.Text)
		return nothing
	case v.Kind == ejson.Array:
		return r.arrayTemplate(v)
	case v.Kind == ejson.Object && !strings.HasPrefix(firstKey(v), "$"):
		return r.objectTemplate(v)
	}
	return fixed(raw(r.value(v)))
}

func fixed(v bson.RawValue) template {
	return func(_ *making, out []byte) (bson.Type, []byte) { return v.Type, append(out, v.Value...) }
}

func firstKey(v *ejson.Value) string {
	if len(v.Members) == 0 {
		return ""
	}
	return v.Members[0].Key
}

func (r *reader) arrayTemplate(v *ejson.Value) template {
	items := r.templates(v.Items)
	return func(m *making, out []byte) (bson.Type, []byte) {
		array := begin(out)
		for i, item := range items {
			array.add(strconv.Itoa(i), m, item)
		}
		return array.end(bson.TypeArray)
	}
}

func (r *reader) objectTemplate(v *ejson.Value) template {
	fields := r.fields(v.Members)
	return func(m *making, out []byte) (bson.Type, []byte) {
		document := begin(out)
		fields(m, document)
		return document.end(bson.TypeEmbeddedDocument)
	}
}

// fields reads the fields of an object and returns a function that adds them to a
// document.
func (r *reader) fields(members []ejson.Member) func(m *making, document *composite) {
	values := make([]template, len(members))
	for i, m := range members {
		if strings.ContainsRune(m.Key, 0) {
			r.errorf(m.Start, "BSON has no such keys", "a key holds the character NUL")
		}
		if firstKey(m.Value) == "$$optional" && len(m.Value.Members) == 1 {
			values[i] = r.optional(m.Value.Members[0].Value)
			continue
		}
		values[i] = r.template(m.Value)
	}
	return func(m *making, document *composite) {
		for i, value := range values {
			document.add(members[i].Key, m, value)
		}
	}
}

func (r *reader) templates(values []*ejson.Value) []template {
	made := make([]template, len(values))
	for i, v := range values {
		made[i] = r.template(v)
	}
	return made
}

// nothing takes the place of a template that has a mistake.
func nothing(_ *making, out []byte) (bson.Type, []byte) { return bson.TypeNull, out }

func (r *reader) maker(v *ejson.Value, key string) template {
	read := makers()[key]
	switch {
	case read == nil:
		r.errorf(v.Start, unknownHint(key, sortedKeys(makers())), "%q does not generate anything", key)
	case len(v.Members) != 1:
		r.errorf(v.Start, "", "an object with %q has no other keys", key)
	default:
		return read(r, v.Members[0].Value)
	}
	return nothing
}
