package match

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Condition is an operator on a path, as a filter has it; a value beside a path is an
// $eq.
type Condition struct {
	Path     string
	Operator string
	Operand  any
	test     test
}

// Conjuncts are the conditions that all must hold, those of each $and among them.
type Conjuncts struct {
	Conditions   []Condition
	Alternatives [][]*Filter // the branches of each $or
	HasOthers    bool        // $nor, $expr and such
}

// Conjuncts returns the conditions of the filter that are joined by "and".
func (f *Filter) Conjuncts() Conjuncts {
	var found Conjuncts
	if f != nil {
		found.add(f.written)
	}
	return found
}

func (c *Conjuncts) add(nodes []node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case all:
			c.add(n)
		case explicitAnd:
			c.add(n)
		case or:
			c.Alternatives = append(c.Alternatives, n.branches())
		case field:
			if path := n.path.dotted; strings.HasPrefix(path, "$") {
				c.HasOthers = true
			} else {
				c.Conditions = n.test.appendConditions(c.Conditions, path)
			}
		default:
			c.HasOthers = true
		}
	}
}

func (o or) branches() []*Filter {
	list := make([]*Filter, len(o))
	for i, n := range o {
		list[i] = &Filter{written: all{n}}
	}
	return list
}

func (e every) appendConditions(list []Condition, path string) []Condition {
	for _, t := range e {
		list = t.appendConditions(list, path)
	}
	return list
}

func (s *single) appendConditions(list []Condition, path string) []Condition {
	operator, operand := s.asWritten()
	return append(list, Condition{path, operator, operand, s})
}

func (n *not) appendConditions(list []Condition, path string) []Condition {
	return append(list, Condition{path, n.name, n.arg, n})
}

func (a *containsAll) appendConditions(list []Condition, path string) []Condition {
	return append(list, Condition{path, "$all", a.arg, a})
}

func (e *elemMatch) appendConditions(list []Condition, path string) []Condition {
	return append(list, Condition{path, "$elemMatch", e.arg, e})
}

// Certain returns the conditions that every matching document meets, in the order in
// which they were written: those of an $or of one branch are among them.
func (f *Filter) Certain() []Condition { return certain(nil, f.written) }

func certain(list []Condition, nodes []node) []Condition {
	for _, n := range nodes {
		switch n := n.(type) {
		case all:
			list = certain(list, n)
		case explicitAnd:
			list = certain(list, n)
		case or:
			if len(n) == 1 {
				list = certain(list, n)
			}
		case field:
			if !strings.HasPrefix(n.path.dotted, "$") {
				list = n.test.appendConditions(list, n.path.dotted)
			}
		}
	}
	return list
}

// IsPattern reports whether the condition is met by the strings that a regular expression
// matches, with $regex or without.
func (c Condition) IsPattern() bool {
	s, ok := c.test.(*single)
	return ok && s.name == "$regex"
}

// asWritten returns the operator and the operand that the filter has.
func (s *single) asWritten() (operator string, operand any) {
	doc, _ := s.written.(bson.D)
	switch {
	case s.isValue:
		return "$eq", s.arg
	case s.name == "$regex", len(doc) == 0:
		return s.name, s.arg
	}
	return doc[0].Key, doc[0].Value
}

// Elements returns the filter of an $elemMatch over documents, nil for any other
// condition.
func (c Condition) Elements() *Filter {
	if t, ok := c.test.(*elemMatch); ok && len(t.documents) > 0 {
		return &Filter{written: t.documents}
	}
	return nil
}

// HoldsElements reports whether a condition is or holds an $elemMatch.
func (c Condition) HoldsElements() bool {
	found := false
	visitTest("", c.test, func(_, operator string, _ any) { found = found || operator == "$elemMatch" })
	return found
}

// Matches reports whether a value at the path of the condition, and no array, meets it.
func (c Condition) Matches(v any) bool {
	return c.test.onPath(newPath("v"), bson.D{{Key: "v", Value: v}}, &run{})
}

// Clauses returns the branches of a filter that is an $or of several, and nothing else;
// it is nil for any other filter.
func (f *Filter) Clauses() []*Filter {
	if len(f.written) != 1 {
		return nil
	}
	if clauses, ok := f.written[0].(or); ok && len(clauses) > 1 {
		return clauses.branches()
	}
	return nil
}

// IsID reports whether a filter is just an _id, without an operator: {_id: 5}.
func (f *Filter) IsID() bool {
	if len(f.written) != 1 {
		return false
	}
	condition, isField := f.written[0].(field)
	if !isField || condition.path.dotted != "_id" {
		return false
	}
	s, isSingle := condition.test.(*single)
	if !isSingle || !s.isValue || s.name != "$eq" {
		return false
	}
	_, isArray := s.arg.(bson.A)
	return !isArray
}

// Visit calls visit with every operator of the filter, those in other operators
// included; path is empty for operators that test no field.
func (f *Filter) Visit(visit func(path, operator string, operand any)) {
	if f != nil {
		visitNodes("", f.written, visit)
	}
}

// Has reports whether an operator is in the filter.
func (f *Filter) Has(operator string) bool {
	found := false
	f.Visit(func(_, other string, _ any) { found = found || other == operator })
	return found
}

func visitNodes(under string, nodes []node, visit func(path, operator string, operand any)) {
	for _, n := range nodes {
		switch n := n.(type) {
		case all:
			visitNodes(under, n, visit)
		case explicitAnd:
			visit("", "$and", nil)
			visitNodes(under, n, visit)
		case or:
			visit("", "$or", nil)
			visitNodes(under, n, visit)
		case nor:
			visit("", "$nor", nil)
			visitNodes(under, n, visit)
		case constant:
			visit("", map[constant]string{true: "$alwaysTrue", false: "$alwaysFalse"}[n], nil)
		case expression:
			visit("", "$expr", n.spec)
		case *schema:
			visit("", "$jsonSchema", n.spec)
		case field:
			visitTest(under+n.path.dotted, n.test, visit)
		}
	}
}

func visitTest(path string, t test, visit func(path, operator string, operand any)) {
	switch t := t.(type) {
	case every:
		for _, inner := range t {
			visitTest(path, inner, visit)
		}
	case *single:
		operator, operand := t.asWritten()
		visit(path, operator, operand)
	case *not:
		visit(path, t.name, t.arg)
		if t.name == "$not" {
			visitTest(path, t.test, visit)
		}
	case *containsAll:
		visit(path, "$all", t.arg)
		visitTest(path, t.tests, visit)
	case *elemMatch:
		visit(path, "$elemMatch", t.arg)
		visitNodes(path+".", t.documents, visit)
		if t.value != nil {
			visitTest(path, t.value, visit)
		}
	}
}
