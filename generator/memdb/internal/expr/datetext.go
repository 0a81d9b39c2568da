package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var dateTexts = table{
	"$dateToString":   parseDateToString,
	"$dateFromString": parseDateFromString,
}

func parseDateToString(name string, arg any, scope *Scope) (*Expr, error) {
	operands, err := named{
		fields: []string{"date", "format", "timezone", "onNull"}, notObject: 18629, unknown: 18534,
		missing: map[string]int32{"date": 18628},
	}.parse(name, arg, scope)
	if err != nil {
		return nil, err
	}
	d := dateText{operands[0], operands[1], operands[2], operands[3], 18533, date.CheckFormat}
	if err := checkConstantFormat(d.format, d.code, d.check); err != nil {
		return nil, err
	}
	return fold(scope, operands, func(env *Env) (any, error) {
		return d.convert(env, func(v any, format string, hasFormat bool, zone date.Zone) (any, error) {
			ms, ok := dateMillis(v)
			if !ok {
				return nil, notADate(v)
			}
			if !hasFormat {
				s, err := zone.ISO(ms)
				return s, err
			}
			s, err := zone.Format(format, ms)
			return s, err
		})
	})
}

// dateText holds the operands that both conversions have, nil for those left out, and
// the rule for formats with the code of its error.
type dateText struct {
	value, format, zone, onNull *Expr
	code                        int32
	check                       func(format string) error
}

// convert evaluates the operands and converts the value. Format and zone are checked
// before null counts.
func (d dateText) convert(env *Env, to func(v any, format string, hasFormat bool, zone date.Zone) (any, error)) (any, error) {
	v, err := d.value.Eval(env)
	if err != nil {
		return nil, err
	}
	format, hasFormat, err := evalFormat(d.format, env, d.code, d.check)
	if err != nil {
		return nil, err
	}
	zone, zoned, err := evalZone(d.zone, env)
	if err != nil {
		return nil, err
	}
	if value.IsNullish(v) {
		return orElse(d.onNull, env)
	}
	if !zoned || d.format != nil && !hasFormat {
		return bson.Null{}, nil
	}
	return to(v, format, hasFormat, zone)
}

func checkConstantFormat(format *Expr, code int32, check func(string) error) error {
	if format == nil {
		return nil
	}
	if v, constant := format.Constant(); constant && !value.IsNullish(v) {
		if _, err := formatText(v, code, check); err != nil {
			return ConstantError{err}
		}
	}
	return nil
}

func formatText(v any, code int32, check func(string) error) (string, error) {
	format, ok := v.(string)
	if !ok {
		return "", errcode.New(code, "the format must be a string, found %s", value.TypeName(v))
	}
	return format, check(format)
}

// evalFormat returns the format, and whether there is one that is not null.
func evalFormat(format *Expr, env *Env, code int32, check func(string) error) (string, bool, error) {
	if format == nil {
		return "", false, nil
	}
	v, err := format.Eval(env)
	if err != nil || value.IsNullish(v) {
		return "", false, err
	}
	s, err := formatText(v, code, check)
	return s, true, err
}

// orElse returns the value of onNull, null if it was left out.
func orElse(e *Expr, env *Env) (any, error) {
	if e == nil {
		return bson.Null{}, nil
	}
	return e.Eval(env)
}

func parseDateFromString(name string, arg any, scope *Scope) (*Expr, error) {
	operands, err := named{
		fields: []string{"dateString", "format", "timezone", "onNull", "onError"}, notObject: 40540, unknown: 40541,
		missing: map[string]int32{"dateString": 40542},
	}.parse(name, arg, scope)
	if err != nil {
		return nil, err
	}
	d, onError := dateText{operands[0], operands[1], operands[2], operands[3], 40684, date.CheckParseFormat}, operands[4]
	if err := checkConstantFormat(d.format, d.code, d.check); err != nil {
		return nil, err
	}
	return fold(scope, operands, func(env *Env) (any, error) {
		return d.convert(env, func(v any, format string, hasFormat bool, zone date.Zone) (any, error) {
			given := &zone
			if d.zone == nil || zone.IsUTC() { // the server distinguishes UTC from no zone nowhere
				given = nil
			}
			ms, err := readDate(v, format, hasFormat, given)
			if errcode.Is(err, errcode.ConversionFailure) && onError != nil {
				return onError.Eval(env)
			}
			return bson.DateTime(ms), err
		})
	})
}

func readDate(v any, format string, hasFormat bool, zone *date.Zone) (int64, error) {
	text, ok := v.(string)
	if !ok {
		return 0, errcode.New(errcode.ConversionFailure, "$dateFromString requires that 'dateString' be a string, found: %s with value %s", value.TypeName(v), value.String(v))
	}
	if hasFormat {
		return date.Parse(format, text, zone)
	}
	return date.ParseText(text, zone)
}
