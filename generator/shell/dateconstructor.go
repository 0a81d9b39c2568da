package shell

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"modelbook/generator/ejson"
)

var (
	// isoPattern matches the dates that ISODate reads; a date without a zone is
	// in UTC.
	isoPattern = regexp.MustCompile(`^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:\.(\d+))?)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$`)
	// datePattern matches the dates that Date reads the same way everywhere: one
	// without a zone would be in that of the machine.
	datePattern = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$`)
)

// lastMoment is how many milliseconds before and after 1970 a date of
// JavaScript can be (ECMA-262, "Time Values and Time Range").
const lastMoment = 8_640_000_000_000_000

func isoDate(arguments []*ejson.Value) (*ejson.Value, string) {
	const takes = "a day of the years 0000 to 9999, and a time of that day, in a string, or milliseconds since 1970"
	if v, ok := one(arguments, ejson.String); ok {
		t, ok := moment(v.Text)
		if !ok || t.Year() < 0 || t.Year() > 9999 {
			return nil, takes
		}
		return dateOf(t.UnixMilli()), ""
	}
	return milliseconds(arguments, takes)
}

func date(arguments []*ejson.Value) (*ejson.Value, string) {
	const takes = "a day, with a time only if its zone is there too, in a string, or milliseconds since 1970"
	if v, ok := one(arguments, ejson.String); ok {
		t, ok := moment(v.Text)
		if !ok || !datePattern.MatchString(v.Text) {
			return nil, takes
		}
		return dateOf(t.UnixMilli()), ""
	}
	return milliseconds(arguments, takes)
}

func milliseconds(arguments []*ejson.Value, takes string) (*ejson.Value, string) {
	if len(arguments) == 1 {
		if ms, ok := wholeNumber(arguments[0], -lastMoment, lastMoment); ok {
			return dateOf(ms), ""
		}
	}
	return nil, takes
}

// moment reads a date and time. A day that its month does not have and the
// 24th hour are not read: JavaScript takes them for the next one.
func moment(text string) (time.Time, bool) {
	part := isoPattern.FindStringSubmatch(text)
	if part == nil {
		return time.Time{}, false
	}
	hour, minute, second := cmp.Or(part[4], "00"), cmp.Or(part[5], "00"), cmp.Or(part[6], "00")
	fraction, zone := (part[7] + "000")[:3], cmp.Or(part[8], "Z")
	if len(zone) == len("+0200") {
		zone = zone[:3] + ":" + zone[3:]
	}
	t, err := time.Parse(time.RFC3339, fmt.Sprintf("%s-%s-%sT%s:%s:%s.%s%s", part[1], part[2], part[3], hour, minute, second, fraction, zone))
	return t.UTC(), err == nil
}

func dateOf(ms int64) *ejson.Value {
	t := time.UnixMilli(ms).UTC()
	if 1 <= t.Year() && t.Year() <= 9999 {
		return wrap("$date", stringOf(t.Format("2006-01-02T15:04:05.000Z")))
	}
	return wrap("$date", wrap("$numberLong", stringOf(strconv.FormatInt(ms, 10))))
}
