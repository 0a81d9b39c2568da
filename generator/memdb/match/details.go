package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

// Details says why a document does not meet a validator, as the field details
// of errInfo has it. The matcher must come from ParseValidator, and must not
// have found the document.
func (m *Matcher) Details(doc bson.D, env *expr.Env) bson.D {
	return explainAll(m.root, doc, env)
}

// explainAll: a single condition speaks for itself, several are an $and.
func explainAll(nodes []node, doc bson.D, env *expr.Env) bson.D {
	nodes = flat(nodes)
	if len(nodes) == 1 {
		return explain(nodes[0], doc, env)
	}
	return clauses("$and", nodes, doc, env)
}

// flat gives each operator of a field its own place, as the server counts them.
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

func clauses(name string, nodes []node, doc bson.D, env *expr.Env) bson.D {
	var failed bson.A
	for i, n := range nodes {
		if !n.matches(doc, &run{env: env}) {
			failed = append(failed, bson.D{{Key: "index", Value: int32(i)}, {Key: "details", Value: explain(n, doc, env)}})
		}
	}
	return bson.D{{Key: "operatorName", Value: name}, {Key: "clausesNotSatisfied", Value: failed}}
}

func explain(n node, doc bson.D, env *expr.Env) bson.D {
	switch n := n.(type) {
	case all:
		return explainAll(n, doc, env)
	case or:
		return clauses("$or", n, doc, env)
	case explicitAnd:
		return clauses("$and", n, doc, env)
	case *schema:
		return n.explainDocument(doc)
	case expression:
		return n.explain(doc, env)
	case field:
		return n.explain(doc)
	}
	return nil // ParseValidator lets nothing else pass
}

func (e expression) explain(doc bson.D, env *expr.Env) bson.D {
	result, err := evaluate(e.expr, doc, env)
	if err != nil {
		return nil // Match has given the error already
	}
	return bson.D{
		{Key: "operatorName", Value: "$expr"}, {Key: "specifiedAs", Value: bson.D{{Key: "$expr", Value: e.spec}}},
		{Key: "reason", Value: "expression did not match"}, {Key: "expressionResult", Value: result},
	}
}

var reasons = map[string]string{
	"$eq": "comparison failed", "$gt": "comparison failed", "$gte": "comparison failed", "$lt": "comparison failed", "$lte": "comparison failed",
	"$type": "type did not match", "$regex": "regular expression did not match", "$in": "no matching value found in array",
	"$mod": "$mod did not evaluate to expected remainder", "$size": "array length was not equal to given size",
	"$bitsAllSet": bitsFailed, "$bitsAllClear": bitsFailed, "$bitsAnySet": bitsFailed, "$bitsAnyClear": bitsFailed,
}

const bitsFailed = "bitwise operator failed to match"

// expected are the types that an operator works on, where a value of another type
// is a reason of its own.
var expected = map[string]bson.A{
	"$regex": {"regex", "string", "symbol"}, "$mod": {"decimal", "double", "int", "long"}, "$size": {"array"},
	"$bitsAllSet": bitTypes, "$bitsAllClear": bitTypes, "$bitsAnySet": bitTypes, "$bitsAnyClear": bitTypes,
}

var bitTypes = bson.A{"binData", "decimal", "double", "int", "long"}

// maxConsidered is how many elements of an array a failure shows.
const maxConsidered = 10

// explain is for one test of a field that no array leads to.
func (f field) explain(doc bson.D) bson.D {
	s := f.test.(*single)
	detail := bson.D{{Key: "operatorName", Value: s.name}, {Key: "specifiedAs", Value: bson.D{{Key: f.path.String(), Value: s.written}}}}
	v := value.Get(doc, f.path[0].name)
	if _, missing := v.(value.Missing); missing {
		return append(detail, bson.E{Key: "reason", Value: "field was missing"})
	}
	values, isList := v.(bson.A)
	if !isList || s.name == "$size" {
		values = bson.A{v}
	}
	shown := values[:min(len(values), maxConsidered)]
	if s.otherType(shown) {
		detail = append(detail, bson.E{Key: "reason", Value: reasons["$type"]})
		detail = append(detail, consideredTypes(shown)...)
		detail = append(detail, oneOrAll("expectedType", expected[s.name]))
	} else {
		detail = append(detail, bson.E{Key: "reason", Value: reasons[s.name]})
	}
	detail = append(detail, oneOrAll("consideredValue", shown))
	if len(shown) < len(values) {
		detail = append(detail, bson.E{Key: "consideredValuesTruncated", Value: true})
	}
	if s.name == "$type" {
		detail = append(detail, consideredTypes(shown)...)
	}
	return detail
}

// otherType reports whether the operator works on certain types and none of the
// values is of one of them.
func (s *single) otherType(values bson.A) bool {
	types := expected[s.name]
	return types != nil && !slices.ContainsFunc(values, func(v any) bool {
		return slices.Contains(types, any(value.TypeName(v)))
	})
}

// oneOrAll shows a single value under the name, and several under its plural.
func oneOrAll(name string, values bson.A) bson.E {
	if len(values) == 1 {
		return bson.E{Key: name, Value: values[0]}
	}
	return bson.E{Key: name + "s", Value: values}
}

func consideredTypes(values bson.A) bson.D {
	if len(values) == 0 {
		return nil
	}
	return bson.D{oneOrAll("consideredType", typesOf(values))}
}

// typesOf lists the names of the values' types, each once, sorted.
func typesOf(values bson.A) bson.A {
	var names []string
	for _, v := range values {
		names = append(names, value.TypeName(v))
	}
	slices.Sort(names)
	out := bson.A{}
	for _, name := range slices.Compact(names) {
		out = append(out, name)
	}
	return out
}

// broken lists the rules that a value breaks.
func (s *schema) broken(v any) bson.A {
	var list bson.A
	for _, r := range s.rules {
		if r.applies(v) && !r.holds(v) {
			list = append(list, r.explain(v))
		}
	}
	return list
}

func (s *schema) explainDocument(doc bson.D) bson.D {
	detail := bson.D{{Key: "operatorName", Value: "$jsonSchema"}}
	if s.never {
		return append(detail,
			bson.E{Key: "specifiedAs", Value: bson.D{{Key: "$jsonSchema", Value: s.spec}}},
			bson.E{Key: "reason", Value: "expression always evaluates to false"})
	}
	detail = append(detail, s.annotations()...)
	return append(detail, bson.E{Key: "schemaRulesNotSatisfied", Value: s.broken(doc)})
}

// annotations are the title and the description of a schema.
func (s *schema) annotations() bson.D {
	var out bson.D
	for _, name := range []string{"title", "description"} {
		if text, ok := value.Get(s.spec, name).(string); ok {
			out = append(out, bson.E{Key: name, Value: text})
		}
	}
	return out
}
