package locale

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// Writing holds a language's rules for marks and spaces: the part "writing" of
// the theme's strings. Lists are words with spaces between them.
type Writing struct {
	// Quotes are the marks around a quotation and around one inside another:
	// „ “ ‘ ’.
	Quotes string `yaml:"quotes"`
	// Date is the pattern of a long date: {d}, {m} (the number), {month}, {y}.
	Date string `yaml:"date"`
	// Months are the twelve names for {month}.
	Months string `yaml:"months"`
	// GroupFrom is how many digits a number has at least whose digits are
	// grouped by thousands: 4 if it is left out.
	GroupFrom int `yaml:"group-from"`
	// Units stay on the line of the number before them, besides those that every
	// language has: kB, ms, %.
	Units string `yaml:"units"`
	// StayWithNext are words that stay on the line of the word after them.
	StayWithNext string `yaml:"stay-with-next"`
	// Ignored are words that don't matter in a search: how, the, of.
	Ignored string `yaml:"ignored"`
	// Numbers are the words for 0, 1, 2 and so on, then words for other numbers
	// after their value; words for the same number have a slash between them:
	// "zero one/once two 1000=thousand".
	Numbers string `yaml:"numbers"`
	// Comparisons are words that compare, by what they say.
	Comparisons Comparisons `yaml:"comparisons"`
	// ShortStay says that words of up to so many letters stay on the line of the
	// word after them.
	ShortStay int `yaml:"short-stay"`
	// HyphenStays is the greatest length, in letters, of a word that stays on
	// the line of the word at the other side of a hyphen.
	HyphenStays int `yaml:"hyphen-stays"`
	// DashStays says that a dash stays on the line of the word before it.
	DashStays bool `yaml:"dash-stays"`
}

// IgnoredWords returns the words that don't matter in a search.
func (l *Locale) IgnoredWords() []string { return strings.Fields(l.writing.Ignored) }

// everyUnit are the units that every language has.
const everyUnit = "B kB KB MB GB TB KiB MiB GiB TiB ms µs s min h % °C m km kg"

func (l *Locale) readWriting() error {
	w := &l.writing
	if w.GroupFrom == 0 {
		w.GroupFrom = 4
	}
	marks := strings.Fields(w.Quotes)
	months := len(strings.Fields(w.Months))
	switch {
	case len(marks) != 4:
		return fmt.Errorf("quotes: %d marks; write the two of a quotation and the two of one inside another: “ ” ‘ ’", len(marks))
	case !strings.Contains(w.Date, "{d}") || !strings.Contains(w.Date, "{y}"):
		return errors.New(`date: write its pattern with {d}, {month} or {m}, and {y}: "{d} {month} {y}"`)
	case (w.Months != "" || strings.Contains(w.Date, "{month}")) && months != 12:
		return fmt.Errorf("months: %d names, not 12", months)
	case w.GroupFrom < 4:
		return fmt.Errorf("group-from: a number of %d digits has no groups; write 4 or more", w.GroupFrom)
	}
	l.typography = Typography{
		Open: marks[0], Close: marks[1], InnerOpen: marks[2], InnerClose: marks[3],
		Units: set(everyUnit + " " + w.Units),
		Short: set(w.StayWithNext + " " + capitalized(w.StayWithNext)), ShortLetters: w.ShortStay,
		Joined: w.HyphenStays,
		Dash:   w.DashStays,
	}
	l.typography.readScript(l.tag)
	_, group := separators(l.tag)
	l.typography.Grouped = group == noBreakSpace
	return nil
}

// readScript reads how a language that is written in Han characters, alone or with
// others, spaces them: Chinese has a space beside Latin letters, and Japanese leaves
// that to the browser.
func (t *Typography) readScript(tag language.Tag) {
	script, _ := tag.Script()
	switch script.String() {
	case "Hans", "Hant":
		t.Han, t.LatinSpaced, t.Comma = true, true, '，'
	case "Jpan":
		t.Han, t.Comma = true, '、'
	}
}

// capitalized writes each word with a capital.
func capitalized(words string) string {
	list := strings.Fields(words)
	for i, word := range list {
		first, size := utf8.DecodeRuneInString(word)
		list[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return strings.Join(list, " ")
}

// set returns the words of a list; nil if there are none.
func set(words string) map[string]bool {
	var members map[string]bool
	for word := range strings.FieldsSeq(words) {
		if members == nil {
			members = map[string]bool{}
		}
		members[word] = true
	}
	return members
}
