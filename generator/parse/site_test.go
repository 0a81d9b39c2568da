package parse

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

func TestSite(t *testing.T) {
	got, messages := Site(diag.NewText("content/site.yaml", []byte(`name: Modelbook
description:
  en: A handbook
  bg: Наръчник
languages: [en, bg]
address: https://example.org/handbook
repository: https://example.org/source/
`)))
	want := guide.Site{Name: "Modelbook", Description: map[string]string{"en": "A handbook", "bg": "Наръчник"},
		Languages: []string{"en", "bg"}, Address: "https://example.org/handbook/", Addresses: "html", Repository: "https://example.org/source"}
	if len(messages) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, messages, want)
	}
}

// TestSiteSaysOnce: what is wrong is said once, with its place and what to write.
func TestSiteSaysOnce(t *testing.T) {
	for _, line := range []string{
		"address: []", "address: \"a\\nb\"", "addresses: {}", "addresses: pretty", "database: []", "database: { pag: one }", "database: { evil: one }", "database: { list: [a] }", "measures: \"\\e[31m\"", "measures: Measures", "guides: []", "guides: { parts: [One] }",
		"guides: { parts: [one, one] }", "edit: a", "name: b", "'': a",
	} {
		_, messages := Site(diag.NewText("content/site.yaml", []byte("name: M\ndescription: { en: A handbook }\nlanguages: [en]\n"+line+"\n")))
		if len(messages) != 1 || messages[0].Line != 4 || messages[0].Col == 0 || messages[0].Hint == "" || messages[0].Source != line {
			t.Errorf("%s: %+v", line, messages)
		}
	}
	for _, languages := range []string{"[en, 12]", "[en, [a]]", "[en, en]", "[en, \"\\e[31m\"]", "[en, bg]"} {
		_, messages := Site(diag.NewText("content/site.yaml", []byte("name: M\ndescription: { en: A handbook }\nlanguages: "+languages+"\n")))
		if len(messages) != 1 || messages[0].Line < 2 || messages[0].Hint == "" {
			t.Errorf("languages: %s: %+v", languages, messages)
		}
	}
}

// TestMentions: pages that must exist are noted with their places.
func TestMentions(t *testing.T) {
	site, _ := Site(diag.NewText("content/site.yaml", []byte("measures: one\ndatabase:\n  page: two\nguides: { parts: [three, four] }\n")))
	var got []string
	for _, m := range site.Mentions {
		got = append(got, fmt.Sprintf("%s %d:%d %s", m.Slug, m.Pos.Line, m.Pos.Col, m.Source))
	}
	want := []string{"one 1:11 measures: one", "two 3:9   page: two", "part-three 4:19 guides: { parts: [three, four] }", "part-four 4:26 guides: { parts: [three, four] }"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSiteMistakes(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"name: M\n", "a site has the key description; it is missing here"},
		{"name: M\nlanguage: [en]\n", "unknown key language"},
		{"languages: []\n", "a site has a language; this list is empty"},
		{"languages: [en, zh_cn]\n", `"zh_cn" is not how a language's tag is written`},
		{"languages: [en, bg, bg]\n", "bg stands here twice"},
		{"languages: [en, it]\ndescription:\n  en: text\n", "the description is missing in it"},
		{"description:\n  german: Text\n", `"german" is not a language`},
		{"languages: en\n", "this is not a list"},
		{"description: text\n", "this is not a list of keys and values"},
		{"address: http://example.org/\n", "this is not the address of a site"},
		{"address: https://name:secret@example.org/\n", "this is not the address of a site"},
		{"address: 'https://example.org/\"><script>alert(1)</script>'\n", "this is not the address of a site"},
		{"address: https://example.org/?a=b\n", "this is not the address of a site"},
		{"address: https://example.org/a b\n", "this is not the address of a site"},
		{"address: \"https://example.org/\\nx\"\n", "this is not one line of text"},
		{"addresses: \"\\e[31m\"\n", "this holds a character that is not seen, or that changes the direction of writing"},
		{"address: https://exаmple.org/\n", "this is not the address of a site"},
		{"address: //example.org/\n", "this is not the address of a site"},
		{"repository: 'https://example.org/\"onclick=x'\n", "this is not the address of a site"},
		{"database:\n  page: ../one\n", `"../one" is not the name of a page`},
		{"measures: ../one\n", `"../one" is not the name of a page`},
		{"database:\n  list: /etc/passwd.md\n", `"/etc/passwd.md" is not a file of the source`},
		{"database:\n  list: a/../../b.md\n", `"a/../../b.md" is not a file of the source`},
		{"addresses: pretty\n", "addresses are html or clean"},
		{"name: *alias\n", "this is not a text"},
		{"", "there are no settings here"},
		{"name: " + strings.Repeat("x", maxYAML), "8198 bytes of settings; at most 8192"},
	} {
		_, messages := Site(diag.NewText("content/site.yaml", []byte(test.yaml)))
		found := false
		for _, m := range messages {
			found = found || m.Text == test.want && m.File == "content/site.yaml" && m.Line > 0
		}
		if !found {
			t.Errorf("%.40q: got %v, want %q", test.yaml, messages, test.want)
		}
	}
}
