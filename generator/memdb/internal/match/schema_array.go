package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

func (p *schemaParser) itemCount(name string, arg any) error {
	limit, err := count(name, arg)
	if err != nil {
		return err
	}
	fits := within(name, limit)
	return p.add(arrayRule(name, arg, "array did not match specified length",
		func(list bson.A) bool { return fits(len(list)) },
		func(list bson.A) bson.E { return bson.E{Key: "numberOfItems", Value: int32(len(list))} }))
}

// arrayRule is a rule whose details always show the array, and one thing more.
func arrayRule(name string, arg any, reason string, holds func(list bson.A) bool, more func(list bson.A) bson.E) rule {
	return rule{
		applies: isArray,
		holds:   func(v any) bool { return holds(v.(bson.A)) },
		explain: func(x *explainer, v any) any {
			detail := x.specified(bson.D{{Key: "operatorName", Value: name}}, bson.D{{Key: name, Value: arg}})
			return append(detail, bson.E{Key: "reason", Value: reason}, bson.E{Key: "consideredValue", Value: v}, more(v.(bson.A)))
		},
	}
}

func (p *schemaParser) uniqueItems(_ string, arg any) error {
	unique, ok := arg.(bool)
	if !ok {
		return p.mismatch("uniqueItems", "a boolean")
	}
	if !unique {
		return nil
	}
	return p.add(arrayRule("uniqueItems", arg, "found a duplicate item",
		func(list bson.A) bool {
			_, found := duplicate(list)
			return !found
		},
		func(list bson.A) bson.E {
			twice, _ := duplicate(list)
			return bson.E{Key: "duplicatedValue", Value: twice}
		}))
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
		explain: func(x *explainer, v any) any {
			list := v.(bson.A)
			i := first(list)
			detail := append(bson.D{{Key: "operatorName", Value: name}}, s.annotations()...)
			return append(detail, bson.E{Key: "reason", Value: reason},
				bson.E{Key: "itemIndex", Value: int32(i)}, bson.E{Key: "details", Value: x.broken(s, list[i])})
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
	failing := func(v any) (indexes []int) {
		list := v.(bson.A)
		for i := range min(len(list), len(schemas)) {
			if !schemas[i].passes(list[i]) {
				indexes = append(indexes, i)
			}
		}
		return indexes
	}
	return p.add(rule{
		applies: isArray,
		holds:   func(v any) bool { return len(failing(v)) == 0 },
		explain: func(x *explainer, v any) any {
			var items bson.A
			for _, i := range failing(v) {
				items = append(items, bson.D{{Key: "itemIndex", Value: int64(i)}, {Key: "details", Value: x.broken(schemas[i], v.(bson.A)[i])}})
			}
			return bson.D{{Key: "operatorName", Value: "items"}, {Key: "details", Value: items}}
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
		r.explain = func(x *explainer, v any) any {
			detail := x.specified(bson.D{{Key: "operatorName", Value: "additionalItems"}}, bson.D{{Key: "additionalItems", Value: false}})
			return append(detail, bson.E{Key: "reason", Value: "found additional items"}, bson.E{Key: "additionalItems", Value: v.(bson.A)[len(list):]})
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
