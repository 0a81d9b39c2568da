package diag

import (
	"bytes"
	"encoding/xml"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTextPos(t *testing.T) {
	text := NewText("a.md", []byte("één\nдва\r\n\nконец"))
	tests := []struct {
		at   string
		want string
		line string
	}{
		{"één", "a.md:1:1", "één"},
		{"n\n", "a.md:1:3", "één"},
		{"ва", "a.md:2:2", "два"},
		{"ец", "a.md:4:4", "конец"},
	}
	for _, test := range tests {
		offset := bytes.Index(text.Bytes, []byte(test.at))
		m := text.Message(offset, "x", "")
		if m.Pos.String() != test.want || m.Source != test.line {
			t.Errorf("at %q: %s %q, want %s %q", test.at, m.Pos, m.Source, test.want, test.line)
		}
	}
	if got := text.Pos(1 << 20); got.Line != 4 {
		t.Errorf("past the end: line %d, want the last, 4", got.Line)
	}
}

// A place is told the same whatever was asked for before.
func TestTextPosInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		content := make([]byte, random.IntN(40))
		for i := range content {
			content[i] = "a\n\xd0\xb4\xe6\x96\x87\xff"[random.IntN(8)]
		}
		text := NewText("a.md", content)
		for range 30 {
			offset := random.IntN(len(content) + 1)
			if got, want := text.Pos(offset), NewText("a.md", content).Pos(offset); got != want {
				t.Fatalf("%q at %d: %s, want %s", content, offset, got, want)
			}
		}
	}
}

// What is given up early is as far as the limit, and nothing else is.
func TestDistanceUpToALimit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() []rune {
		letters := make([]rune, random.IntN(9))
		for i := range letters {
			letters[i] = 'a' + rune(random.IntN(3))
		}
		return letters
	}
	for range 20_000 {
		a, b, limit := word(), word(), 1+random.IntN(6)
		if got, want := distance(a, b, limit), min(limit, distance(a, b, 1000)); got != want {
			t.Fatalf("%s and %s, up to %d: %d, want %d", string(a), string(b), limit, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"title", "question", "description", "order"}
	tests := map[string]string{
		"titel": "title", "desciption": "description", "oder": "order",
		"questions": "question", "zzz": "", "t": "", "order": "order",
	}
	for word, want := range tests {
		if got := Nearest(word, keys); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := DidYouMean("titel", keys); got != "did you mean title?" {
		t.Errorf("DidYouMean = %q", got)
	}
}

// A name that is not known is answered with the one that was meant, else with all
// if they are few, else with those that are most like it.
func TestSuggest(t *testing.T) {
	var many []string
	for _, guide := range []string{"one-to-one", "one-to-few", "many-to-many", "trees"} {
		for _, model := range []string{"embedded", "references", "copied", "move"} {
			many = append(many, guide+"-"+model)
		}
	}
	for _, test := range []struct {
		word  string
		known []string
		want  string
	}{
		{"one-to-one-embeded", many, "did you mean one-to-one-embedded?"},
		{"one-to-one", many, "the nearest of 16 examples are one-to-one-move, one-to-one-copied and one-to-one-embedded"},
		{"many-copied", many, "the nearest of 16 examples are many-to-many-copied, trees-copied and one-to-one-copied"},
		{"zzz", many, "the nearest of 16 examples are trees-move, trees-copied and trees-embedded"},
		{"zzz", []string{"b", "a", "b"}, "the examples are b, a"},
		{"zzz", nil, "there are no examples"},
	} {
		if got := Suggest(test.word, "examples", test.known); got != test.want {
			t.Errorf("%s: %s, want %s", test.word, got, test.want)
		}
	}
}

func TestPrintTextSortsAndPoints(t *testing.T) {
	b := NewText("b.json", []byte("{\n  \"名前\": 1\n}"))
	var l List
	l.Add(b.Message(bytes.IndexByte(b.Bytes, '1'), "expected a string", "write \"1\""))
	l.Add(Message{Pos: Pos{File: "a.md", Line: 3, Col: 1}, Severity: Warning, Text: "odd"})
	l.Add(Message{Pos: Pos{File: "a.md", Line: 3, Col: 1}, Severity: Warning, Text: "odd"})
	l.Errorf(Pos{File: "a.md"}, "too large: %d bytes", 9)
	want := `a.md: too large: 9 bytes
a.md:3:1: warning: odd
b.json:2:9: expected a string
      "名前": 1
              ^
    write "1"
`
	if got := printed(t, l, "text"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatFollowsIsNotTold(t *testing.T) {
	cause := Pos{File: "en/a.md", Line: 3, Col: 1}
	var l List
	l.Add(Message{Pos: Pos{File: "bg/a.md", Line: 4, Col: 2}, Text: "another link", Follows: cause})
	if got := printed(t, l, "text"); got != "bg/a.md:4:2: another link\n" {
		t.Errorf("nothing is wrong there: %q", got)
	}
	l.Add(Message{Pos: cause, Severity: Warning, Text: "odd"})
	if len(l.Sorted()) != 2 {
		t.Error("a warning hides an error")
	}
	l.Errorf(cause, "no such page")
	if got := l.Errors().Sorted(); len(got) != 1 || got[0].Text != "no such page" {
		t.Errorf("%v", got)
	}
}

func TestPrintNothing(t *testing.T) {
	if got := printed(t, nil, "json"); got != "{\n  \"version\": 1,\n  \"messages\": []\n}\n" {
		t.Errorf("json of nothing: %q", got)
	}
	var suite junitSuite
	if err := xml.Unmarshal([]byte(printed(t, nil, "junit")), &suite); err != nil || suite.Tests != 1 || suite.Failures != 0 {
		t.Errorf("junit of nothing: %v %+v", err, suite)
	}
	if err := List(nil).Print(NewTerminal(&bytes.Buffer{}), "yaml"); err == nil || !strings.Contains(err.Error(), "junit") {
		t.Errorf("unknown format: %v", err)
	}
}

func TestFailed(t *testing.T) {
	l := List{{Severity: Warning}, {Severity: Notice}}
	if l.Failed() {
		t.Error("warnings fail")
	}
	if l.Errorf(Pos{}, "x"); !l.Failed() {
		t.Error("an error does not fail")
	}
}

func printed(t *testing.T, l List, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Print(NewTerminal(&b), format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
