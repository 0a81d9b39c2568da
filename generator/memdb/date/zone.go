// Package date does calendar work as the aggregation expressions see it: time
// zones, parts, formats, arithmetic. Dates are milliseconds since 1970 in UTC, as
// in BSON; every function that reads a calendar takes a Zone.
//
// Zone data are those of one release of Go (see ZoneData), never the machine's.
package date

import (
	"strings"
	"time"

	"modelbook/generator/memdb/errcode"
)

// Zone is a time zone of the expressions; its zero value is UTC.
type Zone struct {
	location *time.Location
}

// ParseZone reads a name of the zone database, in its own case, or an offset
// ±hh, ±hhmm, ±hh:mm.
func ParseZone(name string) (Zone, error) {
	if name == "UTC" || name == "GMT" {
		return Zone{}, nil
	}
	if seconds, ok := offset(name); ok {
		if seconds == 0 {
			return Zone{}, nil
		}
		return Zone{time.FixedZone(name, seconds)}, nil
	}
	at, ok := location(name)
	if !ok {
		return Zone{}, unknownZone(name)
	}
	return Zone{at}, nil
}

func unknownZone(name string) error {
	return errcode.New(40485, "unrecognized time zone identifier: %q", name)
}

// offset reads ±hh, ±hhmm or ±hh:mm as seconds.
func offset(text string) (seconds int, ok bool) {
	if len(text) < 3 || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	digits := text[1:]
	if len(digits) == 5 && digits[2] == ':' {
		digits = digits[:2] + digits[3:]
	}
	if len(digits) == 2 {
		digits += "00"
	}
	if len(digits) != 4 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n := func(i int) int { return int(digits[i]-'0')*10 + int(digits[i+1]-'0') }
	seconds = n(0)*3600 + n(2)*60
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}

func (z Zone) isUTC() bool { return z.location == nil }

func (z Zone) at() *time.Location {
	if z.location == nil {
		return time.UTC
	}
	return z.location
}

// Local gives the time of a date on the zone's clock.
func (z Zone) Local(ms int64) time.Time { return time.UnixMilli(ms).In(z.at()) }

// offset gives how many milliseconds the zone's clock is ahead of UTC.
func (z Zone) offset(ms int64) int64 {
	_, seconds := z.Local(ms).Zone()
	return int64(seconds) * 1000
}
