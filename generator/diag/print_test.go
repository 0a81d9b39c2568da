package diag

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A message holds what a stranger wrote; it must stay a message.
func TestPrintEscapes(t *testing.T) {
	var l List
	l.Add(Message{
		Pos:    Pos{File: "a,b:c.md\n::error::x", Line: 1, Col: 1},
		Text:   "bad \x1b[31m name \u202e ]]> <x>\n::error::injected",
		Detail: "- one\n+ two\n::error::injected\n ##[error]injected ##vso[task.setvariable]injected",
		Source: "::error::injected \u009b31m \U000e0041",
		Hint:   "##[group]",
	})
	want := "a,b:c.md\ufffd::error::x:1:1: bad \ufffd[31m name \ufffd ]]> <x>\ufffd::error::injected\n" +
		"    :\ufffderror::injected \ufffd31m \ufffd\n    ^\n    - one\n    + two\n    :\ufffderror::injected\n     ##\ufffderror]injected ##vso\ufffdtask.setvariable]injected\n    ##\ufffdgroup]\n"
	if got := printed(t, l, "text"); got != want {
		t.Errorf("text:\n%q\nwant\n%q", got, want)
	}
	want = "::error file=a%2Cb%3Ac.md\ufffd%3A%3Aerror%3A%3Ax,line=1,col=1,title=Modelbook%3A a%2Cb%3Ac.md\ufffd%3A%3Aerror%3A%3Ax::bad \ufffd[31m name \ufffd ]]> <x>%0A:\ufffderror::injected%0A" +
		"- one%0A+ two%0A:\ufffderror::injected%0A ##\ufffderror]injected ##vso\ufffdtask.setvariable]injected%0A##\ufffdgroup]\n"
	if got := printed(t, l, "github"); got != want {
		t.Errorf("github:\n%q\nwant\n%q", got, want)
	}
}

// TestHintOnce: people read a hint once, programs find it with each message.
func TestHintOnce(t *testing.T) {
	var l List
	for line := 1; line <= 3; line++ {
		l.Add(Message{Pos: Pos{File: "a.md", Line: line}, Text: "wrong", Hint: "mend it"})
	}
	l.Add(Message{Pos: Pos{File: "b.md"}, Text: "wrong", Hint: "mend b"})
	want := "a.md:1: wrong\n    mend it\na.md:2: wrong\na.md:3: wrong\nb.md: wrong\n    mend b\n"
	if got := printed(t, l, "text"); got != want {
		t.Errorf("text:\n%s\nwant\n%s", got, want)
	}
	for _, format := range []string{"github", "json", "junit"} {
		if got := printed(t, l, format); strings.Count(got, "mend it") < 3 {
			t.Errorf("%s:\n%s", format, got)
		}
	}
}

// What is given in pieces is watched as a whole, and what is ours is left alone.
func TestTerminal(t *testing.T) {
	for _, test := range []struct{ pieces, want string }{
		{"a\tb\nc — ü 文档\n", "a\tb\nc — ü 文档\n"},
		{":|:error::x", ":\ufffderror::x"},
		{"  |:|:error", "  :\ufffderror"},
		{"a ::error\n|::error", "a ::error\n:\ufffderror"},
		{":::", ":\ufffd:"},
		{"#|#|[x", "##\ufffdx"},
		{"###vs|o[x #[x ##1[x", "###vso\ufffdx #[x ##1[x"},
		{"a\r\x1b[2J\x07b", "a\ufffd\ufffd[2J\ufffdb"},
		{"\u200b::error", "\ufffd::error"},
		{"\xff::", "\ufffd::"},
	} {
		var b bytes.Buffer
		terminal := NewTerminal(&b)
		for piece := range strings.SplitSeq(test.pieces, "|") {
			if n, err := terminal.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Errorf("%q: %d, %v", piece, n, err)
			}
		}
		if b.String() != test.want {
			t.Errorf("%q: %q, want %q", test.pieces, b.String(), test.want)
		}
	}
	var b bytes.Buffer
	terminal := NewTerminal(&b)
	terminal.Status("not on what is no device")
	terminal.Printf("%s, %d: %v\n", "en\n::error::x", 7, fmt.Errorf("a\nb"))
	if want := "en\ufffd::error::x, 7: a\ufffdb\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// One page printed 823 kB.
func TestPrintCuts(t *testing.T) {
	var l List
	long := strings.Repeat("é", 10_000)
	detail := strings.Repeat(long+"\n", 500)
	for i := range 1000 {
		l.Add(Message{Pos: Pos{File: "a.md", Line: i + 1}, Text: long, Hint: long, Source: long, Detail: detail})
	}
	l.Errorf(Pos{File: "b.md"}, "short")
	for _, m := range l[:1].cut() {
		if utf8.RuneCountInString(m.Text) != mostText+1 || !strings.HasSuffix(m.Text, "é…") || strings.Count(m.Detail, "\n") != mostLines {
			t.Errorf("%d characters, %d lines", utf8.RuneCountInString(m.Text), strings.Count(m.Detail, "\n"))
		}
	}
	cut := l.Sorted().cut()
	if len(cut) != mostMessages+2 || !strings.Contains(cut[mostMessages].Text, "the rest is left out") || cut[mostMessages+1].Text != "short" {
		t.Errorf("%d messages, %v", len(cut), cut[mostMessages:])
	}
	if !cut.Failed() {
		t.Error("what is left out no longer fails")
	}
}

// FuzzPrint puts the same strings into every place of a message and holds each
// format to what the reader of that format would take for more than text.
func FuzzPrint(f *testing.F) {
	for _, seed := range []string{
		"a,b:c.md", "\n::error file=x::y", "\x1b]0;x\x07", "##[error]x", "##vso[a]", "]]><!--", "%0A::error::", "\u202e\u009b\U000e0041\u115f", "\xff\xfe", "\r\n\t::", "  ::set-output",
	} {
		f.Add(seed, seed)
	}
	command := regexp.MustCompile(`##\pL*\[`)
	f.Fuzz(func(t *testing.T, first, second string) {
		var l List
		l.Add(Message{Pos: Pos{File: first, Line: 1, Col: 2}, Text: second, Hint: first, Source: second, Detail: first + "\n" + second})
		l.Add(Message{Pos: Pos{File: second}, Severity: Warning, Text: first, Hint: second, Detail: second})
		for _, format := range Formats() {
			got := printed(t, l, format)
			if strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && !visible(r) }) {
				t.Errorf("%s: steers: %q", format, got)
			}
			if command.MatchString(got) {
				t.Errorf("%s: holds a command: %q", format, got)
			}
			annotations := 0
			for line := range strings.Lines(got) {
				if strings.HasPrefix(strings.TrimSpace(line), "::") {
					annotations++
				}
			}
			if want := map[string]int{"github": len(l.Sorted())}[format]; annotations != want {
				t.Errorf("%s: %d commands, want %d: %q", format, annotations, want, got)
			}
		}
		var report jsonReport
		if err := json.Unmarshal([]byte(printed(t, l, "json")), &report); err != nil || report.Version != jsonVersion || len(report.Messages) != len(l.Sorted()) {
			t.Errorf("json: %v %v", err, report)
		}
		var suite junitSuite
		if err := xml.Unmarshal([]byte(printed(t, l, "junit")), &suite); err != nil || suite.Failures != 1 || len(suite.Cases) != len(l.Sorted()) {
			t.Errorf("junit: %v %+v", err, suite)
		}
	})
}

// FuzzTerminal writes text in two pieces.
func FuzzTerminal(f *testing.F) {
	f.Add("a\n:", ":error::x")
	f.Add("##v", "so[x]")
	f.Fuzz(func(t *testing.T, first, second string) {
		if !utf8.ValidString(first) || !utf8.ValidString(second) {
			return
		}
		var b bytes.Buffer
		terminal := NewTerminal(&b)
		for _, piece := range []string{first, second} {
			if n, err := terminal.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatal(n, err)
			}
		}
		got := b.String()
		if utf8.RuneCountInString(got) != utf8.RuneCountInString(first+second) {
			t.Errorf("%q became %q", first+second, got)
		}
		for line := range strings.Lines(got) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || regexp.MustCompile(`##\pL*\[`).MatchString(line) {
				t.Errorf("%q holds a command", line)
			}
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && !visible(r) }) {
			t.Errorf("%q steers", got)
		}
	})
}

// Of a run with messages about very many files the errors are told first, and how
// many messages are left out; a report of tests has all that failed.
func TestPrintCutsARun(t *testing.T) {
	var l List
	for i := range 600 {
		file := fmt.Sprintf("content/en/%04d.md", i)
		l.Add(Message{Pos: Pos{File: file, Line: 2}, Severity: Warning, Text: "odd"})
		l.Add(Message{Pos: Pos{File: file, Line: 1}, Text: "wrong"})
	}
	for format, test := range map[string]struct {
		each string // stands in each message of a file once
		want int
	}{"text": {".md:", mostInAll}, "github": {".md,line", mostInAll}, "json": {`.md",`, mostInAll}, "junit": {"<testcase", len(l)}} {
		var b strings.Builder
		if err := l.Print(NewTerminal(&b), format); err != nil {
			t.Fatal(err)
		}
		if told := strings.Count(b.String(), test.each); told != test.want {
			t.Errorf("%s: %d messages, want %d", format, told, test.want)
		}
		if cut := strings.Contains(b.String(), "left out are 0 errors, 200 warnings and 0 notices"); cut == (format == "junit") {
			t.Errorf("%s: the rest is told: %v", format, cut)
		}
	}
	most := l.Sorted().most(mostInAll)
	if len(most.Errors()) != 600 || most[mostInAll].Severity != Warning || most[0].Text != "wrong" || most[1].Text != "odd" {
		t.Errorf("%d errors, %v", len(most.Errors()), most[mostInAll])
	}
	if few := l[:mostInAll].Sorted(); len(few.most(mostInAll)) != mostInAll {
		t.Error("what fits is cut")
	}
}
