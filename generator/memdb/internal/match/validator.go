package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// ParseValidator reads the validator of a collection. It refuses validators for which
// the server's details of a failure are not known. Values compare by order, but those
// of $jsonSchema always by bytes.
func ParseValidator(filter bson.D, collation *value.Collation) (*Filter, error) {
	p := parser{opt: Options{Narrow: true, Scope: expr.NewScope(collation, nil)}, validator: true}
	nodes, err := p.document(filter, 0)
	if err != nil {
		return nil, err
	}
	if irreversible(nodes, false, false) {
		return nil, refuseValidator("$expr beside a negated $not or an impossible condition")
	}
	return &Filter{root: nodes}, nil
}

func refuseValidator(what string) error {
	return errcode.NotImplemented("a validator with " + what)
}

// uses reports whether the filter has an $expr.
func uses(n node) bool {
	_, found := n.(expression)
	return found || slices.ContainsFunc(inside(n), uses)
}

// irreversible reports whether the server may have to say that a condition is met for
// which it has no words. That happens where an $expr that fails leaves open whether
// the clauses beside it are met: doubtful.
func irreversible(n node, met, doubtful bool) bool {
	if doubtful = doubtful || uses(n); !doubtful {
		return false
	}
	everyClause := met
	switch n := n.(type) {
	case *schema:
		return met && n.never
	case field:
		return irreversibleTest(n.test, met)
	case all:
		everyClause = met || len(flat(n)) == 1
	case or:
		everyClause = !met
	case nor:
		met = !met
	}
	return slices.ContainsFunc(inside(n), func(inner node) bool { return irreversible(inner, met, everyClause) })
}

func irreversibleTest(t test, met bool) bool {
	switch t := t.(type) {
	case every:
		return slices.ContainsFunc(t, func(inner test) bool { return irreversibleTest(inner, met) })
	case *not:
		return t.name == "$not" && (met || irreversibleTest(t.test, !met))
	case *containsAll:
		return met && len(t.tests) == 0
	}
	return false
}
