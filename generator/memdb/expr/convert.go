package expr

import (
	"encoding/hex"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// conversions turn one type into another. What can't be converted is error 241,
// which $convert's onError catches.
var conversions = table{
	"$convert":    parseConvert,
	"$toBool":     to("bool"),
	"$toDate":     to("date"),
	"$toDecimal":  to("decimal"),
	"$toDouble":   to("double"),
	"$toInt":      to("int"),
	"$toLong":     to("long"),
	"$toObjectId": to("objectId"),
	"$toString":   to("text"),
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
	"string":   toFormatlessText,
	// No names of types: $convert can't ask for them.
	"text": toText,
	"uuid": toUUID,
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
	for i, field := range rule.fields[4:] {
		if operands[4+i] != nil {
			return nil, errcode.NotImplemented("$convert." + field)
		}
	}
	c := convert{operands[0], operands[1], operands[2], operands[3]}
	if err := c.checkTarget(); err != nil {
		return nil, err
	}
	return fold(scope, operands, c.eval)
}

type convert struct{ input, to, onError, onNull *Expr }

// checkTarget reads a constant target. Of binary data as the target one thing is
// known: text without a format is an error.
func (c convert) checkTarget() error {
	to, constant := c.to.Constant()
	if !constant || value.IsNullish(to) {
		return nil
	}
	name, err := targetType(to)
	if err != nil {
		return ConstantError{err}
	}
	if name != "binData" {
		return nil
	}
	input, _ := c.input.Constant()
	if _, text := input.(string); !text || c.onError != nil {
		return toBinaryRefused()
	}
	return ConstantError{errcode.New(4341115, "Missing 'format' for a conversion of string to binData")}
}

func toBinaryRefused() error { return errcode.NotImplemented("$convert.to: binData") }

func (c convert) eval(env *Env) (any, error) {
	target, err := c.to.Eval(env)
	if err != nil {
		return nil, err
	}
	v, err := c.input.Eval(env)
	if err != nil {
		return nil, err
	}
	if value.IsNullish(v) {
		return orElse(c.onNull, env)
	}
	if value.IsNullish(target) {
		return bson.Null{}, nil
	}
	name, err := targetType(target)
	if err != nil {
		return nil, err
	}
	out, err := convertTo(name, v)
	if c.onError != nil && errcode.Is(err, 4341115) {
		return nil, errcode.NotImplemented("$convert of binData to string with onError")
	}
	if c.onError != nil && (errcode.Is(err, errcode.ConversionFailure) || errcode.Is(err, 18537)) {
		return c.onError.Eval(env)
	}
	return out, err
}

func convertTo(name string, v any) (any, error) {
	if name == "binData" {
		return nil, toBinaryRefused()
	}
	if apply := converters[name]; apply != nil {
		return apply(v)
	}
	return nil, unsupported(v, name)
}

// targetType reads the name or the number of a type.
func targetType(v any) (string, error) {
	switch v := v.(type) {
	case string:
		if _, ok := value.TypeCodeOf(v); !ok && v != "missing" {
			return "", errcode.New(errcode.BadValue, "Unknown type name: %s", v)
		}
		return v, nil
	case bson.D:
		return "", errcode.NotImplemented("$convert.to as an object")
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
