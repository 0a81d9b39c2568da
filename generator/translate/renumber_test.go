package translate_test

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/locale"
	"modelbook/generator/translate"
)

// nine writes a 9 for a 7 into each link to a size.
func nine(link, text string, _ *locale.Locale) (string, bool) {
	right := strings.Replace(text, "7", "9", 1)
	return right, right != text && strings.Contains(link, "#size/")
}

// TestRenumberWhileTranslated: a number that is written anew while a translation
// is brought up to date leaves what is to be done as it was.
func TestRenumberWhileTranslated(t *testing.T) {
	const size = "(../../examples/ships.json#size/ships/0)"
	was := page(t, "en", "A ship takes [7 bytes]"+size+".\n\nAnother is small: `7`.\n")
	own := withHead("bg", "Кораб заема [7 байта]"+size+".\n\nДруг е малък: `7`.\n")
	sealed, messages := translate.Compare(was, page(t, "bg", own), nil).Seal()
	if messages.Failed() {
		t.Fatal(messages)
	}
	changed := withHead("en", "Every ship takes [7 bytes]"+size+", with its name.\n\nAnother is small: `7`.\n")
	marked, base := translate.Compare(page(t, "en", changed), page(t, "bg", own), sealed).Update(diag.NewText("content/bg/index.md", []byte(own)))

	original := page(t, "en", changed).Renumber(diag.NewText("content/en/index.md", []byte(changed)), nine, nil)
	translated := page(t, "bg", string(marked)).Renumber(diag.NewText("content/bg/index.md", marked), nine, original)
	base = reread(t, base).Renumber(was.Locale, nine, translated)
	for name, content := range map[string]string{"en": string(original.Page), "bg": string(translated.Page), "base": string(base.Bytes())} {
		if !strings.Contains(content, "[9 ") || strings.Contains(strings.ReplaceAll(content, "`7`", ""), "[7 ") && name == "en" {
			t.Errorf("%s:\n%s", name, content)
		}
	}
	if !translated.Remarked || len(translated.Changes) != 1 || translated.Changes[0].Before != "7 байта" || translated.Changes[0].Now != "9 байта" {
		t.Errorf("got %+v", translated.Changes)
	}

	now, next := page(t, "en", string(original.Page)), reread(t, base)
	again, baseAgain := translate.Compare(now, page(t, "bg", string(translated.Page)), next).Update(diag.NewText("content/bg/index.md", translated.Page))
	if string(again) != string(translated.Page) || string(baseAgain.Bytes()) != string(base.Bytes()) {
		t.Errorf("there is more to do than before:\n%s\n%s", again, baseAgain.Bytes())
	}
	i, j := strings.Index(string(again), "<!--"), strings.Index(string(again), "-->")
	unmarked := string(again[:i]) + strings.TrimLeft(string(again[j+3:]), "\n")
	if sealed, _ := translate.Compare(now, page(t, "bg", unmarked), next).Seal(); sealed != nil {
		t.Errorf("a number that was written anew passes for a translation:\n%s", unmarked)
	}
}
