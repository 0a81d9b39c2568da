package translate_test

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/translate"
)

func noTerms(string) []string { return nil }

// texts prints the texts of units, those that need work with a question mark.
func texts(c translate.Catalog) string {
	var b strings.Builder
	for _, unit := range c.Units {
		if strings.HasPrefix(unit.Context, translate.FrontMatter) {
			continue
		}
		fmt.Fprintf(&b, "%s|%s|%s", strings.ReplaceAll(unit.Source, "\n", "/"), strings.ReplaceAll(unit.Target, "\n", "/"), unit.Previous)
		if unit.Fuzzy {
			b.WriteByte('?')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestExchangedParts: items of lists and rows of tables are units of their own, and of a
// list that changed, those that stayed as they were need no work.
func TestExchangedParts(t *testing.T) {
	const was = "- A hut has beds.\n- Many huts\n  have a warden.\n\n| Hut | Beds |\n| --- | --: |\n| Galep | 3 |\n| Orel | 5 |\n"
	const own = "- Хижата има легла.\n- Много хижи\n  имат хижар.\n\n| Хижа | Легла |\n| --- | --: |\n| Галеп | 3 |\n| Орел | 5 |\n"
	now := strings.NewReplacer("has beds", "has many beds", "Orel", "Eagle").Replace(was) + "\n- New.\n- List.\n"
	base, messages := translate.Compare(page(t, "en", was), page(t, "bg", own), nil).Seal()
	if base == nil {
		t.Fatal(messages)
	}
	compared := translate.Compare(page(t, "en", now), page(t, "bg", own), base)
	exchanged := compared.Catalog().Exchanged(noTerms)
	want := `- A hut has many beds.|- Хижата има легла.|- A hut has beds.?
- Many huts/  have a warden.|- Много хижи/  имат хижар.|
| Hut | Beds |/| --- | --: ||| Хижа | Легла |/| --- | --: ||
| Galep | 3 ||| Галеп | 3 ||
| Eagle | 5 ||| Орел | 5 ||| Orel | 5 |?
- New.||
- List.||
`
	if got := texts(exchanged); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	whole, messages := exchanged.Whole()
	for i, unit := range compared.Catalog().Units {
		if got := whole.Units[i]; len(messages) > 0 || got.Source != unit.Source || got.Target != strings.TrimRight(unit.Target, "\n") && unit.Target != "" || got.Context != unit.Context {
			t.Errorf("%v\n%+v\nwas\n%+v", messages, got, unit)
		}
	}
	exchanged.Units = exchanged.Units[:len(exchanged.Units)-1]
	if _, messages := exchanged.Whole(); len(messages) != 1 || messages[0].Text != "# list 2 has 2 parts, here are 1" {
		t.Errorf("%v", messages)
	}
}

// TestExchangedAddresses: the address of a link is a placeholder, and one that stands for
// none is an error.
func TestExchangedAddresses(t *testing.T) {
	english := page(t, "en", "See [the list](list.md#a), [the rest](https://example.com) and [its end](list.md#a) again.\n")
	own := page(t, "bg", "Вижте [още](https://example.com), [списъка](list.md#a) и пак [него](list.md#a).\n")
	catalog := translate.Compare(english, own, nil).Catalog()
	exchanged := catalog.Exchanged(func(text string) []string {
		if strings.Contains(text, "list") {
			return []string{"list = списък"}
		}
		return nil
	})
	want := "See [the list]({1}), [the rest]({2}) and [its end]({1}) again.|Вижте [още]({2}), [списъка]({1}) и пак [него]({1}).|\n"
	if got := texts(exchanged); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	file := string(exchanged.PO())
	if !strings.Contains(file, "#. list = списък\n#. {1} list.md#a\n#. {2} https://example.com\n") {
		t.Errorf("%s", file)
	}
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"[още]({2})", "[още]({3})", "{3} stands for no address: the original text has 2"},
		{"[още]({2})", "[още]({0})", "{0} stands for no address: the original text has 2"},
		{"[още]({2})", "[още]({1})", ""},
	} {
		read, messages := translate.ParsePO(diag.NewText("a.po", []byte(strings.Replace(file, c.old, c.new, 1))))
		if len(messages) > 0 {
			t.Fatal(messages)
		}
		whole, messages := read.Whole()
		got := ""
		if len(messages) > 0 {
			got = messages[0].Text
		}
		if got != c.want || c.old == "" && texts(whole) != texts(catalog) {
			t.Errorf("%q: %q\n%s", c.new, got, texts(whole))
		}
	}
}

// TestTerms: what the glossary has for the concepts of a text.
func TestTerms(t *testing.T) {
	linter := translate.NewLinter(theme().Locale("bg"), guide.Glossary{Terms: map[string][]string{"index": {"индекс"}, "shard": {"шард", "дял"}}},
		guide.Glossary{Terms: map[string][]string{"index": {"index"}, "shard": {"shard"}, "page": {"page"}}})
	if got := fmt.Sprint(linter.Terms("Two shards have one page without an index.")); got != "[index = индекс shard = шард, дял]" {
		t.Error(got)
	}
	if got := linter.Terms("Sharding is another word."); got != nil {
		t.Error(got)
	}
}
