package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// considered are the values that a condition looked at.
type considered struct {
	values    bson.A
	truncated bool // there were more
}

// maxConsidered is how many values a failure shows.
const maxConsidered = 10

// considered collects the values at the path up to the first place where it
// leads to none. It reports false if the path does not exist. The empty path is
// the document.
func (p *path) considered(doc bson.D, last reach) (considered, bool) {
	if p.dotted == "" {
		return considered{values: bson.A{doc}}, true
	}
	c := considered{values: bson.A{}}
	p.walk(doc, last, func(v any, _ int) bool {
		if value.IsMissing(v) {
			return true
		}
		if len(c.values) == maxConsidered {
			c.truncated = true
			return true
		}
		c.values = append(c.values, v)
		return false
	})
	return c, len(c.values) > 0 || p.exists(doc)
}

// exists looks at the first place that the path leads to.
func (p *path) exists(doc bson.D) bool {
	found := false
	p.walk(doc, spread, func(v any, _ int) bool {
		found = !value.IsMissing(v)
		return true
	})
	return found
}

// has reports whether one of the values is of one of the types.
func (c considered) has(types bson.A) bool {
	return slices.ContainsFunc(c.values, func(v any) bool { return slices.Contains(types, any(value.TypeName(v))) })
}

func (c considered) shown() bson.D {
	detail := bson.D{oneOrAll("consideredValue", c.values)}
	if c.truncated {
		detail = append(detail, bson.E{Key: "consideredValuesTruncated", Value: true})
	}
	return detail
}

// types lists the names of the values' types, each once, sorted.
func (c considered) types() bson.D {
	if len(c.values) == 0 {
		return nil
	}
	var names []string
	for _, v := range c.values {
		names = append(names, value.TypeName(v))
	}
	slices.Sort(names)
	list := bson.A{}
	for _, name := range slices.Compact(names) {
		list = append(list, name)
	}
	return bson.D{oneOrAll("consideredType", list)}
}

// oneOrAll shows a single value under the name, and several under its plural.
func oneOrAll(name string, values bson.A) bson.E {
	if len(values) == 1 {
		return bson.E{Key: name, Value: values[0]}
	}
	return bson.E{Key: name + "s", Value: values}
}
