package date

import (
	"math"
	"math/bits"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

// Unit is a unit of date arithmetic.
type Unit string

var units = map[Unit]int64{ // milliseconds, of the longer ones at least
	"millisecond": 1, "second": 1000, "minute": minute, "hour": hour, "day": day, "week": 7 * day,
	"month": 28 * day, "quarter": 89 * day, "year": 365 * day,
}

const (
	minute int64 = 60 * 1000
	hour         = 60 * minute
	day          = 24 * hour
)

// monthsOf are the units that are counted in months.
var monthsOf = map[Unit]int64{"month": 1, "quarter": 3, "year": 12}

// ParseUnit reads the name of a unit.
func ParseUnit(name string) (Unit, error) {
	if units[Unit(name)] == 0 {
		return "", errcode.New(errcode.FailedToParse, "unknown time unit value: %s", name)
	}
	return Unit(name), nil
}

var weekdays = map[string]time.Weekday{
	"monday": 1, "mon": 1, "tuesday": 2, "tue": 2, "wednesday": 3, "wed": 3, "thursday": 4, "thu": 4,
	"friday": 5, "fri": 5, "saturday": 6, "sat": 6, "sunday": 0, "sun": 0,
}

// ParseWeekday reads startOfWeek: a day's English name or its first three
// letters, in any case.
func ParseWeekday(name string) (time.Weekday, bool) {
	b := []byte(name)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	d, ok := weekdays[string(b)]
	return d, ok
}

// Add moves a date by an amount of units. Days and longer units keep the time on
// the zone's clock, months end on their last day at most.
func (z Zone) Add(ms int64, unit Unit, amount int64) (int64, error) {
	length := units[unit]
	if overflows(amount, length) {
		return 0, errcode.New(5976500, "invalid amount for a unit of %s: %d", unit, amount)
	}
	sum := ms + amount*length
	if (ms^sum)&(amount*length^sum) < 0 {
		return 0, errcode.New(5166406, "dateAdd overflowed")
	}
	if months, ok := monthsOf[unit]; ok {
		return z.addMonths(ms, amount*months), nil
	}
	if length < day {
		return sum, nil
	}
	t := z.Local(ms)
	days := int(amount * (length / day))
	return z.move(t, int64(t.Year()), t.Month(), t.Day()+days), nil
}

func overflows(a, b int64) bool {
	if a < 0 {
		a = -a
	}
	high, low := bits.Mul64(uint64(a), uint64(b))
	return high != 0 || low > math.MaxInt64
}

func (z Zone) addMonths(ms, months int64) int64 {
	t := z.Local(ms)
	total := int64(t.Year())*12 + int64(t.Month()) - 1 + months
	year, month := floorDiv(total, 12), total-floorDiv(total, 12)*12
	last := time.Date(int(year), time.Month(month+2), 0, 0, 0, 0, 0, time.UTC).Day()
	return z.move(t, year, time.Month(month+1), min(t.Day(), last))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Diff counts the boundaries of a unit between two dates on the zone's clock.
func (z Zone) Diff(start, end int64, unit Unit, startOfWeek time.Weekday) (int64, error) {
	from, to := z.Local(start), z.Local(end)
	if months, ok := monthsOf[unit]; ok {
		return floorDiv(monthNumber(to), months) - floorDiv(monthNumber(from), months), nil
	}
	switch unit {
	case "day":
		return dayNumber(to) - dayNumber(from), nil
	case "week":
		return weekNumber(to, startOfWeek) - weekNumber(from, startOfWeek), nil
	case "millisecond":
		difference := end - start
		if (end^start)&(end^difference) < 0 {
			return 0, errcode.New(errcode.Overflow, "dateDiff overflowed")
		}
		return difference, nil
	}
	length := units[unit]
	shift := z.offset(end) - z.offset(start)
	// The time that a change of the clock adds is cut off as C++ divides: half an hour
	// is no hour.
	return floorDiv(end+z.offset(end), length) - floorDiv(start+z.offset(start), length) - shift/length, nil
}

func monthNumber(t time.Time) int64 { return int64(t.Year())*12 + int64(t.Month()) - 1 }

// dayNumber counts days from 1970-01-01 on the calendar of t.
func dayNumber(t time.Time) int64 {
	return floorDiv(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix(), 86400)
}

// weekNumber counts weeks that begin on a day; 1970-01-01 was a Thursday.
func weekNumber(t time.Time, start time.Weekday) int64 {
	return floorDiv(dayNumber(t)+4-int64(start), 7)
}

// Trunc returns the beginning of the bin that a date lies in. Bins are size units
// long and counted from 2000-01-01, weeks from the first startOfWeek then.
func (z Zone) Trunc(ms int64, unit Unit, size int64, startOfWeek time.Weekday) (int64, error) {
	length := units[unit]
	if overflows(size, length) {
		return 0, binOverflow(unit, size)
	}
	t := z.Local(ms)
	if months, ok := monthsOf[unit]; ok {
		const first = 2000 * 12
		bin := months * size
		n := first + floorDiv(monthNumber(t)-first, bin)*bin
		return z.midnight(time.Date(int(floorDiv(n, 12)), time.Month(n-floorDiv(n, 12)*12+1), 1, 0, 0, 0, 0, time.UTC)), nil
	}
	if length >= day {
		first := int64(10957) // 2000-01-01, a Saturday
		if unit == "week" {
			first += int64(startOfWeek+1) % 7
		}
		bin := size * (length / day)
		n := first + floorDiv(dayNumber(t)-first, bin)*bin
		return z.midnight(time.Unix(n*86400, 0).UTC()), nil
	}
	first := time.Date(2000, 1, 1, 0, 0, 0, 0, z.at()).UnixMilli()
	bin := size * length
	return first + floorDiv(ms-first, bin)*bin, nil
}

// binOverflow is the error of a bin longer than all dates. Those of days and weeks
// were not measured.
func binOverflow(unit Unit, size int64) error {
	code := int32(5439002)
	if unit == "day" || unit == "week" {
		return errcode.NotImplemented("a $dateTrunc.binSize beyond all dates")
	}
	if monthsOf[unit] > 0 {
		code = 5439006
	}
	return errcode.New(code, "dateTrunc unsupported binSize value %d for a unit of %s", size, unit)
}

func (z Zone) midnight(t time.Time) int64 {
	return z.instant(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix(), z.period(0).isSummer) * 1000
}

// Fixed returns the milliseconds of a unit whose length is fixed; months, quarters and
// years have none.
func (u Unit) Fixed() (int64, bool) { return units[u], monthsOf[u] == 0 }
