package date

import (
	"math"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

// Week counts the weeks of a year from 0 to 53; week 1 begins with the year's
// first Sunday.
func Week(t time.Time) int { return (t.YearDay() - 1 + 7 - int(t.Weekday())) / 7 }

// ISODayOfWeek counts from Monday, which is 1.
func ISODayOfWeek(t time.Time) int { return (int(t.Weekday())+6)%7 + 1 }

// Parts are a date taken apart: by the calendar, or by ISO weeks, where Month is
// the week and Day the day of the week.
type Parts struct {
	Year, Month, Day, Hour, Minute, Second, Millisecond int64
}

// From returns the time of calendar parts on the zone's clock; parts that are too
// large or too small carry over, also the seconds and milliseconds.
func (z Zone) From(p Parts) (int64, error) {
	return z.clock(time.Date(int(p.Year), time.Month(p.Month), int(p.Day), 0, 0, 0, 0, time.UTC), p)
}

// FromISO puts parts by ISO weeks together.
func (z Zone) FromISO(p Parts) (int64, error) {
	fourth := time.Date(int(p.Year), 1, 4, 0, 0, 0, 0, time.UTC) // always in week 1
	monday := fourth.AddDate(0, 0, 1-ISODayOfWeek(fourth))
	return z.clock(monday.AddDate(0, 0, int((p.Month-1)*7+p.Day-1)), p)
}

// The server counts milliseconds as microseconds, and seconds as milliseconds.
const (
	mostMillis  = math.MaxInt64 / 1000
	mostSeconds = math.MaxInt64/1000 - 1e13 // less any year, month, day, hour and minute
)

func (z Zone) clock(day time.Time, p Parts) (int64, error) {
	if beyond(p.Millisecond, mostMillis) || beyond(p.Second, mostSeconds) {
		return 0, errcode.New(159, "Overflow casting from a lower-precision duration to a higher-precision duration")
	}
	local := day.Unix() + p.Hour*3600 + p.Minute*60 + p.Second + floorDiv(p.Millisecond, 1000)
	return z.instant(local, z.period(0).isSummer)*1000 + p.Millisecond - floorDiv(p.Millisecond, 1000)*1000, nil
}

func beyond(n, most int64) bool { return n > most || n < -most }
