package match

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Predicate is one condition of a filter on a path: $eq, $gt, $gte, $lt, $lte,
// $in, $regex (operand a bson.Regex), $exists, $type, $size, $mod, $elemMatch or
// one of the $bits operators, with its operand as written. Negated is set
// where documents must not meet it ($ne, $nin, $not, $exists: false).
type Predicate struct {
	Path     string
	Operator string
	Operand  any
	Negated  bool
}

// Predicates lists the conditions that every document found meets: those of the
// filter's top, of $and, and of an $or with one branch; $all gives one for each
// of its values, and $in with one value is an $eq. complete says that the filter
// holds no others, so that a document which meets all of them is found.
func (m *Matcher) Predicates() (list []Predicate, complete bool) {
	return predicatesOf(m.root)
}

func predicatesOf(nodes []node) (list []Predicate, complete bool) {
	complete = true
	for _, n := range nodes {
		part, whole := nodePredicates(n)
		list = append(list, part...)
		complete = complete && whole
	}
	return list, complete
}

func nodePredicates(n node) ([]Predicate, bool) {
	switch n := n.(type) {
	case all:
		return predicatesOf(n)
	case explicitAnd:
		return predicatesOf(n)
	case or:
		if len(n) == 1 {
			return predicatesOf(n)
		}
	case field:
		return testPredicates(n.path.String(), n.test)
	case constant:
		return nil, bool(n)
	}
	return nil, false
}

func testPredicates(path string, t test) ([]Predicate, bool) {
	switch t := t.(type) {
	case *single:
		return []Predicate{singlePredicate(path, t)}, true
	case *elemMatch:
		return []Predicate{{Path: path, Operator: "$elemMatch", Operand: t.arg}}, true
	case *not:
		if s, ok := t.test.(*single); ok {
			p := singlePredicate(path, s)
			p.Negated = true
			return []Predicate{p}, true
		}
	case every:
		var list []Predicate
		complete := true
		for _, inner := range t {
			part, whole := testPredicates(path, inner)
			list = append(list, part...)
			complete = complete && whole
		}
		return list, complete
	}
	return nil, false
}

func singlePredicate(path string, s *single) Predicate {
	if items, ok := s.arg.(bson.A); ok && s.name == "$in" && len(items) == 1 {
		if _, isRegex := items[0].(bson.Regex); !isRegex {
			return Predicate{Path: path, Operator: "$eq", Operand: items[0]}
		}
	}
	return Predicate{Path: path, Operator: s.name, Operand: s.arg}
}

// String writes the path as it was.
func (p path) String() string {
	names := make([]string, len(p))
	for i := range p {
		names[i] = p[i].name
	}
	return strings.Join(names, ".")
}
