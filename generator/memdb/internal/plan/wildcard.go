package plan

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
)

// reach reports whether the server's planner can use a wildcard index.
type reach int

const (
	never reach = iota
	unsure
	surely
)

// wildcardHint decides on a hint of a wildcard index whose keys memdb does not read
// for a filter: the server may read them, with the same result as a scan of the
// collection, or may have no plan at all.
func wildcardHint(x *storage.Index, filter *match.Filter, sameOrder bool) error {
	r := reaches(x, filter, "")
	switch {
	case r == never:
		return errcode.New(291, "error processing query: planner returned error: no query solutions")
	case r == unsure || x.Partial != nil || !sameOrder:
		return errcode.NotImplemented("a hint of a wildcard index for such a filter")
	}
	return nil
}

// reaches takes the best of the conditions that all must hold, and of alternatives the
// worst.
func reaches(x *storage.Index, filter *match.Filter, under string) reach {
	found := filter.Conjuncts()
	best := never
	if found.HasOthers {
		best = unsure
	}
	for _, c := range found.Conditions {
		c.Path = under + c.Path
		best = max(best, Condition{Condition: c}.reaches(x))
	}
	for _, branches := range found.Alternatives {
		worst := surely
		for _, branch := range branches {
			worst = min(worst, reaches(x, branch, under))
		}
		best = max(best, worst)
	}
	return best
}

func (c Condition) reaches(x *storage.Index) reach {
	switch {
	case numbered(c.Path):
		return unsure
	case c.Operator == "$elemMatch":
		if elements := c.Elements(); elements != nil && len(elements.Conjuncts().Conditions) > 0 {
			return reaches(x, elements, c.Path+".")
		}
		return unsure
	case !x.Covers(c.Path):
		return never
	}
	switch c.Operator {
	case "$options":
		return never
	case "$regex":
		return surely
	case "$exists":
		return existence(c.Operand)
	case "$eq", "$gt", "$gte", "$lt", "$lte":
		return comparison(c.Operator, c.Operand)
	}
	return unsure
}

func existence(operand any) reach {
	if operand == true {
		return surely
	}
	if operand == false {
		return never
	}
	return unsure
}

func comparison(operator string, operand any) reach {
	switch operand.(type) {
	case bson.Null:
		if operator == "$eq" {
			return never
		}
		return unsure
	case bson.D, bson.A, bson.Undefined, bson.MinKey, bson.MaxKey:
		return unsure
	case bson.Regex:
		if operator != "$eq" {
			return unsure
		}
	}
	return surely
}
