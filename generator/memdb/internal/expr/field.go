package expr

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// fields are the operators that reach a field by a name which no path can hold.
var fields = table{
	"$getField":   parseGetField,
	"$setField":   parseSetField,
	"$unsetField": parseSetField,
}

func parseGetField(name string, arg any, scope *Scope) (*Expr, error) {
	field, input := arg, any("$$CURRENT")
	if d, ok := arg.(bson.D); ok && !IsOperator(d) {
		got, err := named{
			fields: []string{"field", "input"}, unknown: 3041701,
			missing: map[string]int32{"field": 3041702, "input": 3041703},
		}.split(name, d)
		if err != nil {
			return nil, err
		}
		field, input = got["field"], got["input"]
	}
	operands, err := parseAll(bson.A{field, input}, scope)
	if err != nil {
		return nil, err
	}
	if v, constant := operands[0].Constant(); constant {
		if _, ok := v.(string); !ok {
			return nil, ConstantError{fieldNotString(v)}
		}
	}
	return strict(scope, operands, getField)
}

func fieldNotString(v any) error {
	return errcode.New(3041704, "$getField requires 'field' to evaluate to type String, but got %s", value.TypeName(v))
}

func getField(args []any) (any, error) {
	name, ok := args[0].(string)
	if !ok {
		return nil, fieldNotString(args[0])
	}
	switch from := args[1].(type) {
	case bson.D:
		return value.Get(from, name), nil
	case bson.Null, bson.Undefined:
		return bson.Null{}, nil
	}
	return value.Missing{}, nil
}

// parseSetField reads $setField, and $unsetField, which is $setField to Missing.
func parseSetField(name string, arg any, scope *Scope) (*Expr, error) {
	rule := named{
		fields: []string{"field", "input"}, notObject: 4161100, unknown: 4161101,
		missing: map[string]int32{"field": 4161102, "input": 4161109, "value": 4161103},
	}
	if name == "$setField" {
		rule.fields = []string{"field", "value", "input"}
	}
	got, err := rule.split(name, arg)
	if err != nil {
		return nil, err
	}
	to := any("$$REMOVE")
	if name == "$setField" {
		to = got["value"]
	}
	operands, err := parseAll(bson.A{got["input"], to}, scope)
	if err != nil {
		return nil, err
	}
	field, err := constantField(name, got["field"], scope)
	if err != nil {
		return nil, err
	}
	return strict(scope, operands, func(args []any) (any, error) {
		if value.IsNullish(args[0]) {
			return bson.Null{}, nil
		}
		d, ok := args[0].(bson.D)
		if !ok {
			return nil, errcode.New(4161105, "%s requires 'input' to evaluate to type Object", name)
		}
		return With(d, field, args[1]), nil
	})
}

func constantField(name string, arg any, scope *Scope) (string, error) {
	if s, ok := arg.(string); ok && strings.HasPrefix(s, "$") {
		return "", errcode.New(4161108, "A field path reference which is not allowed in this context. Did you mean {$literal: '%s'}?", s)
	}
	e, err := Parse(arg, scope)
	if err != nil {
		return "", err
	}
	v, constant := e.Constant()
	if !constant || !isWrittenOut(arg) {
		return "", errcode.New(4161106, "%s requires 'field' to evaluate to a constant", name)
	}
	field, ok := v.(string)
	if !ok {
		return "", errcode.New(4161107, "%s requires 'field' to evaluate to type String, but got %s", name, value.TypeName(v))
	}
	if strings.IndexByte(field, 0) >= 0 {
		return "", errcode.New(9534700, "%s requires 'field' to hold no null byte", name)
	}
	return field, nil
}

// isWrittenOut reports whether an argument is a constant before anything is folded.
func isWrittenOut(arg any) bool {
	switch arg := arg.(type) {
	case bson.A:
		return false
	case bson.D:
		return len(arg) == 0 || arg[0].Key == "$literal" || arg[0].Key == "$const"
	}
	return true
}

// With returns d with the field set: in its place if it is there, else at the end; a
// Missing value removes it.
func With(d bson.D, name string, v any) bson.D {
	at := slices.IndexFunc(d, func(f bson.E) bool { return f.Key == name })
	switch {
	case missing(v) && at < 0:
		return d
	case missing(v):
		return slices.Delete(slices.Clone(d), at, at+1)
	case at < 0:
		return append(slices.Clip(d), bson.E{Key: name, Value: v})
	}
	out := slices.Clone(d)
	out[at].Value = v
	return out
}
