package example

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// countMaker reads {"$$count": {"of": "entries.hut"}}: how many entries have
// this document's _id in their field hut.
func (r *reader) countMaker(v *ejson.Value) template {
	return r.sum(r.gathering(v, `"$$count"`, "of!"))
}

// sumMaker reads {"$$sum": {"of": "entries.hut", "field": "nights"}}: the sum of
// an integer field of these entries.
func (r *reader) sumMaker(v *ejson.Value) template {
	g := r.gathering(v, `"$$sum"`, "of! field!")
	if g != nil {
		g.field = strings.Split(r.string(v.Get("field"), `"field"`), ".")
	}
	return r.sum(g)
}

// sum adds up the values that a document takes of other data, or counts the
// documents if it takes no field of them.
func (r *reader) sum(g *gathering) template {
	if g == nil {
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) {
		if m.idOnly {
			return nothing(m, out)
		}
		return appendInteger(out, m.data.sums(g)[keyOf(m.id)])
	}
}

// sums returns the sum of each _id, by keyOf.
func (d *Data) sums(g *gathering) map[string]int64 {
	if known := d.summed[g]; known != nil {
		return known
	}
	sums := map[string]int64{}
	d.owned(g, func(owner string, document bson.RawValue) {
		if g.field == nil {
			sums[owner]++
		}
		for _, value := range g.values(document) {
			if value.Type != bson.TypeInt32 && value.Type != bson.TypeInt64 {
				d.fail(`"$$sum" adds integers up, not %s`, ejson.Print(value))
				return
			}
			sums[owner] += value.AsInt64()
		}
	})
	d.summed[g] = sums
	return sums
}

func (g *gathering) values(document bson.RawValue) []bson.RawValue {
	if g.field == nil {
		return nil
	}
	return valuesAt(document, g.field, true)
}
