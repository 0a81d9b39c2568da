package plan

import (
	"slices"
	"strings"

	"modelbook/generator/memdb/internal/storage"
)

// element is an $elemMatch over documents, whose conditions one element of an
// array meets together.
type element struct{ path string }

// WithElements adds to conditions those inside of each $elemMatch, on the paths
// that lead through its array.
func WithElements(conditions []Condition) []Condition {
	list := slices.Clip(conditions)
	for _, c := range conditions {
		elements := c.Elements()
		if elements == nil {
			continue
		}
		together := &element{c.Path}
		within, _ := Conjuncts(elements)
		for _, one := range within {
			one.Path, one.element = c.Path+"."+one.Path, together
			list = append(list, one)
		}
	}
	return list
}

// Plain reports whether the documents of an $elemMatch meet conditions that
// WithElements returns in full: it is over documents and holds no other $elemMatch.
func (c Condition) Plain() bool {
	elements := c.Elements()
	if elements == nil {
		return false
	}
	conditions, others := Conjuncts(elements)
	return !others && !slices.ContainsFunc(conditions, func(c Condition) bool { return c.HoldsElements() || numbered(c.Path) })
}

// joined are the arrays that the conditions on the first fields of an index lead
// through, each by its path, with the $elemMatch that holds its elements
// together; nil for a condition that any element may meet.
type joined map[string]*element

// take reports whether a condition on a field may narrow an index besides those
// that were taken: of two conditions that lead through one array, both must be
// met by the same element (src/mongo/db/query/plan_enumerator.cpp,
// assignMultikeySafePredicates).
func (j joined) take(c Condition, arrays storage.Depths) bool {
	names := strings.Split(c.Path, ".")
	var through []string
	for at := range names {
		if !arrays.Has(at) {
			continue
		}
		array := strings.Join(names[:at+1], ".")
		through = append(through, array)
		if with, taken := j[array]; taken && (with == nil || with != c.element) {
			return false
		}
	}
	for _, array := range through {
		j[array] = nil
		if c.element != nil && c.element.path == array {
			j[array] = c.element
		}
	}
	return true
}

// Apart reports whether it is certain which of the conditions on an index's fields
// that lead through arrays narrow it together: those of one $elemMatch of an array
// that holds no others, or those of none.
func Apart(x *storage.Index, conditions []Condition) bool {
	var with []*element
	for i, field := range x.Key {
		for _, c := range conditions {
			if c.Path != field.Key || x.Multikey[i] == 0 {
				continue
			}
			if c.element != nil && !x.Multikey[i].Only(strings.Count(c.element.path, ".")) {
				return false
			}
			with = append(with, c.element)
		}
	}
	return !slices.ContainsFunc(with, func(e *element) bool { return e != with[0] })
}
