// Package date implements the calendar of the aggregation expressions: time zones,
// parts, formats, arithmetic. Dates are milliseconds since 1970 in UTC, as in BSON;
// every function that reads a calendar takes a Zone.
//
// Zone data are those of one release of Go (see ZoneData), never the machine's.
package date

import (
	"math"
	"strings"
	"time"
)

// ZoneData is the release of the time zone database in zoneinfo.zip.
const ZoneData = "2025c"

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
	at, err := location(name)
	return Zone{at}, err
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

// IsUTC reports whether it is UTC, by name or by an offset of zero.
func (z Zone) IsUTC() bool { return z.location == nil }

func (z Zone) at() *time.Location {
	if z.location == nil {
		return time.UTC
	}
	return z.location
}

// Local returns the time of a date on the zone's clock.
func (z Zone) Local(ms int64) time.Time { return time.UnixMilli(ms).In(z.at()) }

// offset returns how many milliseconds the zone's clock is ahead of UTC.
func (z Zone) offset(ms int64) int64 {
	_, seconds := z.Local(ms).Zone()
	return int64(seconds) * 1000
}

// period is the time during which a zone keeps its clock.
type period struct {
	offset, start int64 // seconds; start is math.MinInt64 for the first
	isSummer      bool
}

func (z Zone) period(seconds int64) period {
	t := time.Unix(seconds, 0).In(z.at())
	_, offset := t.Zone()
	p := period{offset: int64(offset), start: math.MinInt64, isSummer: t.IsDST()}
	if start, _ := t.ZoneBounds(); !start.IsZero() {
		p.start = start.Unix()
	}
	return p
}

// instant returns the seconds at which the zone's clock shows local, by the rules of
// the server's library: a time that the clock skips is as long after the change as it
// would have been without, and of one that it shows twice, summer selects the period.
// summer is that of the date one came from, or of 1970-01-01.
func (z Zone) instant(local int64, summer bool) int64 {
	if z.IsUTC() {
		return local
	}
	current := z.period(local)
	actual := z.period(local - current.offset)
	if current.offset == actual.offset {
		actual = z.twice(local, current, actual, summer)
	}
	after := local - actual.offset
	skipped := actual.start != math.MinInt64 && after >= actual.start+current.offset-actual.offset && after < actual.start
	if current.offset != actual.offset && !skipped {
		return after
	}
	return local - current.offset
}

// twice looks two hours back or ahead for the other period that may show the time.
func (z Zone) twice(local int64, current, actual period, summer bool) period {
	const around = 2 * 3600
	switch {
	case summer && !current.isSummer && current.offset >= 0:
		earlier := z.period(local - current.offset - around)
		if earlier.offset != actual.offset && local-earlier.offset < actual.start {
			return earlier
		}
	case !summer && current.isSummer && current.offset <= 0:
		later := z.period(local - current.offset + around)
		if later.offset != actual.offset && local-later.offset >= later.start {
			return later
		}
	}
	return actual
}

// move returns the date at which the clock shows a time of another day.
func (z Zone) move(t time.Time, year int64, month time.Month, day int) int64 {
	local := time.Date(int(year), month, day, t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	return z.instant(local.Unix(), t.IsDST())*1000 + int64(t.Nanosecond()/1e6)
}
