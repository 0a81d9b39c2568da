package plan

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
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
func wildcardHint(x *storage.Index, filter bson.D, sameOrder bool) error {
	r := reaches(x, filter, "")
	switch {
	case r == never:
		return errcode.New(291, "error processing query: planner returned error: no query solutions")
	case r == unsure || x.Partial != nil || !sameOrder:
		return errcode.NotImplemented("a hint of a wildcard index for such a filter")
	}
	return nil
}

// reaches takes the best of the conditions that all must hold.
func reaches(x *storage.Index, filter bson.D, under string) reach {
	best := never
	for _, f := range filter {
		best = max(best, reachesBy(x, f, under))
	}
	return best
}

func reachesBy(x *storage.Index, f bson.E, under string) reach {
	branches, _ := f.Value.(bson.A)
	switch {
	case f.Key == "$comment":
		return never
	case f.Key == "$and":
		best := never
		for _, branch := range branches {
			inner, _ := branch.(bson.D)
			best = max(best, reaches(x, inner, under))
		}
		return best
	case f.Key == "$or":
		worst := surely
		for _, branch := range branches {
			inner, _ := branch.(bson.D)
			worst = min(worst, reaches(x, inner, under))
		}
		return worst
	case strings.HasPrefix(f.Key, "$"):
		return unsure
	}
	best := never
	for _, c := range fieldConditions(bson.E{Key: under + f.Key, Value: f.Value}) {
		best = max(best, c.reaches(x))
	}
	return best
}

func (c Condition) reaches(x *storage.Index) reach {
	switch {
	case numbered(c.Path):
		return unsure
	case c.Operator == "$elemMatch":
		inner, _ := c.Operand.(bson.D)
		if len(inner) > 0 && !strings.HasPrefix(inner[0].Key, "$") {
			return reaches(x, inner, c.Path+".")
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
