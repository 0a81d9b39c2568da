package highlight

import (
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"modelbook/generator/figure"
)

var jsonSamples = []string{
	`{"_id": {"$oid": "65f0a1c2d4e8b93a7c1f0e01"}, "name": "Galeb", "n": [1, -2.5, 1e3, true, false, null]}`,
	"[\n  {},\n  [],\n  \"a \\\"b\\\" \\\\\",\n  0\n]\n",
	"{\n  // the ferry\n  \"a\": {\"b\": [[{\"c\": 1}], 2]}, \"d\": 3\n}",
	`"ж"`, `-0.5E-7`, "",
}

var shellSamples = []string{
	`db.ferries.find({ name: 'Galeb', at: { $lt: 5 } }).sort({ at: -1 }).limit(5)` + "\n",
	"// how many\nfor (let i = 0; i < 10; i++) {\n  const name = \"b\\\"c\" + i /* here */;\n}\n",
	"const f = (a, b) => a / b / 2;\nif (x === null || !y) return `a ${x + 1} b`;\n",
	"x = y ? 0x1F : 3.25;\nthrow new Error('no');\n",
	"s.replace(/a[/]b\\/c/gi, '');\n",
	"",
}

func tokensOf(t testing.TB, lexer chroma.Lexer, text string) []chroma.Token {
	next, err := lexer.Tokenise(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	return next.Tokens()
}

func TestJSONIsAsChromas(t *testing.T) {
	theirs := chroma.Coalesce(lexers.Get("json"))
	for _, sample := range jsonSamples {
		got, want := tokensOf(t, chroma.Coalesce(ours["json"]), sample), tokensOf(t, theirs, sample)
		if len(got) != len(want) {
			t.Errorf("%q: %v, chroma has %v", sample, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %#v, chroma has %#v", sample, got[i], want[i])
			}
		}
	}
}

// TestShellIsAsChromas compares classes character by character. Ours may be
// finer where chroma sees a plain name, or a string that names a field.
func TestShellIsAsChromas(t *testing.T) {
	classOfEach := func(lexer chroma.Lexer, text string) []figure.Class {
		var classes []figure.Class
		for _, token := range tokensOf(t, lexer, text) {
			for range len(token.Value) {
				classes = append(classes, classOf(token))
			}
		}
		return classes
	}
	for _, sample := range shellSamples {
		got, want := classOfEach(shell, sample), classOfEach(lexers.Get("javascript"), sample)
		for i := range got {
			finer := want[i] == figure.Plain && (got[i] == figure.Key || got[i] == figure.ID ||
				got[i] == figure.Function || got[i] == figure.Operator)
			if got[i] != want[i] && !finer && strings.TrimSpace(sample[i:i+1]) != "" {
				t.Errorf("%q at %q: class %d, chroma has %d", sample, sample[i:], got[i], want[i])
				break
			}
		}
	}
}

func FuzzLexersLoseNothing(f *testing.F) {
	for _, sample := range append(append([]string{"`${`a${{", "'\\", "0x", "/[/", "\xff", "…", "-", "[-]"}, jsonSamples...), shellSamples...) {
		f.Add(sample)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lexer := range []chroma.Lexer{ours["json"], ours["http"], shell} {
			var b strings.Builder
			for _, token := range tokensOf(t, lexer, text) {
				if token.Value == "" {
					t.Fatalf("%s: an empty token in %q", lexer.Config().Name, text)
				}
				b.WriteString(token.Value)
			}
			if b.String() != text {
				t.Errorf("%s: %q became %q", lexer.Config().Name, text, b.String())
			}
		}
	})
}

func BenchmarkJSON(b *testing.B) {
	benchmark(b, strings.Repeat(jsonSamples[0], 2), ours["json"], lexers.Get("json"))
}
func BenchmarkShell(b *testing.B) {
	benchmark(b, strings.Repeat(shellSamples[0], 3), shell, lexers.Get("javascript"))
}

func benchmark(b *testing.B, text string, ours, theirs chroma.Lexer) {
	for name, lexer := range map[string]chroma.Lexer{"ours": ours, "chroma": theirs} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				next, err := lexer.Tokenise(nil, text)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := classify(name, len(text), next); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
