package example

import (
	"strings"

	"modelbook/generator/ejson"
)

// Matchers loosen the comparison of a result. They are special operators of the
// Unified Test Format; no others are known here.
const (
	MatchType   = "$$type"
	MatchExists = "$$exists"
	MatchUnset  = "$$unsetOrMatches"
)

var matchers = []string{MatchExists, MatchType, MatchUnset}

// types are the names of BSON types in $$type, those of the operator $type.
var types = strings.Fields(`
array binData bool date decimal double int long maxKey minKey null number object objectId regex string timestamp
`)

// matchers checks the objects in v whose first key begins with $$. A member is
// the value of a key, which may be absent.
func (r *reader) matchers(v *ejson.Value, member bool) {
	key := firstKey(v)
	if strings.HasPrefix(key, "$$") {
		r.matcher(v, key, member)
		return
	}
	for _, item := range v.Items {
		r.matchers(item, false)
	}
	for _, m := range v.Members {
		if strings.HasPrefix(m.Key, "$$") {
			r.errorf(m.Start, "a matcher stands alone in its object", "%q stands among other keys", m.Key)
		}
		r.matchers(m.Value, true)
	}
}

func (r *reader) matcher(v *ejson.Value, key string, member bool) {
	value := v.Members[0].Value
	switch {
	case !contains(matchers, key):
		r.errorf(v.Start, unknownHint(key, matchers), "%q is not a matcher", key)
	case len(v.Members) > 1:
		r.errorf(v.Start, "", "an object with %q has no other keys", key)
	case key != MatchType && !member:
		r.errorf(v.Start, "", "%q is for the value of a key", key)
	case key == MatchExists:
		r.boolean(value, `"$$exists"`)
	case key == MatchUnset:
		r.matchers(value, false)
	case value.Kind == ejson.Array:
		for _, item := range value.Items {
			r.typeName(item)
		}
	default:
		r.typeName(value)
	}
}

func (r *reader) typeName(v *ejson.Value) {
	if s := r.string(v, `"$$type"`); s != "" && !contains(types, s) {
		r.errorf(v.Start, hintFor(s, types, otherTypes), "%q is not a type", s)
	}
}
