package expr

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

const maxPathLength = 200

// parsePath reads "$a.b" and "$$name.a.b".
func parsePath(text string, scope *Scope) (*Expr, error) {
	if text == "$" {
		return nil, errcode.New(16872, "'$' by itself is not a valid field path")
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, errcode.New(16411, "FieldPath field names may not contain null bytes.")
	}
	if name, ok := strings.CutPrefix(text, "$$"); ok {
		return parseVariable(name, scope)
	}
	parts, err := SplitPath(text[1:])
	if err != nil {
		return nil, err
	}
	if bound := scope.find("CURRENT"); bound != nil {
		return fieldOf(bound.read(), parts, scope)
	}
	return &Expr{path: text[1:], reads: true, eval: func(env *Env) (any, error) {
		if env.current != nil {
			return env.countWalk(Walk(env.current, parts)), nil
		}
		return env.countWalk(Walk(value.Get(env.Root, parts[0]), parts[1:])), nil
	}}, nil
}

func parseVariable(text string, scope *Scope) (*Expr, error) {
	if strings.HasSuffix(text, ".") {
		return nil, errEndsInDot
	}
	name, rest, dotted := strings.Cut(text, ".")
	if err := checkVariableRead(name); err != nil {
		return nil, err
	}
	v, err := variable(name, scope)
	if err != nil || !dotted {
		return v, err
	}
	_, err = SplitPath(name + "." + rest)
	if err != nil {
		return nil, err
	}
	return fieldOf(v, strings.Split(rest, "."), scope)
}

var errEndsInDot = errcode.New(40353, "FieldPath must not end with a '.'.")

func checkVariableRead(name string) error {
	if name == "" {
		return errcode.New(errcode.FailedToParse, "empty variable names are not allowed")
	}
	if c := name[0]; c < 0x80 && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
		return errcode.New(errcode.FailedToParse, "'%s' starts with an invalid character for a variable name", name)
	}
	return checkVariableRest(name)
}

func fieldOf(of *Expr, parts []string, scope *Scope) (*Expr, error) {
	e, err := fold(scope, []*Expr{of}, func(env *Env) (any, error) {
		v, err := of.Eval(env)
		if err != nil {
			return nil, err
		}
		return env.countWalk(Walk(v, parts)), nil
	})
	if e != nil {
		e.reads = true
	}
	return e, err
}

// SplitPath checks a dotted field path, without its leading "$", and returns its
// components.
func SplitPath(path string) ([]string, error) {
	return splitNames(path, func(string) bool { return false })
}

// splitNames checks a path in which some names may begin with a dollar.
func splitNames(path string, dollar func(name string) bool) ([]string, error) {
	if path == "" {
		return nil, errcode.New(40352, "FieldPath cannot be constructed with empty string")
	}
	if strings.HasSuffix(path, ".") {
		return nil, errEndsInDot
	}
	parts := strings.Split(path, ".")
	if len(parts) > maxPathLength {
		return nil, errcode.New(errcode.Overflow, "FieldPath is too long")
	}
	for i, p := range parts {
		if dollar(p) || i > 0 && slices.Contains(referenceFields, p) {
			continue
		}
		if err := checkComponent(p); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// referenceFields are those of a DBRef, the only ones with a dollar in a path.
var referenceFields = []string{"$id", "$ref", "$db"}

func checkComponent(name string) error {
	switch {
	case name == "":
		return errcode.New(15998, "FieldPath field names may not be empty strings.")
	case name[0] == '$':
		return errcode.New(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.")
	case strings.IndexByte(name, 0) >= 0:
		return errcode.New(16411, "FieldPath field names may not contain null bytes.")
	}
	return nil
}

// CheckFieldName checks the rule for the plain names of computed fields.
func CheckFieldName(name string) error {
	if err := checkComponent(name); err != nil {
		return err
	}
	if strings.Contains(name, ".") {
		return errcode.New(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.")
	}
	return nil
}

// Walk follows a path as expressions do: through documents, and through arrays
// into each document of them, one array level per component. Numbers in a path
// are names here, never positions.
func Walk(v any, parts []string) any {
	for i, part := range parts {
		switch at := v.(type) {
		case bson.D:
			v = value.Get(at, part)
		case bson.A:
			return walkArray(at, parts[i:])
		default:
			return value.Missing{}
		}
	}
	return v
}

func walkArray(array bson.A, parts []string) any {
	found := bson.A{}
	for _, element := range array {
		d, ok := element.(bson.D)
		if !ok {
			continue
		}
		if v := Walk(d, parts); !missing(v) {
			found = append(found, v)
		}
	}
	return found
}
