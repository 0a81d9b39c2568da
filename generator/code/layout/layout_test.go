package layout

import (
	"strings"
	"testing"

	"modelbook/generator/figure"
)

func word(s string) Doc { return Text(figure.Token{Text: s}) }

// list is a group with brackets around Docs.
func list(docs ...Doc) Doc {
	inside := []Doc{Line("")}
	for i, d := range docs {
		if i > 0 {
			inside = append(inside, Punctuation(","), Line(" "))
		}
		inside = append(inside, d)
	}
	return Group(Punctuation("["), Indent(inside...), IfBroken(Punctuation(",")), Line(""), Punctuation("]"))
}

func TestLines(t *testing.T) {
	abc := list(word("aaa"), word("bbb"), word("ccc"))
	three := Concat(word("a"), Hard(), word("b"), Hard(), word("c"))
	two := Concat(word("a"), Hard(), word("bc"))
	for name, tt := range map[string]struct {
		doc   Doc
		width int
		want  string
	}{
		"a group has room":                      {abc, 15, "[aaa, bbb, ccc]"},
		"it has not, for what follows":          {Concat(abc, Punctuation(";")), 15, "[\n  aaa,\n  bbb,\n  ccc,\n];"},
		"what follows hangs over":               {Concat(abc, Hanging(";")), 15, "[aaa, bbb, ccc];"},
		"and free text always does":             {Concat(Free(figure.Token{Text: "x = "}), abc), 15, "x = [aaa, bbb, ccc]"},
		"a group opens though it had room":      {Open(list(word("a"))), 15, "[\n  a,\n]"},
		"an inner group is asked by itself":     {list(list(word("aaa")), list(word("bbb"), word("ccc"))), 16, "[\n  [aaa],\n  [bbb, ccc],\n]"},
		"a hard end breaks the groups around":   {list(word("a"), Concat(word("b"), Hard(), word("c"))), 60, "[\n  a,\n  b\n  c,\n]"},
		"lines are filled":                      {Group(Indent(Line(""), Fill(60, []Doc{word("aaa"), word("bbb"), word("ccc"), word("ddd")}, ","))), 12, "\n  aaa, bbb,\n  ccc, ddd"},
		"up to a width of their own":            {Group(Indent(Line(""), Fill(8, []Doc{word("aaa"), word("bbb"), word("ccc"), word("ddd")}, ","))), 12, "\n  aaa,\n  bbb,\n  ccc,\n  ddd"},
		"there is room":                         {IfRoom(5, word("yes"), word("no")), 5, "yes"},
		"there is none":                         {IfRoom(6, word("yes"), word("no")), 5, "no"},
		"there is room below":                   {IfRoomBelow(3, word("yes"), word("no")), 5, "yes"},
		"there is none below":                   {IfRoomBelow(4, word("yes"), word("no")), 5, "no"},
		"indented code has less room":           {Indent(Hard(), abc), 16, "\n  [\n    aaa,\n    bbb,\n    ccc,\n  ]"},
		"nested statements have as much":        {Nest(Hard(), abc), 15, "\n  [aaa, bbb, ccc]"},
		"of two ways the one with fewer lines":  {Best(Way{Doc: three}, Way{Doc: two}), 9, "a\nbc"},
		"but not if it is too wide":             {Best(Way{Doc: word("abc")}, Way{Doc: two}), 2, "a\nbc"},
		"nor if it counts for more":             {Best(Way{Doc: two, Penalty: 2}, Way{Doc: three}), 9, "a\nb\nc"},
		"the first of equal ones":               {Best(Way{Doc: Concat(word("ab"), Hard(), word("c"))}, Way{Doc: two}), 9, "ab\nc"},
		"a way within a way":                    {Best(Way{Doc: Best(Way{Doc: three}, Way{Doc: two})}, Way{Doc: word("abcd")}), 3, "a\nbc"},
		"a line is short enough":                {OneLine(3, word("abc"), two), 9, "abc"},
		"it is not":                             {OneLine(2, word("abc"), two), 9, "a\nbc"},
		"it is more than one":                   {OneLine(9, two, three), 9, "a\nb\nc"},
		"code that is not run":                  {Commented("# ", Concat(word("a"), Hard(), word("b"))), 9, "# a\n# b"},
		"a word goes below its name":            {Word{Name: []figure.Token{{Text: "longer: "}}, Tokens: []figure.Token{{Text: "value"}}}.Doc(), 9, "longer:\n  value"},
		"unless that would not move it left":    {Word{Name: []figure.Token{{Text: "a:"}}, Tokens: []figure.Token{{Text: "value"}}}.Doc(), 5, "a:value"},
		"a string is cut behind spaces":         {Word{Tokens: []figure.Token{{Class: figure.String, Text: "'one two three four'"}}, Joint: " +"}.Doc(), 16, "'one two ' +\n  'three four'"},
		"and needs no joint where none is said": {Word{Tokens: []figure.Token{{Class: figure.String, Text: "'one two three four'"}}}.Doc(), 16, "'one two three '\n  'four'"},
	} {
		got := strings.TrimSuffix(figure.Code{Lines: Lines(tt.doc, Margins{Width: tt.width, Step: 2}).Lines}.Text(), "\n")
		if got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

// TestStrict: in strict margins, nested statements have less room.
func TestStrict(t *testing.T) {
	nested := Nest(Hard(), list(word("aaa"), word("bbb"), word("ccc")))
	for width, want := range map[int]string{17: "\n  [aaa, bbb, ccc]", 16: "\n  [\n    aaa,\n    bbb,\n    ccc,\n  ]"} {
		got := strings.TrimSuffix(figure.Code{Lines: Lines(nested, Margins{Width: width, Step: 2, IsStrict: true}).Lines}.Text(), "\n")
		if got != want {
			t.Errorf("%d: got\n%s\nwant\n%s", width, got, want)
		}
	}
}

// TestMarks: a mark tells the line that it stands in.
func TestMarks(t *testing.T) {
	printed := Lines(Concat(word("a"), Hard(), Mark(7), word("b"), Empty(), Mark(8), word("c")), Margins{Width: 9, Step: 2})
	if want := []Position{{7, 1}, {8, 3}}; len(printed.Marks) != 2 || printed.Marks[0] != want[0] || printed.Marks[1] != want[1] {
		t.Errorf("got %v, want %v", printed.Marks, want)
	}
}
