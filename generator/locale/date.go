package locale

import (
	"strconv"
	"strings"
	"time"
)

// Date writes a day, 2006-01-02, in the language's long form: July 1, 2026.
// Other texts are returned unchanged.
func (l *Locale) Date(day string) string {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	number, month := strconv.Itoa(int(date.Month())), ""
	if l.writing.Months != "" {
		month = strings.Fields(l.writing.Months)[date.Month()-1]
	}
	// One after another: a Replacer takes longer to make than a date to write.
	written := strings.ReplaceAll(l.writing.Date, "{d}", strconv.Itoa(date.Day()))
	written = strings.ReplaceAll(written, "{m}", number)
	written = strings.ReplaceAll(written, "{month}", month)
	return strings.ReplaceAll(written, "{y}", strconv.Itoa(date.Year()))
}
