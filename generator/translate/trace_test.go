package translate_test

import (
	"strings"
	"testing"

	"modelbook/generator/golden"
	"modelbook/generator/translate"
)

// holdTrace holds what two traces say to what a comparison finds. It gives
// whether they say that the translation is whole.
func holdTrace(t *testing.T, original, own *translate.Page, base *translate.Base, before, after string) bool {
	t.Helper()
	count, ok := translate.Whole(base.Bytes(), []byte(before))
	if !ok || !translate.NewTrace([]byte(after)).Matches(translate.NewTrace([]byte(before))) {
		return false
	}
	compared := translate.Compare(original, own, base)
	if compared.Count() != count || compared.Messages.Failed() || compared.Page() != own.Guide {
		t.Errorf("seems whole, but is %+v of %+v: %v\n%s", compared.Count(), count, compared.Messages, after)
	}
	return true
}

// TestTraceOfScenarios takes what becomes of translations as cases: most are not
// whole, however small the difference.
func TestTraceOfScenarios(t *testing.T) {
	whole := 0
	for _, c := range golden.Cases(t, "testdata/scenarios/*.txtar") {
		given := c.Texts()
		now := page(t, "en", given["now.md"])
		for _, name := range []string{"bg.md", "edited.md", "want.updated.md"} {
			if given[name] == "" {
				continue
			}
			own := page(t, "bg", given[name])
			// As if it were made from the original page as it is: only what its lines
			// tell can show that it was not.
			sealed := &translate.Base{Entries: entriesOf(now)}
			if holdTrace(t, now, own, reread(t, sealed), withHead("en", given["now.md"]), withHead("bg", given[name])) {
				whole++
			}
		}
	}
	if whole == 0 {
		t.Error("no translation is seen to be whole")
	}
}

func entriesOf(p *translate.Page) []translate.Entry {
	entries := make([]translate.Entry, len(p.Segments))
	for i, s := range p.Segments {
		entries[i].Segment = translate.Segment{Place: s.Place, Kind: s.Kind, Text: s.Text}
	}
	return entries
}

// TestTraceOfDifferences changes one line of a translation that is whole.
func TestTraceOfDifferences(t *testing.T) {
	original := strings.Join([]string{
		"A `find` reads 1,000 ships; see [the guide](ports.md#s1).", "", "## Cost {#cost}", "", "Text.[^a]", "", "- One `x`", "- Two", "",
		"```js", "db.ships.find()", "```", "", "| Name | Size |", "| --- | ---: |", "| Ship | 12 |", "", "> [!NOTE]", "> Mind the tide.", "", "[^a]: <https://example.org/a>", "",
	}, "\n")
	own := strings.NewReplacer("A `find` reads 1,000 ships; see [the guide]", "Un `find` legge 1,000 navi; vedi [la guida]", "Cost {", "Costo {", "Text.", "Testo.",
		"One", "Uno", "Two", "Due", "Name | Size", "Nome | Misura", "Ship |", "Nave |", "Mind the tide.", "Bada alla marea.").Replace(original)
	trace := func(lang, body string) *translate.Trace { return translate.NewTrace([]byte(withHead(lang, body))) }
	if !trace("it", own).Matches(trace("en", original)) {
		t.Fatal("the translation is not seen to be whole")
	}
	for _, change := range [][2]string{
		{"`find`", "`findOne`"}, {"1,000", "1,001"}, {"1,000", "1 000"}, {"ports.md#s1", "ports.md#s2"}, {"## Costo", "### Costo"}, {"{#cost}", "{#costs}"}, {"Testo.", "Text."},
		{"Testo.[^a]", "Testo."}, {"- Due\n", ""}, {"- Due", "* Due"}, {"- Due", "\n- Due"}, {"find()", "find({})"}, {"```js", "```json"}, {"| Nave | 12 |\n", ""}, {"| 12 |", "| 13 |"},
		{"---:", ":---"}, {"[!NOTE]", "[!TIP]"}, {"> Bada", "Bada"}, {"example.org/a", "example.org/b"}, {"Testo.", "<!-- todo --> Testo."}, {"Testo.", "Testo.\n\nAltro."},
		{"Testo.[^a]\n", "Testo.[^a]\n===\n"}, {"Testo.", "    Testo."}, {"Testo.", `\Testo.`}, {"Due", "Due\n  - Tre"}, {"```js", "````js"}, {"Uno", "Uno |"}, {"Testo.", "[Testo](ports.md)."},
	} {
		changed := strings.Replace(own, change[0], change[1], 1)
		if changed == own {
			t.Fatalf("%q is not in the page", change[0])
		}
		if trace("it", changed).Matches(trace("en", original)) {
			t.Errorf("%q for %q is not seen", change[1], change[0])
		}
	}
	if wrapped := strings.Replace(own, " legge", "\nlegge", 1); !trace("it", wrapped).Matches(trace("en", original)) {
		t.Error("a line that is broken elsewhere counts as a difference")
	}
}
