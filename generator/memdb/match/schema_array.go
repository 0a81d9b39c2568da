package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/value"
)

func (p *schemaParser) itemCount(name string, arg any) error {
	limit, err := count(name, arg)
	if err != nil {
		return err
	}
	fits := within(name, limit)
	return p.add(leaf(name, bson.D{{Key: name, Value: arg}}, "array did not match specified length", isArray,
		func(v any) bool { return fits(len(v.(bson.A))) }))
}

func (p *schemaParser) uniqueItems(_ string, arg any) error {
	unique, ok := arg.(bool)
	if !ok {
		return p.mismatch("uniqueItems", "a boolean")
	}
	if !unique {
		return nil
	}
	r := leaf("uniqueItems", bson.D{{Key: "uniqueItems", Value: arg}}, "found a duplicate item", isArray, func(v any) bool {
		_, found := duplicate(v.(bson.A))
		return !found
	})
	plain := r.explain
	r.explain = func(v any) bson.D {
		twice, _ := duplicate(v.(bson.A))
		return append(plain(v), bson.E{Key: "duplicatedValue", Value: twice})
	}
	return p.add(r)
}

// duplicate finds the first element that equals one before it. The order of an
// object's fields does not count.
func duplicate(list bson.A) (any, bool) {
	seen := make(map[string]bool, len(list))
	for _, item := range list {
		key := unorderedKey(item)
		if seen[key] {
			return item, true
		}
		seen[key] = true
	}
	return nil, false
}

// items reads one schema for all elements, or a list with one for each of the
// first.
func (p *schemaParser) items(_ string, arg any) error {
	switch arg := arg.(type) {
	case bson.D:
		s, err := p.sub(arg)
		if err != nil {
			return err
		}
		return p.add(p.everyItem("items", "At least one item did not match the sub-schema", 0, s))
	case bson.A:
		return p.listedItems(arg)
	}
	return p.mismatch("items", "an array or an object")
}

func (p *schemaParser) everyItem(name, reason string, from int, s *schema) rule {
	first := func(list bson.A) int {
		for i := from; i < len(list); i++ {
			if !s.passes(list[i]) {
				return i
			}
		}
		return -1
	}
	return rule{
		applies: isArray,
		holds:   func(v any) bool { return first(v.(bson.A)) < 0 },
		explain: func(v any) bson.D {
			list := v.(bson.A)
			i := first(list)
			return bson.D{
				{Key: "operatorName", Value: name}, {Key: "reason", Value: reason},
				{Key: "itemIndex", Value: int32(i)}, {Key: "details", Value: s.broken(list[i])},
			}
		},
	}
}

func (p *schemaParser) listedItems(list bson.A) error {
	schemas := make([]*schema, len(list))
	for i, item := range list {
		spec, ok := item.(bson.D)
		if !ok {
			return p.mismatch("items", "an array of objects")
		}
		s, err := p.sub(spec)
		if err != nil {
			return err
		}
		schemas[i] = s
	}
	failing := func(v any) bson.A {
		list := v.(bson.A)
		var out bson.A
		for i := range min(len(list), len(schemas)) {
			if !schemas[i].passes(list[i]) {
				out = append(out, bson.D{{Key: "itemIndex", Value: int32(i)}, {Key: "details", Value: schemas[i].broken(list[i])}})
			}
		}
		return out
	}
	return p.add(rule{
		applies: isArray,
		holds:   func(v any) bool { return len(failing(v)) == 0 },
		explain: func(v any) bson.D {
			return bson.D{{Key: "operatorName", Value: "items"}, {Key: "details", Value: failing(v)}}
		},
	})
}

// additionalItems binds the elements after those that a list in items binds.
func (p *schemaParser) additionalItems(_ string, arg any) error {
	list, listed := p.words["items"].(bson.A)
	switch arg := arg.(type) {
	case bool:
		if arg || !listed {
			return nil
		}
		r := rule{applies: isArray, holds: func(v any) bool { return len(v.(bson.A)) <= len(list) }}
		r.explain = func(v any) bson.D {
			return bson.D{
				{Key: "operatorName", Value: "additionalItems"}, {Key: "specifiedAs", Value: bson.D{{Key: "additionalItems", Value: false}}},
				{Key: "reason", Value: "found additional items"}, {Key: "additionalItems", Value: v.(bson.A)[len(list):]},
			}
		}
		return p.add(r)
	case bson.D:
		s, err := p.sub(arg)
		if err != nil || !listed {
			return err
		}
		return p.add(p.everyItem("additionalItems", "At least one additional item did not match the sub-schema", len(list), s))
	}
	return p.mismatch("additionalItems", "either an object or a boolean")
}

// unorderedKey is value.Key for comparisons in which the order of an object's
// fields does not count.
func unorderedKey(v any) string { return value.Key(sortFields(v)) }
