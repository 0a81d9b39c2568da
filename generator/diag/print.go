package diag

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Formats are the names that Print takes.
var Formats = []string{"text", "github", "json", "junit"}

// Print writes the sorted messages to w: "text" for people, "github" as
// workflow commands that annotate a pull request, "json" as one array,
// "junit" as a test report with a failed test for each error.
func (l List) Print(w io.Writer, format string) error {
	switch format {
	case "text":
		return l.printText(w)
	case "github":
		return l.printGitHub(w)
	case "json":
		return l.printJSON(w)
	case "junit":
		return l.printJUnit(w)
	}
	return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats, ", "))
}

func (l List) printText(w io.Writer) error {
	for _, m := range l.Sorted() {
		if _, err := io.WriteString(w, m.textForm()); err != nil {
			return err
		}
	}
	return nil
}

func (m Message) textForm() string {
	var b strings.Builder
	if place := m.Pos.String(); place != "" {
		b.WriteString(printable(place) + ": ")
	}
	if m.Severity != Error {
		b.WriteString(m.Severity.String() + ": ")
	}
	b.WriteString(printable(m.Text) + "\n")
	if m.Source != "" {
		line, caret := sourceLine(m.Source, m.Col)
		b.WriteString("    " + line + "\n    " + caret + "\n")
	}
	for line := range strings.Lines(m.Detail) {
		b.WriteString("    " + printable(strings.TrimRight(line, "\n")) + "\n")
	}
	if m.Hint != "" {
		b.WriteString("    " + printable(m.Hint) + "\n")
	}
	return b.String()
}

const widest = 100

// sourceLine gives the part of a line around a column, and a caret below it.
func sourceLine(source string, col int) (line, caret string) {
	runes := []rune(printable(strings.ReplaceAll(source, "\t", " ")))
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

// printable replaces what could steer a terminal or turn text round: a
// stranger's file must not write to a maintainer's screen.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}

func (l List) printGitHub(w io.Writer) error {
	for _, m := range l.Sorted() {
		properties := "file=" + gitHubProperty(m.File)
		if m.Line > 0 {
			properties += fmt.Sprintf(",line=%d,col=%d", m.Line, max(m.Col, 1))
		}
		text := joinLines(m.Text, m.Detail, m.Hint)
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", m.Severity, properties, gitHubData(text)); err != nil {
			return err
		}
	}
	return nil
}

// gitHubData escapes as the workflow command format asks: a message must not
// be able to hold a command of its own.
func gitHubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func gitHubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(gitHubData(s))
}

func joinLines(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part = strings.TrimRight(part, "\n"); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "\n")
}

type jsonMessage struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Severity string `json:"severity"`
	Text     string `json:"text"`
	Hint     string `json:"hint,omitempty"`
	Detail   string `json:"detail,omitempty"`
}

func (l List) printJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(l.forJSON())
}

// MarshalJSON gives the sorted messages as Print's "json" does.
func (l List) MarshalJSON() ([]byte, error) { return json.Marshal(l.forJSON()) }

func (l List) forJSON() []jsonMessage {
	messages := []jsonMessage{}
	for _, m := range l.Sorted() {
		messages = append(messages, jsonMessage{m.File, m.Line, m.Col, m.Severity.String(), m.Text, m.Hint, m.Detail})
	}
	return messages
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (l List) printJUnit(w io.Writer) error {
	suite := junitSuite{Name: "modelbook"}
	for _, m := range l.Sorted() {
		c := junitCase{Class: m.File, Name: m.Pos.String() + ": " + m.Text}
		if m.Severity == Error {
			c.Failure = &junitFailure{Message: m.Text, Text: m.textForm()}
			suite.Failures++
		} else {
			c.Output = m.textForm()
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Class: "modelbook", Name: "everything holds"}}
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
