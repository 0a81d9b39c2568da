package build

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"modelbook/generator/locale"
	"modelbook/generator/page"
	"modelbook/site"
)

// HasStrings reports whether the program has words for a language.
func HasStrings(tag string) bool { return site.Theme()[page.StringsFile(tag)] != nil }

// NewStrings returns the beginning of a file of strings for a language that the
// program has none for: its name, a guess at its typography, which is to be
// checked, and the English words as comments, each to be uncommented once it is
// translated.
func NewStrings(tag string) ([]byte, error) {
	l, err := locale.New(tag, locale.Writing{Quotes: "“ ” ‘ ’", Date: "{d}.{m}.{y}"})
	if err != nil {
		return nil, err
	}
	name := display.Self.Name(language.MustParse(tag))
	short, _, _ := strings.Cut(strings.ToUpper(tag), "-")
	return fmt.Appendf(nil, `# The words of the interface. What is missing here is English on the site: each
# word stands below, behind a #. Delete that sign and translate the text. What is
# in braces is filled in by the program and must stay. A build says which words the
# pages need; the others may wait.

name: %s
short: %s

# How the language writes: its quotation marks, outside and inside, and its dates,
# as "{d} {month} {y}" with the names of the months in
# months: January February March April May June July August September October November December
writing:
  quotes: “ ” ‘ ’
  date: "{d}.{m}.{y}"
%s`, name, short, inComments(string(site.Theme()[page.StringsFile("en")]), l.PluralCategories())), nil
}

// inComments returns the lines after the first blank line that follows "writing" in
// a file of English words, as comments. A text that depends on a number has a line
// for each plural category of the language.
func inComments(words string, categories []string) string {
	_, rest, _ := strings.Cut(words, "\nwriting:")
	_, rest, _ = strings.Cut(rest, "\n\n")
	var lines strings.Builder
	lines.WriteString("\n")
	one := ""
	for line := range strings.Lines(rest) {
		singular, isOne := strings.CutPrefix(line, "  one: ")
		other, isOther := strings.CutPrefix(line, "  other: ")
		switch {
		case isOne:
			one = singular
		case isOther:
			for _, category := range categories {
				text := other
				if category == "one" && one != "" {
					text = one
				}
				lines.WriteString("#  " + category + ": " + text)
			}
			one = ""
		case line == "\n":
			lines.WriteString(line)
		default:
			lines.WriteString("#" + line)
		}
	}
	return lines.String()
}
