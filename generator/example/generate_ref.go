package example

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// refMaker reads {"$$ref": "stations"}: the _id of one of these documents,
// drawn; or {"$$ref": {"to": "stations", "order": "turns"}}: of the first, the
// next, after the last of the first again.
func (r *reader) refMaker(v *ejson.Value) template {
	to, turns := v, false
	if v.Kind == ejson.Object {
		if !r.object(v, `"$$ref"`, "to! order!") {
			return nothing
		}
		to, turns = v.Get("to"), r.takesTurns(v.Get("order"))
	}
	source, inID := r.source(to, r.string(to, `"$$ref"`), true), r.inID
	if !turns {
		return func(m *making, out []byte) (bson.Type, []byte) { return m.ref(out, source, m.random.next(), inID) }
	}
	turn := r.takeTurns()
	return func(m *making, out []byte) (bson.Type, []byte) { return m.ref(out, source, turn(m), inID) }
}

func (r *reader) takesTurns(v *ejson.Value) bool {
	order := r.string(v, `"order"`)
	if order != "random" && order != "turns" && order != "" {
		r.errorf(v.Start, `write "random" or "turns"`, `"order" is %q`, order)
	}
	return order == "turns"
}

// ref appends the nth _id of other data, modulo their number. Where only the
// document's own _id is wanted it has no place outside of that.
func (m *making) ref(out []byte, from source, nth uint64, inID bool) (bson.Type, []byte) {
	if m.idOnly && !inID {
		return nothing(m, out)
	}
	ids := m.data.ids(from())
	if len(ids) == 0 {
		return nothing(m, out)
	}
	return fixed(ids[nth%uint64(len(ids))])(m, out)
}

// source returns the data that others are made of, once all are read.
type source func() *Collection

// source checks that there are data of that name. An _id may be made of the _ids of data
// that stand before its own, so that none is made of itself.
func (r *reader) source(v *ejson.Value, name string, isIDs bool) source {
	if r.inID && name != "" {
		switch c := r.example.source(name); {
		case !isIDs:
			r.errorf(v.Start, "", "an _id is made of no other data but their _ids")
		case c == nil || c.generator == nil && len(c.Written) == 0:
			r.errorf(v.Start, "put those data first", "an _id is made of no data that stand behind it")
		}
	}
	r.afterData = append(r.afterData, func() {
		c := r.example.source(name)
		switch {
		case name == "":
		case c == nil:
			r.errorf(v.Start, unknownCollectionHint(name, r.example.sourceNames()), "there are no data of the name %q", name)
		case c.generator == nil && len(c.Written) == 0:
			r.errorf(v.Start, "", "%q has no documents to take from", name)
		}
	})
	return func() *Collection { return r.example.source(name) }
}
