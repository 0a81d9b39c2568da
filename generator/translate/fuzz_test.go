package translate_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/translate"
)

// isLoaded reports whether package load lets a text through.
func isLoaded(content string) bool {
	return utf8.ValidString(content) && !strings.ContainsFunc(content, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7F })
}

func holdPlaces(t *testing.T, content string, messages diag.List) {
	t.Helper()
	for _, m := range messages {
		if m.Line < 1 || m.Line > strings.Count(content, "\n")+1 || m.Text == "" {
			t.Errorf("%q: %v: %q", content, m.Pos, m.Text)
		}
	}
}

// FuzzBase holds that a base is read as it is written, whatever stands in it.
func FuzzBase(f *testing.F) {
	sealed, _ := translate.Compare(page(f, "en", "One.\n\n## Two {#two}\n\n\\<!-- three"), page(f, "bg", "Едно.\n\n## Две {#two}\n\n\\<!-- три"), nil).Seal()
	f.Add(string(sealed.Bytes()))
	f.Add("<!-- head -->\n\n<!-- # paragraph 0123456789ab next new -->\n\\\\<!-- a -->\n<<<<<<< ours\n")
	f.Add("<!-- head -->\n\n<!-- # paragraph e3b0c44298fc editorial x -->\n\n<!-- # paragraph e3b0c44298fc next y -->\n")
	f.Fuzz(func(t *testing.T, content string) {
		if !isLoaded(content) {
			return
		}
		base, messages := translate.ParseBase(diag.NewText("base.md", []byte(content)))
		holdPlaces(t, content, messages)
		if len(messages) > 0 {
			return
		}
		written := base.Bytes()
		again, messages := translate.ParseBase(diag.NewText("base.md", written))
		if len(messages) > 0 || string(again.Bytes()) != string(written) {
			t.Errorf("%q is written as\n%s\nand read as\n%s\n%v", content, written, again.Bytes(), messages)
		}
	})
}

// exchanged is a catalog with all that one can hold.
func exchanged() translate.Catalog {
	return translate.Catalog{File: "content/bg/one.md", Lang: "bg", Units: []translate.CatalogUnit{
		{Context: "# paragraph 1", Source: "A \"text\"\n\twith \\ <marks> & lines\n", Target: "Текст"},
		{Context: "# paragraph 2", Source: "New", Previous: "Old\nof two lines", Target: "Стар", Fuzzy: true},
		{Context: "obsolete 1", Source: "Gone", Target: "Няма го", Obsolete: true},
	}}
}

// FuzzPO holds that what is read of a PO file is written and read as the same.
func FuzzPO(f *testing.F) {
	f.Add(string(exchanged().PO()))
	f.Add("# lint: term a name\n#~ msgid \"a\"\n#~ msgstr \"b\"\nmsgid_plural \"x\"\n\"y\"\n")
	f.Fuzz(func(t *testing.T, content string) {
		if !isLoaded(content) {
			return
		}
		c, messages := translate.ParsePO(diag.NewText("one.po", []byte(content)))
		holdPlaces(t, content, messages)
		if len(messages) > 0 {
			return
		}
		written := c.PO()
		again, messages := translate.ParsePO(diag.NewText("one.po", written))
		if len(messages) > 0 || len(again.Units) != len(c.Units) {
			t.Fatalf("%q is written as\n%s\n%v", content, written, messages)
		}
		for i, unit := range again.Units {
			if was := c.Units[i]; unit.Context != was.Context || unit.Source != was.Source || unit.Target != was.Target || unit.Obsolete != was.Obsolete || !unit.Obsolete && unit.Fuzzy != was.Fuzzy {
				t.Errorf("%+v is read as %+v from\n%s", was, unit, written)
			}
		}
	})
}

// FuzzXLIFF holds the same of XLIFF files.
func FuzzXLIFF(f *testing.F) {
	content, err := exchanged().XLIFF()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(content))
	f.Add(`<xliff version="1.2"><file original="a"><body><trans-unit id="1"><source>a<x/>b</source><target state="new">&#9;</target></trans-unit></body></file></xliff>`)
	f.Fuzz(func(t *testing.T, content string) {
		if !isLoaded(content) {
			return
		}
		c, messages := translate.ParseXLIFF(diag.NewText("one.xlf", []byte(content)))
		holdPlaces(t, content, messages)
		if len(messages) > 0 {
			return
		}
		written, err := c.XLIFF()
		if err != nil {
			t.Fatal(err)
		}
		again, messages := translate.ParseXLIFF(diag.NewText("one.xlf", written))
		if len(messages) > 0 || len(again.Units) != len(c.Units) {
			t.Fatalf("%q is written as\n%s\n%v", content, written, messages)
		}
		for i, unit := range again.Units {
			if was := c.Units[i]; unit.Context != was.Context || unit.Source != was.Source || unit.Target != was.Target {
				t.Errorf("%+v is read as %+v from\n%s", was, unit, written)
			}
		}
	})
}
