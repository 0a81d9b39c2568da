package translate_test

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
	"modelbook/generator/guide"
	"modelbook/generator/parse"
	"modelbook/generator/translate"
)

// TestLint runs the cases of testdata/lint, of which its README says how to add one.
func TestLint(t *testing.T) {
	for _, c := range golden.Cases(t, "testdata/lint/*.txtar") {
		t.Run(c.Name, func(t *testing.T) {
			lang, _, _ := strings.Cut(c.Comment, ":")
			c.Compare(t, txtar.File{Name: "want", Data: []byte(lint(t, lang, c.Texts()))})
		})
	}
}

// lint returns the messages of a case, and holds that mending its marks leaves none
// to tell of.
func lint(t *testing.T, lang string, given map[string]string) string {
	linter := translate.NewLinter(theme().Locale(lang), glossary(t, given["glossary.yaml"]), glossary(t, given["en.yaml"]))
	if lang == "en" {
		return printed(t, linter.LintOriginal(page(t, lang, given["own.md"])))
	}
	var base *translate.Base
	if before, ok := given["before.md"]; ok {
		sealed, messages := translate.Compare(page(t, "en", before), page(t, lang, given["own.md"]), nil).Seal()
		if messages.Failed() {
			t.Fatal(printed(t, messages))
		}
		base = sealed
	}
	compared := translate.Compare(page(t, "en", given["en.md"]), page(t, lang, given["own.md"]), base)
	if compared.Messages.Failed() {
		t.Fatal(printed(t, compared.Messages))
	}
	mended := compared.Translated.Mend(diag.NewText(compared.Translated.Guide.File, []byte(withHead(lang, given["own.md"]))))
	again := translate.Compare(page(t, "en", given["en.md"]), page(t, lang, string(mended)), nil)
	if left := printed(t, linter.Lint(again)); strings.Contains(left, "(marks)") {
		t.Errorf("mended to\n%s\nit has still\n%s", mended, left)
	}
	return printed(t, linter.Lint(compared))
}

func glossary(t *testing.T, content string) guide.Glossary {
	t.Helper()
	if content == "" {
		return guide.Glossary{}
	}
	g, messages := parse.Glossary(diag.NewText("glossary.yaml", []byte(content)))
	if len(messages) > 0 {
		t.Fatal(printed(t, messages))
	}
	return g
}

func printed(t *testing.T, messages diag.List) string {
	t.Helper()
	var text strings.Builder
	if err := messages.Print(diag.NewTerminal(&text), "text"); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestLintOfStrings holds texts of the interface to the rules that need no
// original beside them.
func TestLintOfStrings(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"bg", "{count} байта в BSON", ""},
		{"bg", "Притежател: {name}", "1:1: \"Притежател\" is a word that is not written (forbidden)"},
		{"bg", "Въпрос", "1:1: warning: \"Въпрос\" is a word that is not written (doubtful)"},
		{"bg", "Copy", "1:1: \"Copy\" is not translated (latin)"},
		{"bg", "--replica-set", ""},
		{"it", "Copy", ""},
		{"zh-CN", "语言:", "1:1: \":\" is a half-width mark (marks)"},
		{"zh-CN", "语言：", ""},
		{"zh-CN", "{count} 个， {size}", "1:1: a space beside a full-width mark (marks)"},
	} {
		linter := translate.NewLinter(theme().Locale(c.lang), glossary(t, "forbidden:\n  притежател: родителски документ\ndoubtful:\n  въпрос: заявка\nlatin: BSON\n"), guide.Glossary{})
		messages := linter.Text(diag.Pos{File: "strings.yaml", Line: 1, Col: 1}, c.text)
		first, _, _ := strings.Cut(printed(t, messages), "\n")
		if got := strings.TrimPrefix(first, "strings.yaml:"); got != c.want || len(messages) > 1 {
			t.Errorf("%s %q: got %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

// TestLabels tells labels apart that name the same in a language and not in the original.
func TestLabels(t *testing.T) {
	original := map[string]string{"contents": "Contents", "indexes": "Indexes", "copy": "Copy", "copied": "Copied", "documents.one": "{count} document", "sign": "B"}
	for _, c := range []struct {
		name   string
		own    map[string]string
		waived map[string]string
		want   string
	}{
		{"apart", map[string]string{"contents": "Sommario", "indexes": "Indici"}, nil, ""},
		{"the same", map[string]string{"contents": "Indice", "indexes": "indice"}, nil, "contents and indexes are alike: Indice, indice (alike)"},
		{"but for number", map[string]string{"contents": "Indice", "indexes": "Indici"}, nil, "contents and indexes are alike: Indice, Indici (alike)"},
		{"as in English", map[string]string{"copied": "Copiato", "copy": "Copiata"}, nil, "copied and copy are alike: Copiato, Copiata (alike)"},
		{"with a reason", map[string]string{"copied": "Copiato", "copy": "Copiata"}, map[string]string{"copied copy": "a button"}, ""},
		{"a sentence is no label", map[string]string{"contents": "Che cosa contiene", "indexes": "Che cosa contiene"}, nil, ""},
		{"nor is a count", map[string]string{"documents.one": "{count} dato", "copy": "{count} dato"}, nil, ""},
	} {
		got := ""
		for _, m := range translate.Labels("it.yaml", c.own, original, c.waived) {
			got += m.Text
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	same := map[string]string{"a": "Voce", "b": "Voce"}
	if messages := translate.Labels("it.yaml", same, map[string]string{"a": "Entry", "b": "Entry"}, nil); len(messages) > 0 {
		t.Errorf("alike in English too: %v", messages)
	}
}
