package idl

import (
	"strings"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Path is the place of a field: the path of its owner, such as "update.updates", and
// its name.
type Path struct{ Owner, Name string }

// String writes a path as the server's messages do.
func (p Path) String() string {
	if p.Name == "" {
		return p.Owner
	}
	return p.Owner + "." + p.Name
}

func (p Path) unknown() error {
	return errcode.New(errcode.IDLUnknownField, "BSON field '%s' is an unknown field.", p)
}

func (p Path) duplicate() error {
	return errcode.New(errcode.IDLDuplicateField, "BSON field '%s' is a duplicate field", p)
}

func (p Path) unstable() error {
	return errcode.New(errcode.APIStrictError, "BSON field '%s' is not allowed with apiStrict:true.", p)
}

func (p Path) missing() error {
	return errcode.New(errcode.IDLFailedToParse, "BSON field '%s' is missing but a required field", p)
}

// WrongType is the error of a value that is of none of the types, which have
// the names of $type.
func (p Path) WrongType(v any, types ...string) error {
	expected := "type '" + types[0] + "'"
	if len(types) > 1 {
		expected = "types '[" + strings.Join(types, ", ") + "]'"
	}
	return errcode.New(errcode.TypeMismatch, "BSON field '%s' is the wrong type '%s', expected %s", p, value.TypeName(v), expected)
}

func (p Path) notOfEnum(text string) error {
	return errcode.New(errcode.BadValue, "Enumeration value '%s' for field '%s' is not a valid value.", text, p)
}

func (p Path) notWhole() error {
	return errcode.New(errcode.FailedToParse, "%s has non-integral value", p.Name)
}

func (p Path) outOfBounds(low, high, n int64) error {
	return errcode.New(errcode.BadValue, "%d value for %s is out of range [%d, %d]", n, p.Name, low, high)
}

// outOfRange names the field without its owner, as the server does.
func (p Path) outOfRange(relation string, limit, n int64) error {
	return errcode.New(errcode.BadValue, "BSON field '%s' value must be %s %d, actual value '%d'", p.Name, relation, limit, n)
}
