package update

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
)

// element is the name under which a single value is shown to a matcher.
const element = "x"

// parsePull removes the elements that meet a condition: a value is compared, a
// document without operators is a query on elements that are documents, one with
// operators or a regex tests the element itself.
func parsePull(u *Update, _, _ string, v any) (change, error) {
	doc, isDoc := v.(bson.D)
	_, isRegex := v.(bson.Regex)
	switch {
	case isDoc && !isOperators(doc):
		m, err := u.matcher(doc)
		if err != nil {
			return nil, err
		}
		return pullWhere(func(v any, at *place) (bool, error) {
			inner, ok := v.(bson.D)
			if !ok {
				return false, nil
			}
			return matches(m, inner, at.target.Env)
		}), nil
	case isDoc || isRegex:
		m, err := u.matcher(bson.D{{Key: element, Value: v}})
		if err != nil {
			return nil, err
		}
		return pullWhere(func(v any, at *place) (bool, error) {
			return matches(m, bson.D{{Key: element, Value: v}}, at.target.Env)
		}), nil
	}
	return pullWhere(func(other any, _ *place) (bool, error) { return u.collation().Equal(other, v), nil }), nil
}

// isOperators reports whether a condition begins with an operator that tests a value.
// $not is none here: the server takes it for one of a whole document, which it does
// not know.
func isOperators(doc bson.D) bool {
	return len(doc) > 0 && strings.HasPrefix(doc[0].Key, "$") && !match.IsDocumentOperator(doc[0].Key) && doc[0].Key != "$not"
}

func (u *Update) matcher(filter bson.D) (*match.Filter, error) {
	return match.Parse(filter, match.Options{Scope: u.options.Scope, NoExpr: true, Narrow: true})
}

func matches(m *match.Filter, doc bson.D, env *expr.Env) (bool, error) {
	result, err := m.Match(doc, env)
	return result.OK, err
}
