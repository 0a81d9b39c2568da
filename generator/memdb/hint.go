package memdb

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// arrange sets the sort and the hint; an empty one is none. A sort by $natural
// is a hint, and stands by no other.
func (q *query) arrange(sort bson.D, hint any) (err error) {
	sorted, err := naturalDirection("sort", sort)
	if err != nil {
		return err
	}
	pattern, isPattern := hint.(bson.D)
	hinted, err := naturalDirection("hint", pattern)
	if err != nil {
		return err
	}
	if isPattern && len(pattern) == 0 {
		hint = nil
	}
	switch {
	case sorted != 0 && hint != nil && hinted == 0:
		return errcode.New(errcode.BadValue, "index hint not allowed with $natural sort order")
	case sorted != 0 && hinted != 0 && sorted != hinted:
		return errcode.New(errcode.BadValue, "$natural hint must be in the same direction as $natural sort order")
	case sorted == 0 && len(sort) > 0:
		if q.sort, err = expr.ParseSort(sort, q.collation); err != nil {
			return err
		}
	}
	if q.natural = cmp.Or(sorted, hinted); q.natural == 0 {
		q.hint = hint
	}
	return nil
}

// naturalDirection reads {$natural: 1} and {$natural: -1}; zero is another
// sort or hint.
func naturalDirection(what string, spec bson.D) (int, error) {
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

func (q *query) choosePlan() error {
	limited := len(q.min) > 0 || len(q.max) > 0
	switch {
	case q.coll == nil:
	case q.tail: // scans the collection, whatever else is asked for
		if !q.coll.Capped() {
			return errcode.New(errcode.BadValue, "error processing query: tailable cursor requested on non capped collection")
		}
		if q.natural < 0 {
			return errcode.NotImplemented("a tailable cursor with hint {$natural: -1}")
		}
	case q.natural != 0 && limited:
		return errcode.New(291, "error processing query: planner returned error: min and max are incompatible with $natural")
	case q.natural != 0:
		q.plan.reverse = q.natural < 0
	case q.hint != nil:
		return q.hinted(limited)
	case limited:
		// An error in every version of the server, but not by one code.
		return errcode.NotImplemented("find.min and find.max without a hint")
	default:
		q.plan = choose(q.coll, q.filter, q.sortFields(), q.collation)
	}
	return nil
}

// hinted makes the plan that uses the named index, whatever it leaves out.
func (q *query) hinted(limited bool) error {
	x, err := q.coll.hinted(q.hint)
	if err != nil {
		return err
	}
	if limited {
		return q.limitKeys(x)
	}
	conditions, _ := conjuncts(q.filter)
	p, _ := fit(x, served(x, withoutNumbered(conditions), q.collation), servedSort(x, q.sortFields(), q.collation))
	if x.Wildcard && p.index == nil {
		return wildcardHint(x, q.filter, x.Collation.Same(q.collation))
	}
	q.plan = p
	return nil
}

// hinted finds the index of a hint: its name or its key pattern.
func (c *collection) hinted(hint any) (*storage.Index, error) {
	var found []*storage.Index
	for _, x := range c.Indexes {
		if !x.Hidden && (x.Name == hint || isPattern(hint, x.Key)) {
			found = append(found, x)
		}
	}
	switch len(found) {
	case 0:
		return nil, errcode.New(errcode.BadValue, "error processing query: planner returned error: hint provided does not correspond to an existing index")
	case 1:
		return found[0], nil
	}
	return nil, errcode.New(27, "error processing query: planner returned error: Hint matched multiple indexes, must hint by index name. Matched: %s and %s", found[0].Name, found[1].Name)
}

func isPattern(hint any, key bson.D) bool {
	pattern, ok := hint.(bson.D)
	return ok && value.Equal(pattern, key)
}

// limitKeys makes the plan that reads an index from the key min up to but
// without the key max, both in the index's own order. An end that is not given
// lies at the last value there is.
func (q *query) limitKeys(x *storage.Index) error {
	for _, limit := range []bson.D{q.min, q.max} {
		otherOrder := !x.Collation.Same(q.collation) && slices.ContainsFunc(limit, func(f bson.E) bool { return !free(f.Value, false) })
		if x.Wildcard || otherOrder || (len(limit) > 0 && !sameFields(limit, x.Key)) {
			return errcode.New(51174, "error processing query: planner returned error: The index chosen is not compatible with min/max")
		}
	}
	if x.Hashed {
		return errcode.NotImplemented("min and max on a hashed index")
	}
	from, to := keyOf(q.min, x.Collation), keyOf(q.max, x.Collation)
	for _, field := range x.Key {
		first, last := any(bson.MinKey{}), any(bson.MaxKey{})
		if storage.Descending(field.Value) {
			first, last = last, first
		}
		if len(q.min) == 0 {
			from = append(from, first)
		}
		if len(q.max) == 0 {
			to = append(to, last)
		}
	}
	if x.CompareKeys(from, to) >= 0 {
		return errcode.New(51175, "error processing query: planner returned error: The value provided for min() does not come before the value provided for max() in the hinted index")
	}
	q.plan = plan{index: x, from: from, to: to}
	for range x.Key {
		q.plan.bounds = append(q.plan.bounds, []storage.Interval{everything})
	}
	if fields := servedSort(x, q.sortFields(), q.collation); len(fields) > 0 {
		q.plan.sorted, q.plan.reverse = q.plan.gives(fields)
	}
	return nil
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
