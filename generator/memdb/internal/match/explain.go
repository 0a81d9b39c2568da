package match

import (
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// explainer says why a document does not meet a validator. It goes down the
// filter as it was written. Under a negation it says the reverse: why a
// condition is met.
type explainer struct {
	env   *expr.Env
	brief bool  // leaves out the parts that grow with the validator and with the document
	err   error // a refusal that an expression returned
}

// node explains a condition; nil if it has nothing to say.
func (x *explainer) node(n node, doc bson.D, met bool) any {
	switch n := n.(type) {
	case all:
		if nodes := flat(n); len(nodes) != 1 {
			return x.clauses("$and", nodes, doc, met, met)
		}
		return x.node(alone(n), doc, met)
	case explicitAnd:
		return x.clauses("$and", n, doc, met, met)
	case or:
		return x.clauses("$or", n, doc, met, !met)
	case nor:
		return x.clauses("$nor", n, doc, !met, met)
	case *schema:
		return x.wholeSchema(n, doc, met)
	case expression:
		return x.expression(n, doc, met)
	case field:
		return x.test(n.path, n.test, doc, met)
	}
	return nil // Failure explains constants
}

// flat makes each operator of a field a node of its own, as the server counts clauses.
func flat(nodes []node) []node {
	var out []node
	for _, n := range nodes {
		f, isField := n.(field)
		tests, several := f.test.(every)
		if !isField || !several {
			out = append(out, n)
			continue
		}
		for _, t := range tests {
			out = append(out, field{f.path, t})
		}
	}
	return out
}

// alone returns the only condition of a clause, or the clause if it has several.
func alone(n node) node {
	if list, ok := n.(all); ok {
		if nodes := flat(list); len(nodes) == 1 {
			return alone(nodes[0])
		}
	}
	return n
}

// clauses explains the clauses of a logical operator: all, or those that are met, or
// those that are not.
func (x *explainer) clauses(name string, nodes []node, doc bson.D, met, everyOne bool) bson.D {
	list := bson.A{}
	for i, n := range nodes {
		if !everyOne && !x.counts(n, doc, met) {
			continue
		}
		details := x.node(n, doc, met)
		if details == nil {
			continue
		}
		entry := bson.D{{Key: "index", Value: int32(i)}}
		if s, ok := alone(n).(*schema); ok {
			entry = append(entry, s.annotations()...)
		}
		list = append(list, append(entry, bson.E{Key: "details", Value: details}))
	}
	key := "clausesNotSatisfied"
	if met {
		key = "clausesSatisfied"
	}
	return bson.D{{Key: "operatorName", Value: name}, {Key: key, Value: list}}
}

// counts reports whether a clause is met or not as asked. One that fails with an
// error counts both ways.
func (x *explainer) counts(n node, doc bson.D, met bool) bool {
	r := run{env: x.env, index: -1}
	ok := n.matches(doc, &r)
	return r.err != nil || ok == met
}

func (x *explainer) expression(e expression, doc bson.D, met bool) bson.D {
	detail := x.specified(bson.D{{Key: "operatorName", Value: "$expr"}}, bson.D{{Key: "$expr", Value: e.spec}})
	result, err := evaluate(e.expr, doc, x.env)
	if err != nil {
		return append(detail, x.failed(err)...)
	}
	detail = append(detail, bson.E{Key: "reason", Value: pick(met, "expression did not match", "expression did match")})
	if value.IsMissing(result) {
		return detail
	}
	return append(detail, bson.E{Key: "expressionResult", Value: result})
}

// failed shows the error of an expression.
func (x *explainer) failed(err error) bson.D {
	var e *errcode.Error
	if !errors.As(err, &e) || errcode.EndsCommand(err) {
		x.err = err
		return nil
	}
	return bson.D{
		{Key: "reason", Value: "failed to evaluate aggregation expression"},
		{Key: "details", Value: bson.D{{Key: "code", Value: e.Code}, {Key: "codeName", Value: e.Name}, {Key: "errmsg", Value: e.Message}}},
	}
}

// specified adds the condition as it is written in the validator.
func (x *explainer) specified(detail bson.D, as bson.D) bson.D {
	if x.brief {
		return detail
	}
	return append(detail, bson.E{Key: "specifiedAs", Value: as})
}

// pick chooses the text for a condition that is not met, or is.
func pick(met bool, notMet, isMet string) string {
	if met {
		return isMet
	}
	return notMet
}
