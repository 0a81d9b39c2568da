package match

import (
	"cmp"
	"slices"
)

// testOrder are operators in the order in which the server tests the conditions
// of a query (MatchType in src/mongo/db/matcher/expression.h).
var testOrder = []string{"$and", "$or", "$elemMatch", "$size", "$eq", "$lte", "$lt", "$gt", "$gte", "$regex", "$mod",
	"$exists", "$in", "$bitsAllSet", "$bitsAllClear", "$bitsAnySet", "$bitsAnyClear", "$not", "$nor", "$type", "$expr"}

// canonical puts the conditions of a query into the form that the server tests: each
// $and in another is part of it, and they are in the order of operators, then of paths
// (src/mongo/db/query/canonical_query.cpp). The last that goes through an array
// decides which element "$" is.
func canonical(nodes []node) all {
	out := make(all, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, conjuncts(n)...)
	}
	slices.SortStableFunc(out, compareNodes)
	return out
}

// conjuncts returns the conditions that a condition consists of, all of which must
// hold.
func conjuncts(n node) all {
	switch n := n.(type) {
	case all:
		return canonical(n)
	case explicitAnd:
		return canonical(n)
	case or:
		return alternatives(n)
	case field:
		return conjunctsAt(n.path, n.test)
	}
	return all{n}
}

func conjunctsAt(p *path, t test) all {
	tests, _ := t.(every)
	if list, ok := t.(*containsAll); ok {
		tests = list.tests
	}
	if len(tests) == 0 {
		return all{field{p, t}}
	}
	var out all
	for _, t := range tests {
		out = append(out, conjunctsAt(p, t)...)
	}
	return out
}

// alternatives returns an $or as the server has it.
func alternatives(o or) all {
	out := make(or, 0, len(o))
	for _, n := range o {
		branch := conjuncts(n)
		if len(o) == 1 {
			return branch
		}
		if inner, ok := alone(branch).(or); ok {
			out = append(out, inner...)
			continue
		}
		out = append(out, branch)
	}
	if in, ok := oneOf(out); ok {
		return all{in}
	}
	slices.SortStableFunc(out, compareNodes)
	return all{out}
}

// oneOf makes one condition of an $or of values at one path, as the server makes
// an $in of it, and reports whether it is such an $or.
func oneOf(o or) (field, bool) {
	var values []*single
	var at *path
	for _, n := range o {
		f, ok := alone(n).(field)
		t, isSingle := f.test.(*single)
		if !ok || !isSingle || t.name != "$eq" && t.name != "$regex" || at != nil && f.path.dotted != at.dotted {
			return field{}, false
		}
		at, values = f.path, append(values, t)
	}
	holds := func(v any) bool {
		return slices.ContainsFunc(values, func(t *single) bool { return t.holds(v) })
	}
	hasPattern := slices.ContainsFunc(values, func(t *single) bool { return t.hasPattern })
	return field{at, &single{name: "$in", hasPattern: hasPattern, last: spread, holds: holds}}, true
}

// compareNodes compares two conditions by operator, by path, and by the conditions in
// them.
func compareNodes(a, b node) int {
	nameA, pathA, innerA := shape(a)
	nameB, pathB, innerB := shape(b)
	return cmp.Or(
		cmp.Compare(slices.Index(testOrder, nameA), slices.Index(testOrder, nameB)),
		cmp.Compare(pathA, pathB),
		slices.CompareFunc(innerA, innerB, compareNodes),
	)
}

// shape returns the operator of a condition, its path and the conditions in it.
func shape(n node) (operator, at string, inner []node) {
	switch n := alone(n).(type) {
	case all:
		return "$and", "", n
	case or:
		return "$or", "", n
	case nor:
		return "$nor", "", n
	case expression:
		return "$expr", "", nil
	case field:
		return testName(n.test), n.path.dotted, nil
	}
	return "$expr", "", nil // conditions that have no element to find
}

func testName(t test) string {
	switch t := t.(type) {
	case *single:
		return t.name
	case *elemMatch:
		return "$elemMatch"
	case *not:
		return "$not"
	}
	return "$and" // of no value, so that nothing is found
}
