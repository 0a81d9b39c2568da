package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// The kinds of changes.
const (
	number     = iota // in the text, in digits
	rate              // of the workload, or an amount
	verdict           // another model, or another outcome
	constant          // of a named figure
	comparison        // a word such as "fewer"
	documented        // a number whose sentence has a footnote, which is not changed
	kinds
)

var names = [kinds]string{"numbers", "rates", "verdicts", "constants", "comparisons", "documented"}

// change replaces a piece of a guide.
type change struct {
	kind     int
	from, to int
	now      string
}

// changes lists all that is tried with a guide.
func changes(g *guide.Guide, content string, l *locale.Locale) []change {
	var all []change
	for _, n := range g.Numerals {
		if n.IsDocumented && n.Place != guide.InLink {
			all = append(all, change{kind: documented})
			continue
		}
		all = append(all, numberChanges(number, n.Text, n.Offset, l)...)
	}
	for _, key := range g.Meta.Keys {
		at, _ := g.At(key.Name)
		from := offset(content, at)
		line, _, _ := strings.Cut(content[from:], "\n")
		if key.Source != "" {
			for _, n := range l.Numerals(line) {
				all = append(all, numberChanges(number, n.Text, from+n.Offset, l)...)
			}
		}
	}
	all = append(all, rates(g, content)...)
	all = append(all, verdicts(g, content)...)
	all = append(all, comparisons(content, l)...)
	for _, figure := range g.Meta.Figures {
		all = append(all, constants(&figure.Expression, content)...)
	}
	return all
}

// numberChanges makes a number ten times as large, and larger by one at its last digit.
func numberChanges(kind int, text string, from int, l *locale.Locale) []change {
	value, decimals, err := l.FindNumber(text)
	if err != nil {
		return nil
	}
	var made []change
	for _, now := range []float64{value * 10, value + 1/pow10(decimals)} {
		written := l.Number(now, decimals)
		if plain := strconv.FormatFloat(value, 'f', decimals, 64); text == plain && text != l.Number(value, decimals) {
			written = strconv.FormatFloat(now, 'f', decimals, 64) // as a year, without groups
		}
		if value != now {
			made = append(made, change{kind, from, from + len(text), written})
		}
	}
	return made
}

func pow10(n int) float64 {
	power := 1.0
	for range n {
		power *= 10
	}
	return power
}

// offset returns where a position is in the content, in bytes.
func offset(content string, at diag.Pos) int {
	lines := strings.SplitAfter(content, "\n")
	before := strings.Join(lines[:at.Line-1], "")
	return len(before) + len(string([]rune(lines[at.Line-1])[:at.Col-1]))
}

var plainNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// rates makes each rate and each amount ten times as large. A rate at peak is changed
// only if a sentence has it: else the page shows in its table what the front matter says,
// and nothing else is said.
func rates(g *guide.Guide, content string) []change {
	w := g.Meta.Workload
	if w == nil {
		return nil
	}
	var all []change
	tenfold := func(at diag.Pos, key string, value float64) {
		from := offset(content, at)
		i := strings.Index(content[from:], key+":")
		if i < 0 {
			return
		}
		from += i + len(key) + 1
		if found := plainNumber.FindStringIndex(content[from:]); found != nil {
			all = append(all, change{rate, from + found[0], from + found[1], strconv.FormatFloat(10*value, 'f', -1, 64)})
		}
	}
	for _, r := range w.Rates {
		tenfold(r.Pos, r.Period.Name, r.Times)
		if r.Peak > 0 && strings.Contains(content, "(#workload/"+r.ID+"/peak)") {
			tenfold(r.Pos, "peak", r.Peak)
		}
	}
	for _, amount := range w.Amounts {
		tenfold(amount.Pos, amount.ID, amount.Value)
	}
	return all
}

var (
	verdictLink = regexp.MustCompile(`\[([^\]]*)\]\((\.\./\.\./examples/([a-z0-9-]+)\.json)?#verdict/([a-z]+)(?:/[a-z-]+/[A-Za-z]+)?\)`)
	letter      = regexp.MustCompile(`\b[A-Z]\b`)
)

// verdicts puts another model into each link to a verdict: in its text, if that has the
// letter of a model, and in its target; and another outcome.
func verdicts(g *guide.Guide, content string) []change {
	letters := g.Letters()
	var all []change
	for _, at := range verdictLink.FindAllStringSubmatchIndex(content, -1) {
		text := content[at[2]:at[3]]
		for _, found := range letter.FindAllStringIndex(text, -1) {
			for _, other := range letters {
				if now := text[found[0]:found[1]]; other != now && slices.Contains(sortedValues(letters), now) {
					all = append(all, change{verdict, at[2] + found[0], at[2] + found[1], other})
				}
			}
		}
		if at[6] >= 0 {
			for _, other := range sortedKeys(letters) {
				if other != content[at[6]:at[7]] {
					all = append(all, change{verdict, at[6], at[7], other})
				}
			}
		}
		for _, outcome := range []string{"clear", "close", "indifferent"} {
			if outcome != content[at[8]:at[9]] {
				all = append(all, change{verdict, at[8], at[9], outcome})
			}
		}
	}
	return all
}

// comparisonLink is a link of words to a ratio, or to a figure that is one.
var comparisonLink = regexp.MustCompile(`\[([^\]0-9]+)\]\([^)]*#(?:ratio|figure)/[^)]*\)`)

// comparisons turns each word that compares into one for the other direction.
func comparisons(content string, l *locale.Locale) []change {
	other := map[string]string{locale.Less: locale.More, locale.Half: locale.More, locale.More: locale.Less, locale.Twice: locale.Less}
	var all []change
	for _, at := range comparisonLink.FindAllStringSubmatchIndex(content, -1) {
		if name := l.FindComparison(content[at[2]:at[3]]); name != "" {
			all = append(all, change{comparison, at[2], at[3], l.ComparisonWord(other[name])})
		}
	}
	return all
}

func sortedKeys(letters map[string]string) []string {
	var keys []string
	for key := range letters {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func sortedValues(letters map[string]string) []string {
	var values []string
	for _, value := range letters {
		values = append(values, value)
	}
	slices.Sort(values)
	return values
}

var (
	quoted    = regexp.MustCompile(`"[^"]*"`)
	inFormula = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)?\b`)
)

// constants puts a 1 before each number of an expression, which changes all of them, 0
// and 0.5 too. Sizes and indexes, the arguments of functions, are then others, or there
// are none such.
func constants(e *guide.Expression, content string) []change {
	// Quotations are blanked out, so that offsets stay.
	text := quoted.ReplaceAllStringFunc(e.Text, func(s string) string { return strings.Repeat(" ", len(s)) })
	var all []change
	for _, found := range inFormula.FindAllStringIndex(text, -1) {
		at, _ := e.At(len([]rune(e.Text[:found[0]])))
		from := offset(content, at)
		all = append(all, change{constant, from, from + found[1] - found[0], "1" + e.Text[found[0]:found[1]]})
	}
	return all
}
