package expr

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// dateParts take a date, or {date, timezone}.
var dateParts = table{
	"$year":         datePart(func(t time.Time) any { return int32(t.Year()) }),
	"$month":        datePart(func(t time.Time) any { return int32(t.Month()) }),
	"$dayOfMonth":   datePart(func(t time.Time) any { return int32(t.Day()) }),
	"$hour":         datePart(func(t time.Time) any { return int32(t.Hour()) }),
	"$minute":       datePart(func(t time.Time) any { return int32(t.Minute()) }),
	"$second":       datePart(func(t time.Time) any { return int32(t.Second()) }),
	"$millisecond":  datePart(func(t time.Time) any { return millisecond(t) }),
	"$dayOfYear":    datePart(func(t time.Time) any { return int32(t.YearDay()) }),
	"$dayOfWeek":    datePart(func(t time.Time) any { return int32(t.Weekday()) + 1 }),
	"$week":         datePart(func(t time.Time) any { return int32(date.Week(t)) }),
	"$isoDayOfWeek": datePart(func(t time.Time) any { return int32(date.ISODayOfWeek(t)) }),
	"$isoWeek":      datePart(func(t time.Time) any { return int32(isoWeek(t)) }),
	"$isoWeekYear":  datePart(func(t time.Time) any { return int64(isoYear(t)) }),
	"$dateToParts":  toPartsFields.operator(dateToParts),
}

func millisecond(t time.Time) int32 { return int32(t.Nanosecond() / 1e6) }

func isoYear(t time.Time) int {
	year, _ := t.ISOWeek()
	return year
}

func isoWeek(t time.Time) int {
	_, week := t.ISOWeek()
	return week
}

// dateMillis reads the types that count as a date: also timestamps and ObjectIds. The
// seconds of an ObjectId have a sign, those of a timestamp have none.
func dateMillis(v any) (int64, bool) {
	switch v := v.(type) {
	case bson.DateTime:
		return int64(v), true
	case bson.Timestamp:
		return int64(v.T) * 1000, true
	case bson.ObjectID:
		seconds := uint32(v[0])<<24 | uint32(v[1])<<16 | uint32(v[2])<<8 | uint32(v[3])
		return int64(int32(seconds)) * 1000, true
	}
	return 0, false
}

func notADate(v any) error {
	return errcode.New(16006, "can't convert from BSON type %s to Date", value.TypeName(v))
}

// parseZone reads an evaluated timezone; ok is false if it is null. One that was
// left out is UTC.
func parseZone(v any, given bool) (zone date.Zone, ok bool, err error) {
	if !given {
		return date.Zone{}, true, nil
	}
	if value.IsNullish(v) {
		return date.Zone{}, false, nil
	}
	name, isText := v.(string)
	if !isText {
		return date.Zone{}, false, errcode.New(40517, "timezone must evaluate to a string, found %s", value.TypeName(v))
	}
	zone, err = date.ParseZone(name)
	return zone, err == nil, err
}

var partFields = named{
	fields: []string{"date", "timezone"}, unknown: 40535, missing: map[string]int32{"date": 40539},
}

func datePart(part func(t time.Time) any) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		when, zone, err := partOperands(name, arg, scope)
		if err != nil {
			return nil, err
		}
		return fold(scope, []*Expr{when, zone}, func(env *Env) (any, error) {
			v, err := when.Eval(env)
			if err != nil || value.IsNullish(v) {
				return bson.Null{}, err
			}
			ms, ok := dateMillis(v)
			if !ok {
				return nil, notADate(v)
			}
			in, ok, err := evalZone(zone, env)
			if !ok || err != nil {
				return bson.Null{}, err
			}
			return part(in.Local(ms)), nil
		})
	}
}

// partOperands reads the date and, if there is one, the zone.
func partOperands(name string, arg any, scope *Scope) (when, zone *Expr, err error) {
	if d, ok := arg.(bson.D); ok && !IsOperator(d) {
		operands, err := partFields.parse(name, d, scope)
		if err != nil {
			return nil, nil, err
		}
		return operands[0], operands[1], nil
	}
	if a, ok := arg.(bson.A); ok {
		if len(a) != 1 {
			return nil, nil, errcode.New(40536, "%s accepts exactly one argument if given an array, but was given %d", name, len(a))
		}
		arg = a[0]
	}
	when, err = Parse(arg, scope)
	return when, nil, err
}

func evalZone(zone *Expr, env *Env) (date.Zone, bool, error) {
	if zone == nil {
		return date.Zone{}, true, nil
	}
	v, err := zone.Eval(env)
	if err != nil {
		return date.Zone{}, false, err
	}
	return parseZone(v, true)
}

var toPartsFields = named{
	fields: []string{"date", "timezone", "iso8601"}, notObject: 40524, unknown: 40520, missing: map[string]int32{"date": 40522},
}

// leftOut is the value of a field that was not written at all, for operators that
// distinguish it from one whose value is missing.
type leftOut struct{}

func dateToParts(args []any) (any, error) {
	if value.IsNullish(args[0]) {
		return bson.Null{}, nil
	}
	zone, ok, err := parseZone(args[1], !isLeftOut(args[1]))
	if !ok || err != nil {
		return bson.Null{}, err
	}
	ms, ok := dateMillis(args[0])
	if !ok {
		return nil, notADate(args[0])
	}
	iso := false
	if !isLeftOut(args[2]) {
		if value.IsNullish(args[2]) {
			return bson.Null{}, nil
		}
		if iso, ok = args[2].(bool); !ok {
			return nil, errcode.New(40521, "iso8601 must evaluate to a bool, found %s", value.TypeName(args[2]))
		}
	}
	t := zone.Local(ms)
	parts := bson.D{{Key: "year", Value: int32(t.Year())}, {Key: "month", Value: int32(t.Month())}, {Key: "day", Value: int32(t.Day())}}
	if iso {
		parts = bson.D{
			{Key: "isoWeekYear", Value: int32(isoYear(t))}, {Key: "isoWeek", Value: int32(isoWeek(t))},
			{Key: "isoDayOfWeek", Value: int32(date.ISODayOfWeek(t))},
		}
	}
	return append(parts,
		bson.E{Key: "hour", Value: int32(t.Hour())}, bson.E{Key: "minute", Value: int32(t.Minute())},
		bson.E{Key: "second", Value: int32(t.Second())}, bson.E{Key: "millisecond", Value: millisecond(t)}), nil
}

func isLeftOut(v any) bool {
	_, ok := v.(leftOut)
	return ok
}
