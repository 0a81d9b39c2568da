package parse

import (
	"reflect"
	"testing"

	"modelbook/generator/diag"
)

func TestSearchTerms(t *testing.T) {
	g, messages := Glossary(diag.NewText("content/en/glossary.yaml", []byte("terms:\n  reference: reference, link\nlisted:\n  root: root\nsaid:\n  root: top\nsearch:\n  reference: pointer, foreign key\nguides:\n  one-to-one: profile, user settings\n")))
	if len(messages) > 0 {
		t.Fatal(messages)
	}
	for _, test := range []struct{ got, want []string }{
		{g.Names("reference"), []string{"reference", "link"}},
		{g.Names("root"), []string{"root"}},
		{g.OnPages("reference"), []string{"reference", "link"}},
		{g.OnPages("root"), []string{"top"}},
		{g.Search["reference"], []string{"pointer", "foreign key"}},
		{g.Guides["one-to-one"], []string{"profile", "user settings"}},
		{[]string{g.Mentions[0].Slug, g.Mentions[0].Source}, []string{"one-to-one", "  one-to-one: profile, user settings"}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
