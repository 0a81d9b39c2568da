package example

import (
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// subsetMaker reads {"$$subset": {"of": "entries.hut", "sort": {"at": -1},
// "limit": 10, "fields": ["at", "text"]}}: an array of the entries whose field
// hut has this document's _id, or with "field" in place of "fields" of that
// field's values.
func (r *reader) subsetMaker(v *ejson.Value) template {
	g := r.gathering(v, `"$$subset"`, "of! sort limit field fields")
	if g == nil {
		return nothing
	}
	r.subset(v, g)
	return func(m *making, out []byte) (bson.Type, []byte) {
		array := begin(out)
		if !m.idOnly {
			for i, value := range m.data.gathered(g)[keyOf(m.id)] {
				if !m.fits(len(array.out), len(value.Value)) {
					break
				}
				array.add(strconv.Itoa(i), m, fixed(value))
			}
		}
		return array.end(bson.TypeArray)
	}
}

func (r *reader) subset(v *ejson.Value, g *gathering) {
	if limit := v.Get("limit"); limit != nil {
		n, _ := r.integer(limit, `"limit"`, 1, maxGenerated)
		g.limit = int(n)
	}
	if sort := v.Get("sort"); sort != nil && r.kind(sort, `"sort"`, ejson.Object) {
		for _, m := range sort.Members {
			if m.Value.Text != "1" && m.Value.Text != "-1" {
				r.errorf(m.Value.Start, "write 1 or -1", `"sort" has another direction than up and down`)
			}
			g.sort = append(g.sort, sortField{strings.Split(m.Key, "."), m.Value.Text == "-1"})
		}
	}
	field, fields := v.Get("field"), v.Get("fields")
	switch {
	case field != nil && fields != nil:
		r.errorf(field.Start, "", `"$$subset" has "field" or "fields", not both`)
	case field != nil:
		g.field = strings.Split(r.string(field, `"field"`), ".")
	case fields != nil:
		for _, item := range r.array(fields, `"fields"`) {
			g.names = append(g.names, r.string(item, `a name in "fields"`))
		}
	}
}
