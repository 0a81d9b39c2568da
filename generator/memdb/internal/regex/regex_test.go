package regex

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"modelbook/generator/memdb/internal/errcode"
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
		{"a b # c", "x", "ab", true},
		{`^(?=.*\d)(?=.*[a-z]).{4,}$`, "", "abc1", true},
		{`^(?=.*\d)(?=.*[a-z]).{4,}$`, "", "abcd", false},
		{"^(?!admin)", "", "admin", false},
		{"(?<!un)done", "", "undone", false},
		{`(?<q>['"]).*\k<q>`, "", `'a"`, false},
		{"(?>a+)ab", "", "aab", false},
		{"a++b", "", "aab", true},
		{`^\R$`, "", "\r\n", true},
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
		{"[z-a]", "", 51091}, {`\y`, "", 51091}, {"a", "g", 51108}, {"a\x00", "", 2},
		{"$+", "", 51091}, {"a**", "", 51091}, {"a{65536}", "", 51091}, {"a{2,1}", "", 51091}, {`(a)\2`, "", 51091}, {`\g{-1}`, "", 51091},
		{`\k<n>`, "", 51091}, {"(?<n>a)(?<n>b)", "", 51091}, {"(a # )", "x", 51091}, {"(?=a", "", 51091}, {`\Q(a\E)`, "", 51091},
		{strings.Repeat("(?=", 251) + strings.Repeat(")", 251), "", 51091},
	} {
		if _, err := Compile(c.pattern, c.options); !errcode.Is(err, c.code) {
			t.Errorf("/%s/%s: %v, want %d", c.pattern, c.options, err, c.code)
		}
	}
}

// TestRefusals is the table of constructs that PCRE2 has and the engines do not, or
// that its versions do not share: each is refused by name.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ pattern, options, name string }{
		{`\p{L}`, "", `\p`},
		{`\X`, "", `\X`},
		{`\K`, "", `\K`},
		{`\G`, "", `\G`},
		{`a\C`, "", `\C`},
		{`\N{U+41}`, "", `\N`},
		{`\o{101}`, "", `\o`},
		{`\cA`, "", `\c`},
		{`\012`, "", `\0`},
		{`(a)\10`, "", "a back reference or octal number of two digits"},
		{`[\1]`, "", `\1`},
		{`\xg`, "", `\x without two digits`},
		{`\x{d800}`, "", `\x{d800}`},
		{"ß", "i", "the letter ß with option i"},
		{"[ſ]", "i", "the letter ſ with option i"},
		{"[á-é]", "i", "a range of letters that are not ASCII with option i"},
		{`(a)\1`, "i", "a back reference with option i"},
		{"(?R)", "", "a recursion"},
		{"(?1)", "", "(?1"},
		{"(?&n)", "", "a recursion"},
		{"(?P>n)", "", "a recursion"},
		{"(?C1)", "", "a callout"},
		{"(a)(?(1)b)", "", "a condition"},
		{"(?|(a)|(b))", "", "a group whose branches count anew"},
		{"(?*a)", "", "a look-around that is not atomic"},
		{"(?<*a)", "", "a look-around that is not atomic"},
		{"(?=a)*", "", "a repeated look-around"},
		{"(?<=a*)b", "", "a look behind of no fixed length"},
		{`(a)(?<=\1)b`, "", "a look behind of no fixed length"},
		{"(?<=a(?:b|cd))e", "", "a look behind of no fixed length"},
		{"(?<=a{256})e", "", "a look behind of no fixed length"},
		{"(*UCP)a", "", "(*UCP"},
		{"a(*COMMIT)", "", "(*COMMIT"},
		{"(*pla:a)", "", "(*pla"},
		{"(?J)a", "", "(?J"},
		{"(?U)a", "", "(?U"},
		{"(?n)a", "", "(?n"},
		{"(?xx)a", "", "option xx"},
		{"a{,2}", "", "the count {,2}"},
		{"a{ 2}", "", "the count { 2}"},
		{"a{123456}", "", "the count {123456}"},
		{"(?:a{60000}){2}", "", "that much to repeat"},
		{"[[.a.]]", "", "[. in a class"},
		{"[[=a=]]", "", "[= in a class"},
		{"[[:unknown:]]", "", "[: in a class"},
		{"[:alpha:]", "", "[: outside of a class"},
		{`[\S[:alpha:]]`, "", "a class of POSIX beside a negated one in a class"},
		{`[\w-z]`, "", "a hyphen after a class in a class"},
		{`[a-\d]`, "", "a range to a class in a class"},
	} {
		_, err := Compile(c.pattern, c.options)
		if !errcode.Refused(err) || !strings.Contains(err.Error(), c.name+" in the regular expression /"+c.pattern+"/") {
			t.Errorf("/%s/%s: %v, want the refusal of %s", c.pattern, c.options, err, c.name)
		}
	}
	re, err := Compile("(?<=^|,)a", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := re.CanFindAll(); !errcode.Refused(err) {
		t.Errorf("all matches with an assertion in a look behind: %v", err)
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
		{`\b`, "a b", [][]int{{0, 0}, {1, 1}, {2, 2}}},
		{"(?<=a)b", "abab", [][]int{{1, 2}, {3, 4}}},
		{"é", "éé", [][]int{{0, 2}, {2, 4}}},
	} {
		re, err := Compile(c.pattern, "")
		if err != nil {
			t.Errorf("/%s/: %v", c.pattern, err)
			continue
		}
		if got, err := all(re, c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("/%s/ in %q: %v, %v, want %v", c.pattern, c.text, got, err, c.want)
		}
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
	re, err := Compile("a+", "")
	if err != nil {
		t.Fatal(err)
	}
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
	re.states = 1
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

// TestTooManyWays: backtracking ends after so many steps, before PCRE2 would give up;
// the steps of all matches of a text count together.
func TestTooManyWays(t *testing.T) {
	for _, c := range []struct{ pattern, text string }{
		{`(?=a)(a+)+$`, strings.Repeat("a", 40) + "b"},
		{`(?=(a|aa)+$)`, strings.Repeat("a", 60) + "b"},
		{`(?:(?=.)a|b)*`, strings.Repeat("ab", maxSaved)},
		{`(?!b)a`, strings.Repeat("b", maxBacktracks)},
	} {
		re, err := Compile(c.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := re.Match(c.text); !errcode.Refused(err) {
			t.Errorf("/%s/: %v", c.pattern, err)
		}
	}
	re, err := Compile("(?=a)a", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := all(re, strings.Repeat("a", maxBacktracks/2)); !errcode.Refused(err) {
		t.Errorf("too many matches: %v", err)
	}
}

// No pattern may crash the parsers, and none that is accepted may crash an engine.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{"^a[^b-d]\\w+?(x|y$){2,3}", "[[:alpha:]]\\x{41}", "(?i:a)(?<n>b)", "{,", "[\\d-", "(?<!a|(b))(?>c*+)\\1", "(?x: a #\\n)*", "\\Q(\\E"} {
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
