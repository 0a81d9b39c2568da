package example

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// leftOut is the type of a field that a document does not have.
const leftOut bson.Type = 0

// optionalMaker is for places where a value can't be left out: fields reads it
// itself.
func (r *reader) optionalMaker(v *ejson.Value) template {
	r.errorf(v.Start, `an array is longer or shorter by the "count" of { "$$repeat": … }`, `only a field may be "$$optional", and not the "_id"`)
	return nothing
}

// optional reads {"$$optional": {"percent": 30, "value": v}}: the field is in so
// many of a hundred documents, drawn; or {"$$optional": {"every": 3, "first": 2,
// "value": v}}: in the second and in each third from there on.
func (r *reader) optional(v *ejson.Value) template {
	if !r.object(v, `"$$optional"`, "value! percent every first") {
		return nothing
	}
	value := r.template(v.Get("value"))
	percent, every, first := v.Get("percent"), v.Get("every"), v.Get("first")
	switch {
	case (percent == nil) == (every == nil):
		r.errorf(v.Start, "", `"$$optional" has one of "percent" and "every"`)
		return nothing
	case percent != nil && first != nil:
		r.errorf(first.Start, "", `"first" goes with "every"`)
		return nothing
	case percent != nil:
		share, _ := r.integer(percent, `"percent"`, 1, 99)
		return func(m *making, out []byte) (bson.Type, []byte) {
			if m.random.below(100) >= uint64(share) {
				return leftOut, out
			}
			return value(m, out)
		}
	}
	n, _ := r.integer(every, `"every"`, 2, maxGenerated)
	from := int64(1)
	if first != nil {
		from, _ = r.integer(first, `"first"`, 1, max(n, 1))
	}
	turn := r.takeTurns()
	return func(m *making, out []byte) (bson.Type, []byte) {
		if turn(m)%uint64(n) != uint64(from-1) {
			return leftOut, out
		}
		return value(m, out)
	}
}

// takeTurns returns a counter, which returns how often it was called before in
// one making of data.
func (r *reader) takeTurns() func(m *making) uint64 {
	place := r.turns
	r.turns++
	return func(m *making) uint64 {
		m.turns[place]++
		return m.turns[place] - 1
	}
}
