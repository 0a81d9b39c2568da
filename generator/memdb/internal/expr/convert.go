package expr

import (
	"encoding/hex"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// conversions turn one type into another. A value that can't be converted is error
// 241, which $convert's onError catches.
var conversions = table{
	"$convert":    parseConvert,
	"$toBool":     to("bool"),
	"$toDate":     to("date"),
	"$toDecimal":  to("decimal"),
	"$toDouble":   to("double"),
	"$toInt":      to("int"),
	"$toLong":     to("long"),
	"$toObjectId": to("objectId"),
	"$toString":   to("string"),
	"$toUUID":     to("uuid"),
	"$type":       unary(func(v any) (any, error) { return value.TypeName(v), nil }),
	"$isNumber":   unary(func(v any) (any, error) { return value.IsNumber(v), nil }),
}

// converters are the types that something converts to.
var converters = map[string]func(v any) (any, error){
	"bool":     toBool,
	"date":     toDate,
	"decimal":  toDecimal,
	"double":   toDouble,
	"int":      toInt,
	"long":     toLong,
	"objectId": toObjectID,
	"string":   toText,
	"uuid":     toUUID, // no name of a type: $convert can't name it
}

func to(target string) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		if n := countOperands(arg); n != 1 {
			return nil, errcode.New(50723, "%s requires a single argument, got %d", name, n)
		}
		return unary(func(v any) (any, error) {
			if value.IsNullish(v) {
				return bson.Null{}, nil
			}
			return converters[target](v)
		})(name, arg, scope)
	}
}

func parseConvert(name string, arg any, scope *Scope) (*Expr, error) {
	rule := named{
		fields: []string{"input", "to", "onError", "onNull", "format", "byteOrder"}, notObject: 9, unknown: 9,
		missing: map[string]int32{"input": 9, "to": 9},
	}
	operands, err := rule.parse(name, arg, scope)
	if err != nil {
		return nil, err
	}
	c := convert{operands[0], operands[1], operands[2], operands[3], operands[4], operands[5]}
	if err := c.checkTarget(); err != nil {
		return nil, err
	}
	return fold(scope, operands, c.eval)
}

type convert struct{ input, to, onError, onNull, format, byteOrder *Expr }

// checkTarget reads a constant target.
func (c convert) checkTarget() error {
	to, constant := c.to.Constant()
	if !constant || value.IsNullish(to) {
		return nil
	}
	if _, err := targetOf(to); err != nil {
		return ConstantError{err}
	}
	return nil
}

func (c convert) eval(env *Env) (any, error) {
	var values [4]any
	for i, e := range []*Expr{c.to, c.input, c.format, c.byteOrder} {
		var err error
		if values[i], err = orElse(e, env); err != nil {
			return nil, err
		}
	}
	to, v := values[0], values[1]
	if value.IsNullish(v) {
		return orElse(c.onNull, env)
	}
	if value.IsNullish(to) {
		return bson.Null{}, nil
	}
	target, err := targetOf(to)
	if err != nil {
		return nil, err
	}
	binary := binaryTarget{subtype: target.subtype}
	if binary.format, err = binaryFormat(values[2]); err != nil {
		return nil, err
	}
	if binary.order, err = byteOrder(values[3]); err != nil {
		return nil, err
	}
	out, err := convertTo(target.name, v, binary)
	if c.onError != nil && errcode.Is(err, errcode.ConversionFailure) {
		return c.onError.Eval(env)
	}
	return out, err
}

// convertTo converts a value to a type; binary is how binary data is read or made.
func convertTo(name string, v any, binary binaryTarget) (any, error) {
	if name == "binData" {
		return binary.from(v)
	}
	if data, is := v.(bson.Binary); is {
		switch name {
		case "int", "long", "double":
			return binaryNumber(data, name, binary.order)
		case "string":
			return binaryText(data, binary.format)
		}
	}
	if apply := converters[name]; apply != nil {
		return apply(v)
	}
	return nil, unsupported(v, name)
}

// target is a type to which $convert converts.
type target struct {
	name    string
	subtype any // of binary data
}

// targetOf reads the name or the number of a type, or an object of that and a subtype.
func targetOf(v any) (target, error) {
	doc, is := v.(bson.D)
	if !is {
		name, err := targetType(v)
		return target{name, int32(0)}, err
	}
	t := target{subtype: int32(0)}
	for _, f := range doc {
		switch {
		case f.Key == "type" && t.name == "" && !value.IsNullish(f.Value):
			name, err := targetType(f.Value)
			if err != nil {
				return t, err
			}
			t.name = name
		case f.Key == "subtype" && !value.IsNullish(f.Value):
			t.subtype = f.Value
		default:
			return t, errcode.NotImplemented("$convert.to as an object with other fields than a type and a subtype")
		}
	}
	if t.name == "" || t.name != "binData" && len(doc) > 1 {
		return t, errcode.NotImplemented("$convert.to as an object without a type, or with a subtype that is not of binData")
	}
	return t, nil
}

// targetType reads the name or the number of a type.
func targetType(v any) (string, error) {
	switch v := v.(type) {
	case string:
		if _, ok := value.TypeCodeOf(v); !ok && v != "missing" {
			return "", errcode.New(errcode.BadValue, "Unknown type name: %s", v)
		}
		return v, nil
	}
	n, ok := wholeInt32(v)
	if !ok {
		return "", errcode.New(errcode.FailedToParse, "$convert's 'to' argument must be a string or a whole number, but is %s", value.TypeName(v))
	}
	for name := range converters {
		if code, ok := value.TypeCodeOf(name); ok && code == int(n) {
			return name, nil
		}
	}
	switch n {
	case 5:
		return "binData", nil
	case 0:
		return "missing", nil
	case -1:
		return "minKey", nil
	case 127:
		return "maxKey", nil
	}
	return "", errcode.New(errcode.FailedToParse, "In $convert, numeric value for 'to' does not correspond to a convertible BSON type: %d", n)
}

func unsupported(v any, to string) error {
	return errcode.New(errcode.ConversionFailure, "Unsupported conversion from %s to %s in $convert with no onError value", value.TypeName(v), to)
}

func toBool(v any) (any, error) {
	if value.IsNumber(v) {
		return value.Truthy(v), nil
	}
	if b, ok := v.(bool); ok {
		return b, nil
	}
	return true, nil
}

func toDate(v any) (any, error) {
	if ms, ok := dateMillis(v); ok {
		return bson.DateTime(ms), nil
	}
	switch v := v.(type) {
	case string:
		ms, err := textDate(v)
		return bson.DateTime(ms), err
	case int64, float64, bson.Decimal128:
		ms, ok := value.ToLong(v, value.TowardZero)
		if !ok {
			return nil, outOfRange(v, "date")
		}
		return bson.DateTime(ms), nil
	}
	return nil, unsupported(v, "date")
}

func toObjectID(v any) (any, error) {
	switch v := v.(type) {
	case bson.ObjectID:
		return v, nil
	case string:
		id, err := bson.ObjectIDFromHex(v)
		if err != nil {
			return nil, errcode.New(errcode.ConversionFailure, "Failed to parse objectId '%s' in $convert with no onError value", v)
		}
		return id, nil
	}
	return nil, unsupported(v, "objectId")
}

// toUUID reads the usual text of a UUID as binary data of subtype 4.
func toUUID(v any) (any, error) {
	switch v := v.(type) {
	case bson.Binary:
		if v.Subtype == bson.TypeBinaryUUID {
			return v, nil
		}
	case string:
		digits := strings.ReplaceAll(v, "-", "")
		data, err := hex.DecodeString(digits)
		if err != nil || len(data) != 16 || !uuidText.MatchString(v) {
			return nil, errcode.New(errcode.ConversionFailure, "Invalid UUID string '%s' in $convert with no onError value", v)
		}
		return bson.Binary{Subtype: bson.TypeBinaryUUID, Data: data}, nil
	}
	return nil, unsupported(v, "binData")
}

var uuidText = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func outOfRange(v any, to string) error {
	return errcode.New(errcode.ConversionFailure, "Conversion would overflow target type %s in $convert with no onError value: %s", to, value.String(v))
}
