package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// correlation is the equality of a foreign field with a variable that a $lookup
// pipeline begins with: {$match: {$expr: {$eq: ["$field", "$$variable"]}}}, or
// that as the first of an $and. It spares the pipeline the other documents.
type correlation struct {
	field, variable *expr.Expr
}

// correlationOf finds the correlation at the beginning of a pipeline; nil if there is
// none.
func correlationOf(stages bson.A, scope *expr.Scope) *correlation {
	if len(stages) == 0 {
		return nil
	}
	operands, ok := firstEquality(only(only(stages[0], "$match"), "$expr"))
	if !ok {
		return nil
	}
	for i, v := range operands {
		field, _ := v.(string)
		variable, _ := operands[1-i].(string)
		if !isFieldPath(field) || !isVariable(variable) {
			continue
		}
		f, err := expr.Parse(field, nil)
		if err != nil {
			return nil
		}
		v, err := expr.Parse(variable, scope)
		if err != nil {
			return nil
		}
		return &correlation{f, v}
	}
	return nil
}

// only returns the value of a document's one field if it has that name.
func only(v any, name string) any {
	if d, ok := v.(bson.D); ok && len(d) == 1 && d[0].Key == name {
		return d[0].Value
	}
	return nil
}

func firstEquality(v any) (bson.A, bool) {
	if all, ok := only(v, "$and").(bson.A); ok && len(all) > 0 {
		v = all[0]
	}
	operands, ok := only(v, "$eq").(bson.A)
	return operands, ok && len(operands) == 2
}

func isFieldPath(s string) bool {
	return strings.HasPrefix(s, "$") && !strings.HasPrefix(s, "$$")
}

func isVariable(s string) bool {
	return strings.HasPrefix(s, "$$") && !strings.HasPrefix(s, "$$ROOT") && !strings.HasPrefix(s, "$$CURRENT")
}

// candidates returns the documents whose field may equal the variable's value in
// env; the pipeline itself decides.
func (c *correlation) candidates(r *execution, other *foreign, env *expr.Env) ([]bson.D, error) {
	if err := c.hash(r, other); err != nil {
		return nil, err
	}
	v, err := c.variable.Eval(env)
	if err != nil {
		return nil, err
	}
	return other.byField[r.collation.Key(v)], nil
}

// hash indexes the foreign documents by the value of their field, once.
func (c *correlation) hash(r *execution, other *foreign) error {
	if other.byField != nil {
		return nil
	}
	docs, err := other.all(r)
	if err != nil {
		return err
	}
	byField := map[string][]bson.D{}
	env := r.env.Child()
	for _, doc := range docs {
		env.Begin(doc)
		v, err := c.field.Eval(env)
		if err != nil {
			return err
		}
		k := r.collation.Key(v)
		byField[k] = append(byField[k], doc)
	}
	other.byField = byField
	return nil
}
