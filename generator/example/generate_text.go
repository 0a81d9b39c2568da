package example

import (
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// textMaker reads {"$$text": ["HU-", {"$$index": 1}]}: a string of its parts,
// which are strings and integers.
func (r *reader) textMaker(v *ejson.Value) template {
	parts := r.templates(r.array(v, `"$$text"`))
	return func(m *making, out []byte) (bson.Type, []byte) {
		text := ""
		for _, part := range parts {
			kind, value := part(m, nil)
			text += m.textOf(bson.RawValue{Type: kind, Value: value})
		}
		return appendString(out, text)
	}
}

func (m *making) textOf(v bson.RawValue) string {
	if text, ok := v.StringValueOK(); ok {
		return text
	}
	n, ok := v.AsInt64OK()
	if !ok || v.Type == bson.TypeDouble {
		m.data.fail(`"$$text" joins strings and integers, not %s`, ejson.Print(v))
	}
	return strconv.FormatInt(n, 10)
}
