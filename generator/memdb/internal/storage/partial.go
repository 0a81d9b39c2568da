package storage

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
)

// checkPartial parses a partial filter, which may hold a few operators only.
func (s *Spec) checkPartial() error {
	if s.Partial == nil {
		return nil
	}
	if s.Sparse {
		return errcode.New(errcode.CannotCreateIndex, "cannot mix \"partialFilterExpression\" and \"sparse\" options")
	}
	m, err := match.Parse(s.Partial, match.Options{NoExpr: true, Narrow: true, Scope: expr.NewScope(s.Collation, nil)})
	if err != nil {
		return err
	}
	if err := checkPartialFilter(s.Partial); err != nil {
		return err
	}
	s.partial = m
	s.member = func(doc bson.D) (bool, error) {
		result, err := m.Match(doc, nil)
		return result.OK, err
	}
	return nil
}

// PartialFilter returns the filter of a partial index, nil for an index of all
// documents.
func (s *Spec) PartialFilter() *match.Filter { return s.partial }

func checkPartialFilter(filter bson.D) error {
	for _, f := range filter {
		switch f.Key {
		case "$and", "$or":
			branches, _ := f.Value.(bson.A)
			for _, branch := range branches {
				if inner, ok := branch.(bson.D); ok {
					if err := checkPartialFilter(inner); err != nil {
						return err
					}
				}
			}
			continue
		case "$expr":
			return errcode.New(errcode.QueryFeatureNotAllowed, "$expr is not allowed in partial index filter expressions")
		}
		if len(f.Key) > 0 && f.Key[0] == '$' {
			return unsupportedPartial(f)
		}
		if err := checkPartialField(f); err != nil {
			return err
		}
	}
	return nil
}

func checkPartialField(f bson.E) error {
	operators, ok := f.Value.(bson.D)
	if _, regex := f.Value.(bson.Regex); regex {
		return unsupportedPartial(f)
	}
	if !ok || len(operators) == 0 || operators[0].Key[:min(1, len(operators[0].Key))] != "$" {
		return nil
	}
	for _, op := range operators {
		switch op.Key {
		case "$eq", "$gt", "$gte", "$lt", "$lte", "$in", "$type":
		case "$all": // an $and of equalities, of values
			if !allOfValues(op.Value) {
				return unsupportedPartial(f)
			}
		case "$exists":
			if !value.Truthy(op.Value) {
				return unsupportedPartial(f)
			}
		default:
			return unsupportedPartial(f)
		}
	}
	return nil
}

func allOfValues(v any) bool {
	list, _ := v.(bson.A)
	return len(list) > 0 && !slices.ContainsFunc(list, func(item any) bool {
		_, document := item.(bson.D)
		_, regex := item.(bson.Regex)
		return document || regex
	})
}

func unsupportedPartial(f bson.E) error {
	return errcode.New(errcode.CannotCreateIndex, "Expression not supported in partial index: %s: %s", f.Key, value.String(f.Value))
}

// inOrder returns a filter with the clauses of its $and and $or sorted, in which form
// the server compares two indexes.
func inOrder(filter bson.D) bson.D {
	out := slices.Clone(filter)
	for i, f := range out {
		list, ok := f.Value.(bson.A)
		if !ok || f.Key != "$and" && f.Key != "$or" {
			continue
		}
		list = slices.Clone(list)
		for j, item := range list {
			if d, ok := item.(bson.D); ok {
				list[j] = inOrder(d)
			}
		}
		slices.SortFunc(list, value.Compare)
		out[i].Value = list
	}
	return out
}
