package parse

import (
	"reflect"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

func TestGlossary(t *testing.T) {
	got, messages := Glossary(diag.NewText("content/glossary.yaml", []byte(`# words
- id: reference
  en: [reference]
  bg: [препратка]
  search:
    en: [foreign key, FK]
- id: array
  en: [array]
`)))
	want := guide.Glossary{
		{ID: "reference", Names: map[string][]string{"en": {"reference"}, "bg": {"препратка"}}, Aliases: map[string][]string{"en": {"foreign key", "FK"}}},
		{ID: "array", Names: map[string][]string{"en": {"array"}}, Aliases: map[string][]string{}},
	}
	if len(messages) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, messages, want)
	}
}

func TestGlossaryMistakes(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"reference: x\n", "this is not a list of concepts"},
		{"- id: a\n", "a concept has an id and an English name"},
		{"- en: [a]\n", "a concept has an id and an English name"},
		{"- id: a\n  en: [a]\n- id: a\n  en: [b]\n", "the concept a stands here twice"},
		{"- id: a\n  en: a\n", "this is not a list"},
		{"- id: a\n  en: [a]\n  serch: {}\n", `"serch" is not a language; write its tag, such as de or pt-BR`},
		{"", "there are no settings here"},
	} {
		_, messages := Glossary(diag.NewText("content/glossary.yaml", []byte(test.yaml)))
		found := false
		for _, m := range messages {
			found = found || m.Text == test.want && m.File == "content/glossary.yaml"
		}
		if !found {
			t.Errorf("%.40q: got %v, want %q", test.yaml, messages, test.want)
		}
	}
}
