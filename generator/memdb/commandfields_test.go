package memdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/collation"
	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// Every field of every command, statement and object of options is unknown,
// doubled, null, missing and of the wrong type in turn. What must come of it is
// read from the structs, so that a new command is held to it by being there.
func TestCommandFields(t *testing.T) {
	for _, name := range command.Names() {
		w := fieldWalk{t: t}
		w.object(name, command.Fields(name), name, func(doc bson.D) bson.D { return startingWith(doc, name) })
		if w.tried < 50 {
			t.Errorf("%s: only %d commands tried", name, w.tried)
		}
	}
}

// A collation is read when it is used, which may be for one statement only.
func TestCollationFields(t *testing.T) {
	w := fieldWalk{t: t}
	w.object("collation", idl.Of[collation.Spec](""), "", func(doc bson.D) bson.D {
		return bson.D{{Key: "create", Value: "c"}, {Key: "collation", Value: doc}, {Key: "$db", Value: "test"}}
	})
}

// The index of a clustered collection is an object in the place of a bool.
func TestClusteredIndexFields(t *testing.T) {
	w := fieldWalk{t: t}
	w.object("create.clusteredIndex", idl.Of[command.ClusteredIndexSpec](""), "", func(doc bson.D) bson.D {
		return bson.D{{Key: "create", Value: "c"}, {Key: "clusteredIndex", Value: doc}, {Key: "$db", Value: "test"}}
	})
}

// fieldWalk runs commands in which one field is not as it should be.
type fieldWalk struct {
	t     *testing.T
	tried int
}

// selfReading are the types that decide by themselves what they take: a value that
// is right, and the errors of null and of MinKey, 0 for none.
var selfReading = map[string]struct {
	right        any
	null, minKey int32
}{
	"Hint":                 {"h", 9, 9},
	"CollectionName":       {"c", 73, 73},
	"CollectionNameOrUUID": {"c", 73, 73},
	"collectionOrOne":      {"c", 73, 73},
	"modification":         {bson.D{}, 9, 9},
	"arrayFilters":         {right: bson.A{}},
	"deleteLimit":          {right: int32(1)},
	"writeConcernW":        {int32(1), 2, 9},
	"writeTimeout":         {right: int32(1)},
	"anyTruth":             {right: true},
	"countLimit":           {int32(1), 2, 2},
	"dropTarget":           {right: true},
	"cappedSize":           {right: int32(4096)},
	"clonedName":           {"c", 14, 14},
	"clusteredIndexOption": {right: true},
}

// startingWith puts a field first, with some value if it is not there.
func startingWith(doc bson.D, name string) bson.D {
	for i, f := range doc {
		if f.Key == name {
			return append(bson.D{f}, slices.Delete(slices.Clone(doc), i, i+1)...)
		}
	}
	return append(bson.D{{Key: name, Value: int32(1)}}, doc...)
}

// object walks the fields of an object. Its first field, if that has a name, is
// always there; whole makes a command of the object.
func (w *fieldWalk) object(owner string, s *idl.Struct, first string, whole func(bson.D) bson.D) {
	least := w.least(s, first)
	if !s.Open() {
		w.expect(whole(append(least, bson.E{Key: "nosuch", Value: int32(1)})), 40415, "BSON field '%s.nosuch' is an unknown field.", owner)
	}
	for _, f := range s.Fields() {
		p := idl.Path{Owner: owner, Name: f.Name}
		without := slices.DeleteFunc(slices.Clone(least), func(e bson.E) bool { return e.Key == f.Name })
		with := func(values ...any) bson.D {
			doc := slices.Clip(without)
			for _, v := range values {
				doc = append(doc, bson.E{Key: f.Name, Value: v})
			}
			return whole(doc)
		}
		if f.Status == support.Refused {
			w.expect(with(true), 238, "%s is not implemented", p)
			continue
		}
		w.field(p, f, with)
		if f.Required && f.Name != first {
			w.expect(with(), 40414, "BSON field '%s' is missing but a required field", p)
		}
		if f.Object != nil {
			w.objects(p, f, with)
		}
	}
}

func (w *fieldWalk) field(p idl.Path, f *idl.Field, with func(...any) bson.D) {
	right, self := w.right(f), selfReading[f.ReadBy]
	w.expect(with(right, right), 40413, "BSON field '%s' is a duplicate field", p)
	switch {
	case len(f.Types) > 0:
		w.expect(with(bson.MinKey{}), 14, "BSON field '%s' is the wrong type 'minKey', expected %s", p, expectedTypes(f.Types))
	case self.minKey != 0:
		w.expect(with(bson.MinKey{}), self.minKey, "")
	}
	if f.Enum != nil {
		w.expect(with("nosuch"), 2, "Enumeration value 'nosuch' for field '%s' is not a valid value.", p)
	}
	switch null := with(bson.Null{}); {
	case f.ReadBy != "" && f.Nullable && self.null != 0:
		w.expect(null, self.null, "")
	case f.Nullable, f.Name == "$db": // which is asked for in other words
	case f.NotNull:
		w.expect(null, 14, "BSON field '%s' is the wrong type 'null', expected %s", p, expectedTypes(f.Types))
	case f.Required:
		w.expect(null, 40414, "BSON field '%s' is missing but a required field", p)
	default:
		w.same(null, with())
	}
}

// objects walks an object, or an array of objects, that is a field.
func (w *fieldWalk) objects(p idl.Path, f *idl.Field, with func(...any) bson.D) {
	inside := func(doc bson.D) bson.D { return with(doc) }
	if f.Types[0] == "array" {
		inside = func(doc bson.D) bson.D { return with(bson.A{doc}) }
		w.expect(with(bson.A{bson.MinKey{}}), 14, "BSON field '%s.0' is the wrong type 'minKey', expected type 'object'", p)
	}
	if !f.Object.Choice() {
		w.object(f.Owner(p), f.Object, "", inside)
		return
	}
	w.expect(inside(bson.D{{Key: "nosuch", Value: int32(1)}}), 40415, "BSON field '%s.nosuch' is an unknown field.", f.Owner(p))
	for _, kind := range f.Object.Fields() {
		w.object(f.Owner(p), kind.Object, kind.Name, func(doc bson.D) bson.D { return inside(startingWith(doc, kind.Name)) })
	}
}

// least is the shortest document without an error.
func (w *fieldWalk) least(s *idl.Struct, first string) bson.D {
	if s.Choice() {
		kind := s.Fields()[0]
		return w.least(kind.Object, kind.Name)
	}
	doc := bson.D{}
	for _, f := range s.Fields() {
		if f.Required || f.Name == first {
			doc = append(doc, bson.E{Key: f.Name, Value: w.right(f)})
		}
	}
	if s.Has("$db") {
		doc = append(doc, bson.E{Key: "$db", Value: "admin"})
	}
	return doc
}

// right is a value that the field takes.
func (w *fieldWalk) right(f *idl.Field) any {
	if f.ReadBy != "" {
		self, known := selfReading[f.ReadBy]
		if !known {
			w.t.Errorf("the type %s is not in the table of this test", f.ReadBy)
		}
		return self.right
	}
	switch {
	case len(f.Types) == 0:
		return int32(1)
	case f.Enum != nil:
		return f.Enum[0]
	case f.Object != nil && f.Types[0] == "array":
		return bson.A{w.least(f.Object, "")}
	case f.Object != nil:
		return w.least(f.Object, "")
	}
	return map[string]any{
		"array": bson.A{}, "bool": true, "int": int32(2), "long": int64(1), "object": bson.D{}, "string": "en",
		"binData": bson.Binary{Subtype: bson.TypeBinaryUUID, Data: make([]byte, 16)}, "timestamp": bson.Timestamp{T: 1},
	}[f.Types[0]]
}

func expectedTypes(types []string) string {
	if len(types) == 1 {
		return "type '" + types[0] + "'"
	}
	return "types '[" + strings.Join(types, ", ") + "]'"
}

// run runs a command in a new database, at a fixed time.
func (w *fieldWalk) run(command bson.D) bson.D {
	w.tried++
	return runDocument(w.t, New(Options{Clock: func() time.Time { return time.Unix(1e9, 0) }}), command)
}

func (w *fieldWalk) expect(command bson.D, code int32, format string, args ...any) {
	w.t.Helper()
	reply, want := w.run(command), fmt.Sprintf(format, args...)
	message, _ := value.Get(reply, "errmsg").(string)
	if value.Get(reply, "code") != any(code) || !strings.HasPrefix(message, want) {
		w.t.Errorf("%s: %s, want %d %s", value.String(command), value.String(reply), code, want)
	}
}

// same expects that a command with a null answers as the one without it.
func (w *fieldWalk) same(with, without bson.D) {
	w.t.Helper()
	got, want := w.run(with), w.run(without)
	if with[0].Key == "currentOp" { // it shows itself
		return
	}
	if !value.Equal(got, want) {
		w.t.Errorf("%s: %s, want %s", value.String(with), value.String(got), value.String(want))
	}
}
