package translate

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// page makes a guide of lines: "# id" is a heading, "+" before a kind says one
// more, other words are a kind of block and what it repeats.
func page(file string, lines ...string) *guide.Guide {
	g := &guide.Guide{Page: guide.Page{File: file, Meta: guide.Meta{At: map[string]diag.Pos{}}}}
	words := map[string]guide.Kind{"text": guide.Paragraph, "list": guide.List, "example": guide.Example, "alert": guide.Alert, "table": guide.Table}
	for i, line := range lines {
		rest, extra := strings.CutPrefix(line, "+")
		kind, repeats, _ := strings.Cut(rest, " ")
		b := guide.Block{Kind: words[kind], Pos: diag.Pos{File: file, Line: i + 1, Col: 1}, Source: line, Extra: extra}
		if level := strings.Count(kind, "#"); level > 0 {
			b.Kind, b.Heading = guide.HeadingBlock, &guide.Heading{Level: level + 1, ID: repeats, Pos: b.Pos}
			repeats = ""
		}
		for _, word := range strings.Fields(repeats) {
			fixed := guide.Fixed{Kind: guide.LinkTarget, Text: word, Pos: diag.Pos{File: file, Line: i + 1, Col: 1 + strings.Index(line, word)}}
			if strings.HasPrefix(word, "`") {
				fixed.Kind = guide.InlineCode
			}
			b.Fixed = append(b.Fixed, fixed)
		}
		if b.Kind == guide.Alert {
			b.Alert, b.Fixed = repeats, nil
		}
		g.Blocks = append(g.Blocks, b)
	}
	return g
}

func TestParity(t *testing.T) {
	english := []string{"text `x` a.md", "# one", "text", "list", "# two", "table b.md", "## three", "alert note"}
	for _, test := range []struct {
		name  string
		lines []string
		want  []string // position and text, then the hint
	}{
		{"the same", english, nil},
		{"code named more often", []string{"text `x` `x` a.md", "# one", "text", "list", "# two", "table b.md", "## three", "alert note"}, nil},
		{"one more", []string{"text `x` a.md", "# one", "text", "+text", "list", "# two", "table b.md", "+# four", "list", "## three", "alert note"}, nil},
		{"another id", []string{"text `x` a.md", "# uno", "text", "list", "# two", "table b.md", "## three", "alert note"},
			[]string{"bg:2:1: the English page has no section {#uno} | write {#one}; in English: en:2:1"}},
		{"section missing", []string{"text `x` a.md", "# one", "text", "list", "## three", "alert note"},
			[]string{"bg:2:1: the section {#two} is missing after this one | in English: en:5:1"}},
		{"section too much", []string{"text `x` a.md", "# one", "text", "list", "# two", "table b.md", "## three", "alert note", "# four", "text"},
			[]string{"bg:9:1: the English page has no section {#four} | leave it out, or write <!-- +1 --> before it"}},
		{"sections swapped", []string{"text `x` a.md", "# two", "table b.md", "# one", "text", "list", "## three", "alert note"},
			[]string{"bg:2:1: the section {#two} stands here, in English {#one} | in English: en:2:1"}},
		{"another level", []string{"text `x` a.md", "# one", "text", "list", "# two", "table b.md", "# three", "alert note"},
			[]string{"bg:7:1: the heading {#three} is of level 2, in English of level 3 | in English: en:7:1"}},
		{"block missing", []string{"text `x` a.md", "# one", "text", "# two", "table b.md", "## three", "alert note"},
			[]string{"bg:3:1: a list is missing after this | in English: en:4:1"}},
		{"block too much", []string{"text `x` a.md", "text", "# one", "text", "list", "# two", "table b.md", "## three", "alert note"},
			[]string{"bg:2:1: a paragraph that the English section does not have | leave it out, or write <!-- +1 --> before it"}},
		{"another kind", []string{"text `x` a.md", "# one", "list", "list", "# two", "table b.md", "## three", "alert tip"},
			[]string{"bg:3:1: a list stands here, in English a paragraph | in English: en:3:1",
				"bg:8:1: an alert of kind tip stands here, in English an alert of kind note | in English: en:8:1"}},
		{"another link", []string{"text `x` a.md#a", "# one", "text", "list", "# two", "table b.md b.md", "## three", "alert note"},
			[]string{"bg:1:10: the link a.md#a is a.md in English | in English: en:1:10",
				"bg:6:7: the link b.md is not in the English text | in English: en:6:1"}},
		{"code left out", []string{"text a.md", "# one", "text `y`", "list", "# two", "table b.md", "## three", "alert note"},
			[]string{"bg:1:1: the inline code `x` of the English text is missing | in English: en:1:6",
				"bg:3:6: the inline code `y` is not in the English text | in English: en:3:1"}},
	} {
		var got []string
		for _, m := range Parity(page("en", english...), page("bg", test.lines...)).Sorted() {
			got = append(got, m.Pos.String()+": "+m.Text+" | "+m.Hint)
			if m.Source == "" {
				t.Errorf("%s: %s has no source line", test.name, m.Text)
			}
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

func TestParityMeta(t *testing.T) {
	english, translation := page("en", "text"), page("bg", "text")
	english.Meta = guide.Meta{Part: "one", Order: 1, At: map[string]diag.Pos{"part": {File: "en", Line: 2}, "order": {File: "en", Line: 3}}}
	translation.Meta = guide.Meta{Part: "edno", Order: 1, At: map[string]diag.Pos{"part": {File: "bg", Line: 2}, "order": {File: "bg", Line: 3}}}
	messages := Parity(english, translation)
	if len(messages) != 1 || messages[0].Text != "part is one in English" || messages[0].Line != 2 || messages[0].Hint != "in English: en:2" {
		t.Errorf("got %v", messages)
	}
}
