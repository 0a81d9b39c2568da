package locale

import (
	"strconv"
	"strings"
	"time"
)

// Date writes a day, 2006-01-02, in the language's long form: July 1, 2026.
// What is not a day comes back as it is.
func (l *Locale) Date(day string) string {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	number, month := strconv.Itoa(int(date.Month())), ""
	if l.writing.Months != "" {
		month = strings.Fields(l.writing.Months)[date.Month()-1]
	}
	return strings.NewReplacer("{d}", strconv.Itoa(date.Day()), "{m}", number, "{month}", month,
		"{y}", strconv.Itoa(date.Year())).Replace(l.writing.Date)
}
