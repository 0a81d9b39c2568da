package parse

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
	"modelbook/generator/guide"
)

// segments lists the pieces of a page that are translated one by one.
func segments(g guide.Guide) []string {
	var list []string
	for _, b := range g.Blocks {
		switch b.Kind {
		case guide.Example:
			for _, f := range b.Figures {
				list = append(list, fmt.Sprintf("%v figure #%s %+v %s", f.Pos, b.Section, f.Remarks, f.Source))
			}
		case guide.Footnotes:
			for _, note := range b.Notes {
				list = append(list, fmt.Sprintf("%v note %s %+v %s", note.Pos, note.Name, note.Remarks, note.Source))
			}
		default:
			list = append(list, fmt.Sprintf("%v %d%s #%s %+v %s", b.Pos, b.Kind, b.Alert, b.Section, b.Remarks, b.Source))
		}
	}
	return list
}

// holdLines holds the blocks that lines show to those of the parser, and returns
// whether they show any. A page with mistakes has no blocks to be held to.
func holdLines(t *testing.T, lang, content string) (isKnown, isRight bool) {
	t.Helper()
	page, text := guide.Page{Slug: "index", Lang: lang, IsTranslation: lang != "en"}, diag.NewText("f.md", []byte(content))
	read, ok := Lines(page, text, rules(lang), nil)
	if !ok {
		return false, true
	}
	parsed, messages := Guide(page, text, rules(lang))
	if messages.Failed() {
		return true, false
	}
	got, want := segments(read), segments(parsed)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("the segments from %d on are\n%q\nby lines, and by the parser\n%q\nin\n%s", i, got[min(i, len(got)):], want[min(i, len(want)):], content)
			break
		}
	}
	return true, true
}

// handbook returns the pages of the handbook, by their files.
func handbook(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../content/*/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	pages := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[file] = string(content)
	}
	return pages
}

// TestLinesOfPages reads the handbook's pages and the parser's cases.
func TestLinesOfPages(t *testing.T) {
	known, all := 0, 0
	for file, content := range handbook(t) {
		isKnown, _ := holdLines(t, filepath.Base(filepath.Dir(file)), content)
		if all++; isKnown {
			known++
		} else if testing.Verbose() {
			t.Log(file)
		}
	}
	if known < all*9/10 {
		t.Errorf("lines suffice for %d pages of %d", known, all)
	}
	for _, c := range golden.Cases(t, "testdata/*.txtar") {
		holdLines(t, "en", string(c.Given[0].Data))
	}
}

// TestLinesOfRareMarks reads pages that seem to be what the parser does not see in
// them.
func TestLinesOfRareMarks(t *testing.T) {
	for _, content := range []string{
		"    ---\n", " Text.\n", "|\n|\n", "||\n|-|\n", "| a |\n| --- | --- |\n", "| a |\n| - |\n|\n", "Text.\n\n- # [B](../../examples/b.json#cost)\n", "Text.\n\n- [B](../../examples/b.json#cost)\n  ===\n",
		"[x]( ../../examples/a.json#data/x)\n", "[x `y](../../examples/a.json#data/x) `z)\n", "[x](a.md) [y](../../examples/a.json#data/x)\n", "[x]: https://example.org\n\n[x]\n", "1234567890. Text\n",
		"- a\n\n- b\n\n* c\n", "- a\n\n  b\n\n c\n", "-\n  a\n", "- a\n\n---\n", "-     a\n\n  b\n", "1. a\n1) b\n", "> a\nb\n", "> [!NOTE]\n> ===\n", ">\n> [!NOTE]\n> a\n", ">     [!NOTE]\n",
		"```\na\n\n    ```\n\nb\n```\n", "```\na\n", "``` `a` ```\n", "a\n===\n", "a\n| b |\n|---|\n", "a[^b]\n\n[^b]: c\n    d\n\n    e\n", "`a[^b]`\n\n[^b]: c\n", "a[^b] c[^d]\n\n[^d]: e\n[^b]: f\n", "a[^b]\n\n[^b]: c[^b]\n",
		"## a {#b} ##\n", "## a\n", "#a {#b}\n", "a\n## b {#c}\n", "* * *\n", "*a*\n\n**b** c\n", "<p>a</p>\n", "<!-- +1 -->\n\na\n",
	} {
		for _, before := range []string{"", "Text.\n\n"} {
			holdLines(t, "en", before+content)
		}
	}
}

// marks are pieces of Markdown that begin, end or join blocks.
var marks = []string{
	"\n", "\n\n", " ", "    ", "\t", "# ", "## A {#a}\n", "- ", "* ", "+ ", "1. ", "2) ", "> ", ">", "```", "```js\n", "~~~\n", "---", "***", "===", "| ", "|", "|---|\n", "| --- | --: |\n", ":", "`", "``", "\\",
	"[^a]", "[^a]: ", "[^b]", "[a]: ", "[a](b.md)", "](", "[", "]", ")", "!", "[x](../../examples/y.json#data/z)", "[x](../../examples/y.json#cost)", "- [x](../../examples/y.json#cost)\n", "- [x](../../examples/y.json#model). Text\n",
	"[!NOTE]", "> [!TIP]\n", "<!-- +1 -->\n", "<p>", "<https://example.org>", "*", "**", "_", "&nbsp;", "\u00a0", "{#a}", "a", "x\n", "\"",
}

// edit changes a text in one place.
func edit(random *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	i, j := random.IntN(len(lines)), random.IntN(len(lines))
	switch random.IntN(6) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, i, lines[j])
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
	case 3:
		lines[i] = marks[random.IntN(len(marks))] + lines[i]
	case 4:
		lines[i] = strings.TrimSuffix(lines[i], "\n")
	default:
		at := random.IntN(len(lines[i]) + 1)
		lines[i] = strings.ToValidUTF8(lines[i][:at]+marks[random.IntN(len(marks))]+lines[i][at:], "")
	}
	return strings.Join(lines, "")
}

// TestLinesOfEdits changes pages in random places. Most changes are mistakes, or
// nothing that lines show.
func TestLinesOfEdits(t *testing.T) {
	const rounds = 20_000
	random := rand.New(rand.NewPCG(1, 2))
	known := handbook(t)
	files := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(file string) bool { return len(known[file]) > 8000 })
	for _, c := range golden.Cases(t, "testdata/*.txtar") {
		file := "content/en/" + c.Name
		known[file], files = string(c.Given[0].Data), append(files, file)
	}
	right := 0
	for range rounds {
		file := files[random.IntN(len(files))]
		content := known[file]
		if random.IntN(2) == 0 {
			content = "Text.\n\n"
			for range 1 + random.IntN(12) {
				content += marks[random.IntN(len(marks))]
			}
		}
		for range 1 + random.IntN(4) {
			content = edit(random, content)
		}
		isKnown, isRight := holdLines(t, filepath.Base(filepath.Dir(file)), content)
		if isKnown && isRight {
			right++
		}
		if t.Failed() {
			return
		}
	}
	if right < rounds/20 {
		t.Errorf("only %d of %d edits are known and right", right, rounds)
	}
}

// FuzzLines holds the same of any page.
func FuzzLines(f *testing.F) {
	for _, c := range golden.Cases(f, "testdata/*.txtar") {
		f.Add(string(c.Given[0].Data))
	}
	f.Fuzz(func(t *testing.T, content string) {
		if isLoaded(content) {
			holdLines(t, "en", content)
		}
	})
}
