package expr

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var dateMath = table{
	"$dateAdd":      addFields.operator(func(args []any) (any, error) { return dateAdd(args, 1) }),
	"$dateSubtract": addFields.operator(func(args []any) (any, error) { return dateAdd(args, -1) }),
	"$dateDiff": named{
		fields: []string{"startDate", "endDate", "unit", "timezone", "startOfWeek"}, notObject: 5166301, unknown: 5166302,
		missing: map[string]int32{"startDate": 5166303, "endDate": 5166304, "unit": 5166305},
	}.operator(dateDiff),
	"$dateTrunc": named{
		fields: []string{"date", "unit", "binSize", "timezone", "startOfWeek"}, notObject: 5439007, unknown: 5439008,
		missing: map[string]int32{"date": 5439009, "unit": 5439010},
	}.parserOf(parseDateTrunc),
	"$dateFromParts": parseDateFromParts,
}

var addFields = named{
	fields: []string{"startDate", "unit", "amount", "timezone"}, notObject: 5166400, unknown: 5166401,
	missing: map[string]int32{"startDate": 5166402, "unit": 5166402, "amount": 5166402},
}

func hasNull(args []any) bool {
	for _, v := range args {
		if value.IsNullish(v) {
			return true
		}
	}
	return false
}

func parseUnit(v any) (date.Unit, error) {
	name, ok := v.(string)
	if !ok {
		return "", errcode.New(5439013, "unit must evaluate to a string, found %s", value.TypeName(v))
	}
	return date.ParseUnit(name)
}

func dateAdd(args []any, sign int64) (any, error) {
	if hasNull(args) {
		return bson.Null{}, nil
	}
	ms, ok := dateMillis(args[0])
	if !ok {
		return nil, errcode.New(5166403, "startDate must evaluate to a date, found %s", value.TypeName(args[0]))
	}
	unit, err := parseUnit(args[1])
	if err != nil {
		return nil, err
	}
	amount, ok := value.Whole(args[2])
	if !ok {
		return nil, errcode.New(5166405, "amount must evaluate to a whole number, found %s", value.String(args[2]))
	}
	if sign < 0 && amount == -amount && amount != 0 {
		return nil, errcode.New(6045000, "invalid amount: %d", amount)
	}
	zone, _, err := parseZone(args[3], !isLeftOut(args[3]))
	if err != nil {
		return nil, err
	}
	moved, err := zone.Add(ms, unit, sign*amount)
	return bson.DateTime(moved), err
}

func parseZoneAndStart(timezone, startOfWeek any, unit date.Unit) (zone date.Zone, start time.Weekday, err error) {
	zone, _, err = parseZone(timezone, !isLeftOut(timezone))
	if err == nil {
		start, err = parseStart(startOfWeek, unit)
	}
	return zone, start, err
}

func parseStart(v any, unit date.Unit) (time.Weekday, error) {
	if unit != "week" || isLeftOut(v) {
		return time.Sunday, nil
	}
	name, ok := v.(string)
	if !ok {
		return 0, errcode.New(5439015, "startOfWeek must evaluate to a string, found %s", value.TypeName(v))
	}
	day, ok := date.ParseWeekday(name)
	if !ok {
		return 0, errcode.New(5439016, "unknown day of the week: %s", name)
	}
	return day, nil
}

// hasRelevantNull reports whether a null argument makes the result null: startOfWeek, the
// last, does so only for weeks.
func hasRelevantNull(args []any, unit any) bool {
	if unit != "week" {
		args = args[:len(args)-1]
	}
	return hasNull(args)
}

func dateDiff(args []any) (any, error) {
	if hasRelevantNull(args, args[2]) {
		return bson.Null{}, nil
	}
	var ms [2]int64
	for i, v := range args[:2] {
		n, ok := dateMillis(v)
		if !ok {
			return nil, errcode.New(5166307, "startDate and endDate must evaluate to dates, found %s", value.TypeName(v))
		}
		ms[i] = n
	}
	unit, err := parseUnit(args[2])
	if err != nil {
		return nil, err
	}
	zone, start, err := parseZoneAndStart(args[3], args[4], unit)
	if err != nil {
		return nil, err
	}
	n, err := zone.Diff(ms[0], ms[1], unit, start)
	return n, err
}

// parseDateTrunc makes the operator. Folding ignores a startOfWeek that has no effect;
// evaluation for each document does not.
func parseDateTrunc(_ string, operands []*Expr, scope *Scope) (*Expr, error) {
	constant := true
	for i, o := range operands {
		if o == nil {
			operands[i] = Constant(leftOut{})
		}
		constant = constant && operands[i].isFolded
	}
	return strict(scope, operands, func(args []any) (any, error) {
		if hasRelevantNull(args, args[1]) || !constant && hasNull(args) {
			return bson.Null{}, nil
		}
		return dateTrunc(args)
	})
}

func dateTrunc(args []any) (any, error) {
	ms, ok := dateMillis(args[0])
	if !ok {
		return nil, errcode.New(5166307, "$dateTrunc requires 'date' to be a date, but got %s", value.TypeName(args[0]))
	}
	unit, err := parseUnit(args[1])
	if err != nil {
		return nil, err
	}
	size, err := binSize(args[2])
	if err != nil {
		return nil, err
	}
	zone, start, err := parseZoneAndStart(args[3], args[4], unit)
	if err != nil {
		return nil, err
	}
	truncated, err := zone.Trunc(ms, unit, size, start)
	return bson.DateTime(truncated), err
}

func binSize(v any) (int64, error) {
	if isLeftOut(v) {
		return 1, nil
	}
	n, ok := value.Whole(v)
	if !ok {
		return 0, errcode.New(5439017, "binSize must evaluate to a whole number, found %s", value.String(v))
	}
	if n <= 0 {
		return 0, errcode.New(5439018, "binSize must be greater than 0, found %d", n)
	}
	return n, nil
}

var (
	calendarFields = []string{"year", "month", "day"}
	isoFields      = []string{"isoWeekYear", "isoWeek", "isoDayOfWeek"}
	clockFields    = []string{"hour", "minute", "second", "millisecond"}
)

// parseDateFromParts reads calendar parts or ISO parts, with those of the clock.
func parseDateFromParts(name string, arg any, scope *Scope) (*Expr, error) {
	rule := named{notObject: 40519, unknown: 40518}
	rule.fields = append(append(append(rule.fields, calendarFields...), isoFields...), append(clockFields[:4:4], "timezone")...)
	got, err := rule.split(name, arg)
	if err != nil {
		return nil, err
	}
	iso, err := partSystem(got)
	if err != nil {
		return nil, err
	}
	days := calendarFields
	if iso {
		days = isoFields
	}
	return named{fields: append(append(days[:3:3], clockFields...), "timezone"), notObject: 40519, unknown: 40518}.
		operator(func(args []any) (any, error) { return dateFromParts(args, days, iso) })(name, arg, scope)
}

// partSystem reports which parts are given; the two systems don't mix.
func partSystem(got map[string]any) (iso bool, err error) {
	given := func(names []string) bool {
		for _, n := range names {
			if got[n] != nil {
				return true
			}
		}
		return false
	}
	switch {
	case got["year"] != nil && given(isoFields):
		return false, errcode.New(40489, "$dateFromParts does not allow mixing natural dates with ISO dates")
	case got["isoWeekYear"] != nil && given(calendarFields):
		return false, errcode.New(40525, "$dateFromParts does not allow mixing ISO dates with natural dates")
	case got["year"] == nil && got["isoWeekYear"] == nil:
		return false, errcode.New(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present")
	}
	return got["isoWeekYear"] != nil, nil
}

func dateFromParts(args []any, days []string, iso bool) (any, error) {
	names := append(days[:3:3], clockFields...)
	n := [7]int64{0, 1, 1}
	null := false
	for i, name := range names {
		if isLeftOut(args[i]) {
			continue
		}
		if value.IsNullish(args[i]) {
			null = true
			continue
		}
		part, err := datePartNumber(name, args[i], i)
		if err != nil {
			return nil, err
		}
		n[i] = part
	}
	zone, ok, err := parseZone(args[7], !isLeftOut(args[7]))
	if !ok || err != nil || null {
		return bson.Null{}, err
	}
	parts := date.Parts{Year: n[0], Month: n[1], Day: n[2], Hour: n[3], Minute: n[4], Second: n[5], Millisecond: n[6]}
	put := zone.From
	if iso {
		put = zone.FromISO
	}
	ms, err := put(parts)
	return bson.DateTime(ms), err
}

func datePartNumber(name string, v any, i int) (int64, error) {
	n, ok := value.Whole(v)
	if !ok {
		return 0, errcode.New(40515, "'%s' must evaluate to an integer, found %s with value %s", name, value.TypeName(v), value.String(v))
	}
	switch {
	case i == 0 && (n < 1 || n > 9999) && name == "year":
		return 0, errcode.New(40523, "'year' must evaluate to an integer in the range 1 to 9999, found %d", n)
	case i == 0 && (n < 1 || n > 9999):
		return 0, errcode.New(31095, "'%s' must evaluate to an integer in the range 1 to 9999, found %d", name, n)
	case i < 5 && (n < -32768 || n > 32767):
		return 0, errcode.New(31034, "'%s' must evaluate to a value in the range [-32768, 32767]; value %d is not in range", name, n)
	}
	return n, nil
}
