package update

import (
	"math"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// push is a parsed $push: its elements and modifiers.
type push struct {
	each      bson.A
	position  int64
	slice     int64
	hasSlice  bool
	sort      []sortField // nil without $sort
	collation *value.Collation
}

// sortField orders whole elements if its path is empty.
type sortField struct {
	path         []string
	isDescending bool
}

// parsePush appends to an array. With $each the modifiers work in the order
// $position, $sort, $slice, however they are written.
func parsePush(u *Update, _, _ string, v any) (change, error) {
	p := &push{position: math.MaxInt64, collation: u.collation()}
	if spec, ok := hasEach(v); ok {
		if err := p.parse(spec); err != nil {
			return nil, err
		}
	} else {
		p.each = bson.A{v}
	}
	return func(old any, at *place) (any, error) {
		if !value.IsMissing(old) {
			if _, ok := old.(bson.A); !ok {
				return nil, errcode.New(errcode.BadValue, "The field '%s' must be an array but is of type %s in document {_id: %s}",
					at.here(), value.TypeName(old), value.String(value.Get(at.root, "_id")))
			}
		}
		array, _ := old.(bson.A)
		next := p.apply(array)
		if p.appends(array, next) {
			at.added = len(p.each)
		}
		return next, nil
	}, nil
}

// pushModifiers are the implemented ones: all that the server 8.2 knows.
var pushModifiers = map[string]func(p *push, v any) error{
	"$each": (*push).parseEach,
	"$slice": func(p *push, v any) (err error) {
		p.hasSlice = true
		p.slice, err = wholeModifier("$slice", v)
		return err
	},
	"$position": func(p *push, v any) (err error) {
		p.position, err = wholeModifier("$position", v)
		return err
	},
	"$sort": func(p *push, v any) (err error) {
		p.sort, err = parseSort(v)
		return err
	},
}

func (p *push) parse(spec bson.D) error {
	for _, f := range spec {
		parse := pushModifiers[f.Key]
		if parse == nil {
			return errcode.New(errcode.BadValue, "Unrecognized clause in $push: %s", f.Key)
		}
		if err := parse(p, f.Value); err != nil {
			return err
		}
	}
	return nil
}

func (p *push) parseEach(v any) error {
	each, ok := v.(bson.A)
	if !ok {
		return errcode.New(errcode.BadValue, "The argument to $each in $push must be an array but it was of type: %s", value.TypeName(v))
	}
	p.each = each
	return nil
}

func wholeModifier(name string, v any) (int64, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(errcode.BadValue, "The value for %s must be an integer value but was given type: %s", name, value.TypeName(v))
	}
	n, whole := value.Whole(v)
	if !whole {
		return 0, errcode.New(errcode.BadValue, "The value for %s must be an integer value but was given: %s", name, value.String(v))
	}
	return n, nil
}

func parseSort(v any) ([]sortField, error) {
	if value.IsNumber(v) {
		direction, whole := value.Whole(v)
		if !whole || (direction != 1 && direction != -1) {
			return nil, errcode.New(errcode.BadValue, "The $sort element value must be either 1 or -1")
		}
		return []sortField{{isDescending: direction < 0}}, nil
	}
	pattern, ok := v.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.BadValue, "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields")
	}
	if len(pattern) == 0 {
		return nil, errcode.New(errcode.BadValue, "The $sort pattern is empty when it should be a set of fields.")
	}
	var order []sortField
	for _, f := range pattern {
		direction, whole := value.Whole(f.Value)
		if !whole || (direction != 1 && direction != -1) {
			return nil, errcode.New(errcode.BadValue, "The $sort element value must be either 1 or -1")
		}
		parts := strings.Split(f.Key, ".")
		if slices.Contains(parts, "") {
			return nil, errcode.New(errcode.BadValue, "The $sort field is a dotted field but has an empty part: %s", f.Key)
		}
		order = append(order, sortField{parts, direction < 0})
	}
	return order, nil
}

func (p *push) apply(array bson.A) bson.A {
	at := p.position
	if at < 0 {
		at = max(0, int64(len(array))+at)
	}
	at = min(at, int64(len(array)))
	result := slices.Concat(array[:at], p.each, array[at:])
	if p.sort != nil {
		slices.SortStableFunc(result, p.compare)
	}
	switch size := int64(len(result)); {
	case !p.hasSlice:
	case p.slice >= 0 && p.slice < size:
		result = result[:p.slice]
	case p.slice < 0 && -p.slice < size && p.slice != math.MinInt64:
		result = result[size+p.slice:]
	}
	if result == nil {
		result = bson.A{}
	}
	return result
}

// appends reports whether elements were added at the end of others and nothing else
// was done; a sort, and a position that equals the length, are something else.
func (p *push) appends(old, next bson.A) bool {
	return p.sort == nil && len(old) > 0 && p.position > int64(len(old)) && len(next) == len(old)+len(p.each)
}

func (p *push) compare(a, b any) int {
	for _, f := range p.sort {
		c := p.collation.CompareSort(sortKey(a, f.path), sortKey(b, f.path))
		if f.isDescending {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// sortKey returns an element, or the value at a path in it; null if there is none.
func sortKey(v any, path []string) any {
	for _, part := range path {
		doc, ok := v.(bson.D)
		if !ok {
			return bson.Null{}
		}
		v = value.Get(doc, part)
	}
	if value.IsMissing(v) {
		return bson.Null{}
	}
	return v
}
