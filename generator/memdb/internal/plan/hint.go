package plan

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Hint is the way of reading that a command requires.
type Hint struct {
	Index   any // name or key pattern of an index, nil for none
	Natural int // 1 or -1 for the order of insertion or its reverse, 0 for none
}

// ParseHint reads a hint, a string, a document or nil, beside the sort; an empty one
// is none. A sort by $natural is a hint, and allows no other. order is the rest of the
// sort.
func ParseHint(hint any, sort bson.D) (h Hint, order bson.D, err error) {
	sorted, err := Natural("sort", sort)
	if err != nil {
		return h, nil, err
	}
	pattern, isPattern := hint.(bson.D)
	hinted, err := Natural("hint", pattern)
	if err != nil {
		return h, nil, err
	}
	if isPattern && len(pattern) == 0 {
		hint = nil
	}
	switch {
	case sorted != 0 && hint != nil && hinted == 0:
		return h, nil, errcode.New(errcode.BadValue, "index hint not allowed with $natural sort order")
	case sorted != 0 && hinted != 0 && sorted != hinted:
		return h, nil, errcode.New(errcode.BadValue, "$natural hint must be in the same direction as $natural sort order")
	case sorted == 0:
		order = sort
	}
	if h.Natural = cmp.Or(sorted, hinted); h.Natural == 0 {
		h.Index = hint
	}
	return h, order, nil
}

// Natural reads {$natural: 1} and {$natural: -1}; zero is another sort or hint.
func Natural(what string, spec bson.D) (int, error) {
	direction := value.Get(spec, "$natural")
	switch {
	case value.IsMissing(direction):
		return 0, nil
	case len(spec) == 1 && value.Equal(direction, int32(1)):
		return 1, nil
	case len(spec) == 1 && value.Equal(direction, int32(-1)):
		return -1, nil
	}
	return 0, errcode.New(errcode.BadValue, "$natural %s cannot be set to a value other than -1 or 1.", what)
}

// byHint makes the plan that uses the named index, even if that leaves out documents.
func (q Query) byHint(indexes []*storage.Index) (Plan, error) {
	x, err := q.Hint.find(indexes)
	if err != nil {
		return Plan{}, err
	}
	if q.Limits.Given() {
		return q.between(x)
	}
	p, _ := q.serve(x, WithElements(q.conditions()))
	if x.Wildcard && p.Index == nil {
		return Plan{}, wildcardHint(x, q.Filter, x.Collation.Same(q.Collation))
	}
	return p, nil
}

// find returns the index of a hint.
func (h Hint) find(indexes []*storage.Index) (*storage.Index, error) {
	var found []*storage.Index
	for _, x := range indexes {
		if !x.Hidden && (x.Name == h.Index || x.HasKey(h.Index)) {
			found = append(found, x)
		}
	}
	switch len(found) {
	case 0:
		return nil, errcode.New(errcode.BadValue, "error processing query: planner returned error: hint provided does not correspond to an existing index")
	case 1:
		return found[0], nil
	}
	return nil, errcode.New(errcode.IndexNotFound, "error processing query: planner returned error: Hint matched multiple indexes, must hint by index name. Matched: %s and %s", found[0].Name, found[1].Name)
}

// Limits are keys of the hinted index: it is read from Min up to but without
// Max.
type Limits struct{ Min, Max bson.D }

// Given reports whether there is any limit.
func (l Limits) Given() bool { return len(l.Min) > 0 || len(l.Max) > 0 }

// Check returns the server's error for two limits of different fields.
func (l Limits) Check() error {
	if len(l.Min) > 0 && len(l.Max) > 0 && !sameFields(l.Min, l.Max) {
		return errcode.New(51176, "min and max must have the same field names")
	}
	return nil
}

// between makes the plan that reads an index from one key up to but without another,
// both in the index's own order. An end that is not set is the last value there is.
func (q Query) between(x *storage.Index) (Plan, error) {
	for _, limit := range []bson.D{q.Limits.Min, q.Limits.Max} {
		otherOrder := !x.Collation.Same(q.Collation) && slices.ContainsFunc(limit, func(f bson.E) bool { return !Independent(f.Value) })
		if x.Wildcard || otherOrder || (len(limit) > 0 && !sameFields(limit, x.Key)) {
			return Plan{}, errcode.New(51174, "error processing query: planner returned error: The index chosen is not compatible with min/max")
		}
	}
	if x.Hashed {
		return Plan{}, errcode.NotImplemented("min and max on a hashed index")
	}
	p := Plan{Index: x, from: keyOf(q.Limits.Min, x.Collation), to: keyOf(q.Limits.Max, x.Collation)}
	for _, field := range x.Key {
		first, last := any(bson.MinKey{}), any(bson.MaxKey{})
		if storage.Descending(field.Value) {
			first, last = last, first
		}
		if len(q.Limits.Min) == 0 {
			p.from = append(p.from, first)
		}
		if len(q.Limits.Max) == 0 {
			p.to = append(p.to, last)
		}
		p.Bounds = append(p.Bounds, []storage.Interval{storage.Everything})
	}
	if x.CompareKeys(p.from, p.to) >= 0 {
		return Plan{}, errcode.New(51175, "error processing query: planner returned error: The value provided for min() does not come before the value provided for max() in the hinted index")
	}
	if fields := q.servedSort(x); len(fields) > 0 {
		p.Sorted, p.Reverse = p.gives(fields)
	}
	return p, nil
}

func keyOf(limit bson.D, collation *value.Collation) []any {
	var key []any
	for _, f := range limit {
		key = append(key, collation.Fold(f.Value))
	}
	return key
}

func sameFields(a, b bson.D) bool {
	return slices.EqualFunc(a, b, func(x, y bson.E) bool { return x.Key == y.Key })
}
