package regex

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"modelbook/generator/memdb/errcode"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, options, text string
		want                   bool
	}{
		{"an", "", "banana", true},
		{"^an", "", "banana", false},
		{"na$", "", "banana", true},
		{"na$", "", "banana\n", true},
		{"na$", "", "banana\n\n", false},
		{`na\z`, "", "banana\n", false},
		{`na\Z`, "", "banana\n", true},
		{"(x|na$)", "", "banana\n", true},
		{"a.c", "", "a\nc", false},
		{"a.c", "s", "a\nc", true},
		{"A.C", "i", "abc", true},
		{"^b", "m", "a\nb", true},
		{"a$", "m", "a\nb", true},
		{`\s`, "", "\v", true},
		{`[\s]`, "", "\v", true},
		{`\S`, "", "\v", false},
		{`^\w+$`, "", "é", false},
		{`\w`, "i", "ſ", false},
		{"É", "i", "é", true},
		{"k", "i", "\u212a", true},
		{`a{2}`, "", "baab", true},
		{`a{x`, "", "a{x", true},
		{"[]a]", "", "]", true},
		{"[^a]", "", "\n", true},
		{"[a-c]+", "", "xbx", true},
		{"[[:digit:]]", "", "7", true},
		{`\x41\x{e9}`, "", "Aé", true},
		{"(?i)abc", "", "ABC", true},
		{"(?i:a)b", "", "AB", false},
		{"(?<year>\\d{4})", "", "in 2024", true},
		{`a\.b`, "", "axb", false},
		{"", "", "", true},
		{"a|", "", "b", true},
		{"a", "u", "a", true},
	} {
		re, err := Compile(c.pattern, c.options)
		if err != nil {
			t.Errorf("/%s/%s: %v", c.pattern, c.options, err)
			continue
		}
		if got := re.Holds(c.text); got != c.want {
			t.Errorf("/%s/%s on %q: %v", c.pattern, c.options, c.text, got)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		pattern, options string
		code             int32
	}{
		{"(", "", 51091}, {")", "", 51091}, {"[", "", 51091}, {"*", "", 51091}, {"a|*", "", 51091}, {`a\`, "", 51091},
		{"[z-a]", "", 51091}, {`\y`, "", 51091}, {"a", "g", 51108}, {"a", "x", 238}, {"a\x00", "", 2},
		{"(?=a)", "", 238}, {"(?!a)", "", 238}, {"(?<=a)", "", 238}, {"(?>a)", "", 238}, {`(a)\1`, "", 238},
		{"a++", "", 238}, {"a*+", "", 238}, {`\h`, "", 238}, {`\R`, "", 238}, {`\Qa\E`, "", 238}, {`\p{L}`, "", 238},
		{`a$\n`, "", 238}, {"(a*)*", "", 238}, {"^", "m", 238}, {"^a*", "m", 238}, {"a{,2}", "", 238}, {"a{1001}", "", 238},
		{"[[.a.]]", "", 238}, {`[\w-z]`, "", 238}, {`[\S]`, "", 238}, {"ß", "i", 238}, {`\012`, "", 238}, {"(?x)a", "", 238},
		{"(?#c)", "", 238}, {"(*UCP)a", "", 238}, {"$+", "", 238},
	} {
		if _, err := Compile(c.pattern, c.options); !errcode.Is(err, c.code) {
			t.Errorf("/%s/%s: %v, want %d", c.pattern, c.options, err, c.code)
		}
	}
}

func TestFindAll(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          [][]int
	}{
		{"a", "banana", [][]int{{1, 2}, {3, 4}, {5, 6}}},
		{"a*", "aab", [][]int{{0, 2}, {2, 2}}},
		{"(b)?n", "bn n", [][]int{{0, 2, 0, 1}, {3, 4, -1, -1}}},
		{"(a)$", "a\n", [][]int{{0, 1, 0, 1}}},
		{"(x|y$)(z)?", "xz", [][]int{{0, 2, 0, 1, 1, 2}}},
		{`\ba`, "a aa", [][]int{{0, 1}, {2, 3}}},
		{"é", "éé", [][]int{{0, 2}, {2, 4}}},
	} {
		re, err := Compile(c.pattern, "")
		if c.pattern == "(x|y$)(z)?" {
			if !errcode.Refused(err) {
				t.Errorf("/%s/: %v", c.pattern, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("/%s/: %v", c.pattern, err)
			continue
		}
		if got, err := all(re, c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("/%s/ in %q: %v, %v, want %v", c.pattern, c.text, got, err, c.want)
		}
	}
	re, err := Compile(`\b`, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := re.CanFindAll(); !errcode.Refused(err) {
		t.Errorf(`\b: %v`, err)
	}
}

func all(re *Regex, text string) (found [][]int, err error) {
	err = re.FindAll(text, func(m []int) error {
		found = append(found, m)
		return nil
	})
	return found, err
}

// TestTooLongSearches: a search that would take too long is a refusal, which is
// returned; only Holds, which is a comparison, ends the command by it.
func TestTooLongSearches(t *testing.T) {
	re, err := Compile("^a", "m")
	if err != nil {
		t.Fatal(err)
	}
	small := re.states
	re.states = maxSteps / 2
	const text = "aaa"
	if _, err := re.Match(text); !errcode.Refused(err) {
		t.Errorf("Match: %v", err)
	}
	if _, err := re.Find(text); !errcode.Refused(err) {
		t.Errorf("Find: %v", err)
	}
	if _, err := all(re, text); !errcode.Refused(err) {
		t.Errorf("FindAll: %v", err)
	}
	re.states = small
	if _, err := all(re, strings.Repeat("a\n", maxMatches)); !errcode.Refused(err) {
		t.Errorf("too many matches: %v", err)
	}
	stop := errors.New("stop")
	if err := re.FindAll("a\na", func([]int) error { return stop }); err != stop {
		t.Errorf("an error of who is told of the matches: %v", err)
	}
	defer func() {
		if err, _ := recover().(error); !errcode.Refused(err) {
			t.Errorf("Holds ends with %v", err)
		}
	}()
	re.states = maxSteps / 2
	re.Holds(text)
}

// No pattern may crash the translator, and none that it takes may fail in Go's
// engine.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{"^a[^b-d]\\w+?(x|y$){2,3}", "[[:alpha:]]\\x{41}", "(?i:a)(?<n>b)", "{,", "[\\d-"} {
		f.Add(seed, "i", "abc\n")
	}
	f.Fuzz(func(_ *testing.T, pattern, options, text string) {
		re, err := Compile(pattern, options)
		if err != nil {
			return
		}
		_, _ = re.Match(text)
		_, _ = all(re, text)
	})
}
