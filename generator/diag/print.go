package diag

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Test is something that was run, for reports of tests: an example, or one step
// of it.
type Test struct {
	Class, Name string
	// File and Line are where it begins; messages between that line and the next
	// test of the file are reported as its own.
	File    string
	Line    int
	Elapsed time.Duration
	Skipped string // why it did not run, or ""
}

const (
	mostMessages = 100  // of one file
	mostInAll    = 1000 // of a run
	mostText     = 500  // characters of a message's text, hint and lines
	mostLines    = 100  // of a message's detail
)

// cut returns the messages of a sorted list as they are printed.
func (l List) cut() List {
	var kept List
	for i, n := 0, 0; i < len(l); i++ {
		if i > 0 && l[i].File != l[i-1].File {
			n = 0
		}
		switch n++; {
		case n <= mostMessages:
			kept.Add(l[i].cut())
		case n == mostMessages+1:
			kept.Add(Message{Pos: Pos{File: l[i].File}, Severity: l[i].Severity, Text: fmt.Sprintf("there is more to tell of this file than %d messages; the rest is left out", mostMessages)})
		}
	}
	return kept
}

// most returns the first number messages of a sorted list, errors before warnings
// before notices, and how many of each are left out.
func (l List) most(number int) List {
	left := map[Severity]int{}
	capacity := number
	var kept List
	for _, severity := range []Severity{Error, Warning, Notice} {
		for _, m := range l {
			switch {
			case m.Severity != severity:
			case capacity > 0:
				capacity--
				kept.Add(m)
			default:
				left[severity]++
			}
		}
	}
	if len(left) == 0 {
		return l
	}
	kept = kept.Sorted()
	worst := slices.Min(slices.Collect(maps.Keys(left)))
	kept.Add(Message{Severity: worst, Text: fmt.Sprintf("there is more to tell than %d messages; left out are %d errors, %d warnings and %d notices",
		number, left[Error], left[Warning], left[Notice])})
	return kept
}

func (m Message) cut() Message {
	// People type the printed text again, and have no key for other spaces.
	m.Source = plainSpaces(m.Source)
	m.Text, m.Hint = plainSpaces(shorten(m.Text)), plainSpaces(shorten(m.Hint))
	var lines []string
	for line := range strings.Lines(m.Detail) {
		if len(lines) == mostLines {
			lines = append(lines, "…")
			break
		}
		lines = append(lines, shorten(strings.TrimSuffix(line, "\n")))
	}
	m.Detail = plainSpaces(strings.Join(lines, "\n"))
	return m
}

// plainSpaces replaces the spaces at which no line breaks: they are not seen in a
// terminal, and are \u00a0 in JSON.
func plainSpaces(s string) string { return unbreakable.Replace(s) }

var unbreakable = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

func shorten(s string) string {
	if len(s) <= mostText {
		return s
	}
	for i, n := 0, 0; i < len(s); n++ {
		if n == mostText {
			return s[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}

// printText prints a hint only with the first message that has it: forty times
// the same would hide the differences.
func (l List) printText(t *Terminal, _ []Test) error {
	printed := map[string]bool{}
	for _, m := range l {
		if printed[m.Hint] {
			m.Hint = ""
		}
		printed[m.Hint] = true
		if _, err := t.Write([]byte(m.plainText())); err != nil {
			return err
		}
	}
	return nil
}

func (m Message) plainText() string {
	var b strings.Builder
	if place := m.Pos.String(); place != "" {
		b.WriteString(oneLine(place) + ": ")
	}
	if m.Severity != Error {
		b.WriteString(m.Severity.String() + ": ")
	}
	b.WriteString(oneLine(m.Text) + "\n")
	if m.Source != "" {
		line, caret := sourceLine(m.Source, m.Col)
		b.WriteString("    " + line + "\n    " + caret + "\n")
	}
	for line := range strings.Lines(m.Detail) {
		b.WriteString("    " + oneLine(strings.TrimRight(line, "\n")) + "\n")
	}
	if m.Hint != "" {
		b.WriteString("    " + oneLine(m.Hint) + "\n")
	}
	return b.String()
}

const widest = 100

// sourceLine returns the part of a line around a column, and a caret below it.
func sourceLine(source string, col int) (line, caret string) {
	runes := []rune(oneLine(strings.ReplaceAll(source, "\t", " ")))
	at := min(max(col-1, 0), len(runes))
	start := max(0, min(at-widest/2, len(runes)-widest))
	end := min(len(runes), start+widest)
	return string(runes[start:end]), strings.Repeat(" ", columns(runes[start:at])) + "^"
}

func columns(runes []rune) int {
	n := 0
	for _, r := range runes {
		n++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || (r >= 0xff01 && r <= 0xff60) {
			n++
		}
	}
	return n
}
