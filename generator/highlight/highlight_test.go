package highlight

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/figure"
)

// classNames are short for the classes of a golden line.
var classNames = map[figure.Class]string{
	figure.Plain: "", figure.Key: "key", figure.String: "str", figure.Number: "num", figure.Type: "type",
	figure.Operator: "op", figure.Function: "fn", figure.Keyword: "kw", figure.Comment: "com",
	figure.Punctuation: "", figure.ID: "id",
}

// marked writes code with the class behind each token that has one.
func marked(code figure.Code) string {
	var b strings.Builder
	for _, line := range code.Lines {
		for _, token := range line.Tokens {
			b.WriteString(token.Text)
			if name := classNames[token.Class]; name != "" {
				fmt.Fprintf(&b, "‹%s›", name)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"json", `{"_id": 1, "$set": {"a": [true, "b"]}}`,
			`{"_id"‹id›: 1‹num›, "$set"‹op›: {"a"‹key›: [true‹num›, "b"‹str›]}}`},
		{"shell", `db.ferries.find({ _id: ObjectId('65'), 'a.b': { $lt: -5 } }).sort({ at: -1 })`,
			`db.ferries.find‹fn›({ _id‹id›: ObjectId‹type›('65'‹str›), 'a.b'‹key›: { $lt‹op›: -5‹num› } }).sort‹fn›({ at‹key›: -1‹num› })`},
		{"js", "const n = x ? a : `${b.c}d` // why", "const‹kw› n = x ? a : `${‹str›b.c}d`‹str› // why‹com›"},
		{"js", "s.split(/[/\"]+/g) / 2", `s.split‹fn›(/[/"]+/g‹str›) / 2‹num›`},
		{"js", "({ if: 1, new: 2 }).if", "({ if‹key›: 1‹num›, new‹key›: 2‹num› }).if"},
		{"", "a < b", "a < b"},
		{"bash", "go run ./generator build", "go run ./generator build"},
	} {
		code, err := Code(c.language, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := strings.TrimSuffix(marked(code), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.language, got, c.want)
		}
	}
}

func TestEveryLanguageHasALexer(t *testing.T) {
	for _, name := range Languages() {
		code, err := Code(name, "")
		if err != nil || len(code.Lines) != 0 {
			t.Errorf("%s: %v, %v", name, code, err)
		}
		if lexer, _ := lexerOf(name, ""); lexer == nil && name != "text" && name != "txt" {
			t.Errorf("chroma has no lexer for %s", name)
		}
	}
}

func TestDiffMarksLines(t *testing.T) {
	code, err := Code("diff", "--- a\n+++ b\n same\n-old\n+new\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []figure.Change{figure.Same, figure.Same, figure.Same, figure.Removed, figure.Added}
	for i, change := range want {
		if code.Lines[i].Change != change {
			t.Errorf("line %d %q: %d, want %d", i, code.Lines[i].Text(), code.Lines[i].Change, change)
		}
	}
}

func TestErrors(t *testing.T) {
	var unknown *UnknownLanguage
	if _, err := Code("jsno", "{}"); !errors.As(err, &unknown) || unknown.Name != "jsno" {
		t.Errorf("jsno: %v", err)
	}
	for _, c := range []struct {
		language, text string
		line, col      int
		stop           string
	}{
		{"json", "{\"a\": 1,\n \"ж\": nil}", 2, 7, "nil"},
		{"json", `{"a": "open` + "\n}", 1, 7, `"open`},
		{"json", `[1}`, 1, 3, "}"},
		{"json", `[01]`, 1, 2, "01"},
		{"json", `[-]`, 1, 2, "-"},
		{"json", `{ … }`, 1, 3, "…"},
		{"shell", "db.a.find(\n  { a: 'open })\n", 2, 8, "'open })"},
		{"shell", "a + #b", 1, 5, "#"},
		{"shell", "f(]", 1, 3, "]"},
		{"js", "/* never closed\n", 1, 1, "/* never closed"},
		{"js", "x = `open", 1, 6, "open"},
		{"go", "a := `x` \x01\n", 1, 10, "\x01"},
	} {
		_, err := Code(c.language, c.text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s %q: %v", c.language, c.text, err)
			continue
		}
		want := SyntaxError{c.language, c.line, c.col, c.stop}
		if *syntax != want {
			t.Errorf("%s %q: %+v, want %+v", c.language, c.text, *syntax, want)
		}
	}
}
