package translate_test

import (
	"crypto/sha256"
	"reflect"
	"strings"
	"testing"

	"modelbook/generator/golden"
	"modelbook/generator/translate"
)

// holdUpToDate holds what is known of a translation without aligning it to what a
// comparison finds. It gives whether anything is known.
func holdUpToDate(t *testing.T, original, own *translate.Page) bool {
	t.Helper()
	base := reread(t, &translate.Base{Entries: entriesOf(original)})
	count, messages, ok := translate.UpToDate(original, own, sha256.Sum256(base.Bytes()))
	if !ok {
		return false
	}
	compared := translate.Compare(original, own, base)
	if count != compared.Count() || compared.Page() != own.Guide || len(messages)+len(compared.Messages) > 0 && !reflect.DeepEqual(messages, compared.Messages) {
		t.Errorf("seems to be %+v: %v\nbut is %+v: %v", count, messages, compared.Count(), compared.Messages)
	}
	return true
}

// TestUpToDateOfScenarios takes what becomes of pages as cases, as if each translation
// were made from the original page as it is: where that is seen, Compare agrees.
func TestUpToDateOfScenarios(t *testing.T) {
	known, unknown := 0, 0
	for _, c := range golden.Cases(t, "testdata/scenarios/*.txtar") {
		given := c.Texts()
		for _, name := range []string{"bg.md", "edited.md", "want.updated.md"} {
			switch {
			case given[name] == "":
			case holdUpToDate(t, page(t, "en", given["now.md"]), page(t, "bg", given[name])):
				known++
			default:
				unknown++
			}
		}
	}
	if known < 20 || unknown < 20 {
		t.Errorf("%d are up to date and %d perhaps not", known, unknown)
	}
}

// TestUpToDateWithMistakes holds what is told of a translation that is built as the original is.
func TestUpToDateWithMistakes(t *testing.T) {
	const original = "A `find` reads 1,000 ships; see [the guide](ports.md#s1).\n\n## Cost {#cost}\n\n### Sizes {#sizes}\n\nText of a page.[^a]\n\n```js\ndb.ships.find()\n```\n\n[^a]: <https://example.org/a>\n"
	const own = "Един `find` чете 1000 кораба; вижте [ръководството](ports.md#s1).\n\n## Цена {#cost}\n\n### Мерки {#sizes}\n\nТекст.[^a]\n\n```js\ndb.ships.find()\n```\n\n[^a]: <https://example.org/a>\n"
	for _, change := range [][2]string{
		{"", ""}, {"`find`", "`findOne`"}, {"`find`", "`find  One`"}, {"1000", "1001"}, {"1000", "хиляда"}, {"#s1", "#s2"}, {"### Мерки", "## Мерки"}, {"find()", "find({})"},
		{"Текст", "3 текста"}, {"Текст", "`текст`"}, {"example.org/a", "example.org/b"},
	} {
		if !holdUpToDate(t, page(t, "en", original), page(t, "bg", strings.Replace(own, change[0], change[1], 1))) {
			t.Errorf("%q for %q is not judged", change[1], change[0])
		}
	}
	for _, change := range [][2]string{
		{"Текст.[^a]", "Text of a page.[^a]"}, {"Текст", "<!-- +1 -->\nТекст"}, {"[^a]", "[^b]"}, {"{#cost}", "{#costs}"}, {"Текст.[^a]\n", "Текст.[^a]\n\nОще.\n"}, {"```js\ndb.ships.find()\n```\n\n", ""},
	} {
		if holdUpToDate(t, page(t, "en", original), page(t, "bg", strings.ReplaceAll(own, change[0], change[1]))) {
			t.Errorf("%q for %q seems to be up to date", change[1], change[0])
		}
	}
	if _, _, ok := translate.UpToDate(page(t, "en", original), page(t, "bg", own), [sha256.Size]byte{}); ok {
		t.Error("a translation without a base seems to be up to date")
	}
}
