package date

import "time"

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

// From puts calendar parts together on the zone's clock; what is too large or
// too small carries over.
func (z Zone) From(p Parts) int64 {
	return z.clock(time.Date(int(p.Year), time.Month(p.Month), int(p.Day), 0, 0, 0, 0, time.UTC), p)
}

// FromISO puts parts by ISO weeks together.
func (z Zone) FromISO(p Parts) int64 {
	fourth := time.Date(int(p.Year), 1, 4, 0, 0, 0, 0, time.UTC) // always in week 1
	monday := fourth.AddDate(0, 0, 1-ISODayOfWeek(fourth))
	return z.clock(monday.AddDate(0, 0, int((p.Month-1)*7+p.Day-1)), p)
}

func (z Zone) clock(day time.Time, p Parts) int64 {
	t := time.Date(day.Year(), day.Month(), day.Day(), int(p.Hour), int(p.Minute), 0, 0, z.at())
	return t.UnixMilli() + p.Second*1000 + p.Millisecond
}
