package example

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// Placeholders in the arguments of an operation, which are replaced when it is
// sent.
const (
	// PlaceSaved is replaced by a part of an earlier step's result: {"$$saved":
	// "hut.version"}.
	PlaceSaved = "$$saved"
	// InsertedID is the part of an insertOne's result that later steps can have.
	InsertedID = "insertedId"
	// PlaceIndex is replaced by a number in a step that is repeated: n the first
	// time, n + 1 the next: {"$$index": n}.
	PlaceIndex = "$$index"
)

var placeholders = []string{PlaceIndex, PlaceSaved}

// isPlaceholder reports whether v is replaced by a value that is not known yet.
func isPlaceholder(v *ejson.Value) bool { return contains(placeholders, firstKey(v)) }

// maxSent is how often a step may be sent.
const maxSent = 10_000

// repeat reads how often the step is sent: a number, or {"$$size": n}.
func (r *reader) repeat(v *ejson.Value, s *Step) {
	if v == nil {
		return
	}
	if firstKey(v) != "$$size" {
		n, _ := r.integer(v, `"repeat"`, 2, maxSent)
		s.repeat = func(int) int { return int(n) }
		return
	}
	times, _ := r.integer(v.Members[0].Value, `"$$size"`, 1, maxSent)
	r.hasSizes(v)
	s.repeat = func(size int) int { return min(int(times)*size, maxSent) }
}

// identifier is a name that is one in the languages in which steps are printed.
var identifier = regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)

// taken are words that no variable of the shell can have as its name.
var taken = strings.Fields(`
await break case catch class config const continue db debugger default delete do else enum export extends false
finally for function i if import in instanceof it let new null print return rs sh show static super switch this throw
true try typeof use var void while with yield
`)

// variable reads a name for a variable of the printed code, which the example
// uses once.
func (r *reader) variable(v *ejson.Value, what string) string {
	name := r.string(v, what)
	switch {
	case name == "":
	case !identifier.MatchString(name) || slices.Contains(taken, name):
		r.errorf(v.Start, "begin with a small letter and go on with letters and digits", "%s is %q, which can't name a variable", what, name)
	}
	return name
}

// save reads the name under which later steps find the result of this one.
func (r *reader) save(v *ejson.Value, s *Step) {
	d, _ := Describe(s.Operation.Name)
	is := "saved"
	switch {
	case d.Returns == ReturnsStream:
		is = "stream"
	case d.Name == "insertOne":
		is = "inserted"
	}
	switch {
	case v == nil && is == "stream":
		r.list.Add(r.example.Message(s.Pos, "nothing can read the changes that this step watches", `name them: "save": "changes"`))
		return
	case v == nil:
		return
	}
	name := r.variable(v, `"save"`)
	if mustCounts[d.Name] != nil || d.Name == "insertMany" {
		r.errorf(v.Start, "save a document, or what an insertOne returns", "later steps can use nothing that %s returns", d.Name)
	}
	if r.isRepeated {
		r.errorf(v.Start, "save in a step that is sent once", `a step with "repeat" saves nothing`)
	}
	if r.variables[name] != "" {
		r.errorf(v.Start, "", "%q names something else already", name)
	}
	r.variables[name] = is
	s.Save = name
}

// placeholders checks the placeholders in an operation's arguments.
func (r *reader) placeholders(v *ejson.Value) {
	if v == nil {
		return
	}
	if strings.HasPrefix(firstKey(v), "$$") {
		r.placeholder(v)
		return
	}
	for _, item := range v.Items {
		r.placeholders(item)
	}
	for _, m := range v.Members {
		r.placeholders(m.Value)
	}
}

func (r *reader) placeholder(v *ejson.Value) {
	key, argument := v.Members[0].Key, v.Members[0].Value
	switch {
	case !contains(placeholders, key):
		r.errorf(v.Start, unknownHint(key, placeholders), "%q stands for nothing in an operation", key)
	case len(v.Members) > 1:
		r.errorf(v.Start, "", "an object with %q has no other keys", key)
	case key == PlaceSaved:
		name, part, _ := strings.Cut(r.string(argument, `"$$saved"`), ".")
		switch is := r.variables[name]; {
		case is == "inserted" && part != InsertedID:
			r.errorf(argument.Start, fmt.Sprintf("write %q", name+"."+InsertedID), "of what an insertOne returns later steps can use its _id alone")
		case name != "" && is != "saved" && is != "inserted":
			r.errorf(argument.Start, "name what an earlier step has as \"save\"", "no step before this one saves %q", name)
		}
	case !r.isRepeated:
		r.errorf(v.Start, `say how often the step is sent: "repeat": 10`, `"$$index" counts how often a step is sent, which is once`)
	default:
		r.integer(argument, `"$$index"`, 0, math.MaxInt32-maxSent)
	}
}

// Sent returns the operation as it is sent the nth time, counted from 0, with the
// values that earlier steps saved.
func (o Operation) Sent(nth int, saved map[string]bson.RawValue) (Operation, error) {
	s := sending{nth: nth, saved: saved}
	o.Arguments, _ = s.value(o.Arguments).(bson.D)
	return o, s.err
}

type sending struct {
	nth   int
	saved map[string]bson.RawValue
	err   error
}

func (s *sending) value(v any) any {
	switch v := v.(type) {
	case bson.A:
		list := make(bson.A, len(v))
		for i, item := range v {
			list[i] = s.value(item)
		}
		return list
	case bson.D:
		if len(v) == 1 && v[0].Key == PlaceIndex {
			first, _ := v[0].Value.(int32)
			return first + int32(s.nth)
		}
		if len(v) == 1 && v[0].Key == PlaceSaved {
			return s.of(v[0].Value.(string))
		}
		document := make(bson.D, len(v))
		for i, e := range v {
			document[i] = bson.E{Key: e.Key, Value: s.value(e.Value)}
		}
		return document
	}
	return v
}

// of returns the saved value at a path: its name, then fields and indexes.
func (s *sending) of(path string) any {
	parts := strings.Split(path, ".")
	v := s.saved[parts[0]]
	for _, part := range parts[1:] {
		v = element(v, part)
	}
	var value any
	if v.IsZero() || v.Unmarshal(&value) != nil {
		s.err = fmt.Errorf("nothing was saved at %q", path)
	}
	return value
}

// element returns a field of a document, or an element of an array by its index.
func element(v bson.RawValue, name string) bson.RawValue {
	switch v.Type {
	case bson.TypeEmbeddedDocument:
		return v.Document().Lookup(name)
	case bson.TypeArray:
		items, _ := v.Array().Values()
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(items) {
			return items[i]
		}
	}
	return bson.RawValue{}
}
