package example

import (
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// maxRepeat is how many elements $$repeat may make.
const maxRepeat = 1 << 24

// repeatMaker reads {"$$repeat": {"count": n, "value": v}}: an array of n
// values, or if v is a string, that string n times over.
func (r *reader) repeatMaker(v *ejson.Value) template {
	if !r.object(v, `"$$repeat"`, "count! value!") {
		return nothing
	}
	count, ok := r.amount(v.Get("count"), 0, maxRepeat)
	value := v.Get("value")
	switch {
	case !ok:
		return nothing
	case value.Kind == ejson.String:
		return repeatString(value.Text, count)
	}
	return repeat(r.template(value), count)
}

// amount reads a count: an integer, or a maker of one.
func (r *reader) amount(v *ejson.Value, least, most int64) (amount, bool) {
	switch key := firstKey(v); key {
	case "$$int":
		if low := v.Members[0].Value.Get("min"); low != nil {
			r.integer(low, `"min"`, least, most)
		}
	case "$$pick":
		for _, item := range pickedFrom(v.Members[0].Value) {
			r.integer(item, `what "count" is picked from`, least, most)
		}
	case "$$size":
	default:
		n, ok := r.integer(v, `"count"`, least, most)
		return func(*making) int { return int(n) }, ok
	}
	before := len(r.list)
	made := r.template(v)
	return func(m *making) int {
		kind, value := made(m, nil)
		n, _ := bson.RawValue{Type: kind, Value: value}.AsInt64OK()
		return int(n)
	}, len(r.list) == before
}

// pickedFrom returns the values that $$pick has, if it has the right form.
func pickedFrom(v *ejson.Value) []*ejson.Value {
	if values := v.Get("values"); values != nil {
		return values.Items
	}
	return v.Items
}

func repeatString(text string, count amount) template {
	return func(m *making, out []byte) (bson.Type, []byte) {
		n := count(m)
		if !m.fits(len(out), n*len(text)) {
			return nothing(m, out)
		}
		return appendString(out, strings.Repeat(text, n))
	}
}

func repeat(item template, count amount) template {
	return func(m *making, out []byte) (bson.Type, []byte) {
		outer := m.index
		defer func() { m.index = outer }()
		array := begin(out)
		n := count(m)
		for m.index = 0; m.index < n && m.fits(len(array.out), 0); m.index++ {
			array.add(strconv.Itoa(m.index), m, item)
		}
		return array.end(bson.TypeArray)
	}
}

// maxDocument is how many bytes a generated document may have: more than a
// server stores, which is for the server to say.
const maxDocument = 32 << 20

// fits reports whether a document may grow by more bytes.
func (m *making) fits(bytes, more int) bool {
	if bytes+more <= maxDocument {
		return true
	}
	m.data.fail("a generated document is larger than %d bytes", maxDocument)
	return false
}
