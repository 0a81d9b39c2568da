package check

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

func TestNumbers(t *testing.T) {
	size := func(name string) guide.Target {
		return guide.Target{Kind: "size", Example: name, Collection: "ferries"}
	}
	count := func(name string) guide.Target {
		return guide.Target{Kind: "count", Example: name, Collection: "ferries"}
	}
	cost := func(name, subject, measure string) guide.Target {
		return guide.Target{Kind: "cost", Example: name, Subject: subject, Measure: measure}
	}
	ratio := func(measure, other string) guide.Target {
		return guide.Target{Kind: "ratio", Example: "referenced", Question: "read", Measure: measure, Other: other}
	}
	orders := func(name, outcome string) guide.Target {
		return guide.Target{Kind: "orders", Example: name, Orders: outcome}
	}
	for _, c := range []struct {
		lang, text string
		target     guide.Target
		want       string
	}{
		{"en", "214 bytes", size("embedded"), ""},
		{"en", "1,234 documents", count("embedded"), ""},
		{"it", "1.234 documenti", count("embedded"), ""},
		{"en", "1 round trip", cost("embedded", "write", "roundTrips"), ""},
		{"en", "3,004 bytes", cost("referenced", "read", "payload"), ""},
		{"en", "2 times", ratio("payload", "embedded"), ""},
		{"en", "2.0 times", ratio("payload", "embedded"), ""},
		{"bg", "2,00 пъти", ratio("payload", "embedded"), ""},
		{"en", "7 bytes", guide.Target{Kind: "model", Example: "embedded", ModelMeasure: "storedBytes"}, ""},
		{"en", "8 bytes", guide.Target{Kind: "model", Example: "embedded", ModelMeasure: "storedBytes"}, `"8 bytes" is not what was measured: 7 (write 7)`},
		{"en", "8 entries", guide.Target{Kind: "model", Example: "embedded", ModelMeasure: "indexEntries"}, "indexEntries of the model was not measured: a step is measured if it has \"answers\" or \"expectCost\" (leave the number out)"},
		{"en", "4 of them", orders("single", "lost"), ""},
		{"bg", "12 реда", orders("single", "orders"), ""},
		{"en", "3 of them", orders("single", "lost"), `"3 of them" is not what was measured: 4 (write 4)`},
		{"en", "3", orders("single", "repair"), `"repair" is not a count of orders (did you mean repaired?)`},
		{"en", "3", orders("embedded", "lost"), `the example embedded has no "explore" (add "explore" to it, or link to an example that has it)`},
		{"en", "anything", size("broken"), ""},
		{"en", "215 bytes", size("embedded"), `"215 bytes" is not what was measured: 214 (write 214)`},
		{"it", "1.235 documenti", count("embedded"), `"1.235 documenti" is not what was measured: 1234 (write 1234)`},
		{"it", "1,234 documenti", count("embedded"), `"1,234 documenti" is not what was measured: 1234 (write 1234)`},
		{"ru", "12 345\u00a0байт", cost("referenced", "read", "payload"), `"12 345 байт" is not what was measured: 3004 (write 3004)`},
		{"ru", "1.5\u00a0байта", cost("referenced", "read", "payload"), `"1.5" is not written as the language writes numbers, such as 12 345,5 (write 3004)`},
		{"bg", "2,1 пъти", ratio("payload", "embedded"), `"2,1 пъти" is not what was measured: 2,0 (write 2,0)`},
		{"en", "more bytes", ratio("payload", "embedded"), ""},
		{"en", "twice as many", ratio("payload", "embedded"), ""},
		{"bg", "повече", ratio("payload", "embedded"), ""},
		{"en", "more", ratio("roundTrips", "single"), ""}, // than none
		{"en", "fewer bytes", ratio("payload", "embedded"), `"fewer bytes" is wrong: it is 3,004 against 1,500 (write more)`},
		{"it", "metà", ratio("payload", "embedded"), `"metà" is wrong: it is 3004 against 1500 (write di più)`},
		{"en", "as many", ratio("payload", "embedded"), `"as many" holds no number, and no word that compares: it is 3,004 against 1,500 (write more)`},
		{"en", "fewer", size("embedded"), `"fewer" holds no number (write 214)`},
		{"en", "fewer", ratio("payload", "silent"), "no step of the example silent answers read (there are no questions)"},
		{"en", "some bytes", size("embedded"), `"some bytes" holds no number (write 214)`},
		{"en", "1 to 2", size("embedded"), `"1 to 2" holds 2 numbers (write 214)`},
		{"en", "1", size("embeded"), "there is no example embeded (did you mean embedded?)"},
		{"en", "1", guide.Target{Kind: "size", Example: "embedded", Collection: "certificates"}, "the collection certificates is empty"},
		{"en", "1", cost("embedded", "read", "documentsRead"), "documentsRead of read was not measured: explain does not show for certain what is read, as where one index serves the filter and another the sort (leave the number out)"},
		{"bg", "1", cost("embedded", "read", "documentsRead"), ""},
		{"en", "1", ratio("roundTrips", "single"), "read costs nothing in single, so nothing can be divided by it (leave the number out)"},
	} {
		number := &guide.Number{Target: c.target, Text: c.text, Pos: diag.Pos{File: "g.md", Line: 3, Col: 5}}
		g := &guide.Guide{Page: guide.Page{Lang: c.lang, IsTranslation: c.lang != "en"}, Blocks: []guide.Block{
			{Pos: diag.Pos{File: "g.md", Line: 2}, Source: "before\nthe line", Parts: []guide.Part{{HTML: "x"}, {Number: number}}},
		}}
		list := Targets(g, localeOf(t, c.lang), results(), Conclusions{})
		want := ""
		if c.want != "" {
			want = "g.md:3:5: " + c.want + "\n"
			if len(list) > 0 && list[0].Source != "the line" {
				t.Errorf("%v: the source line is %q", c.target, list[0].Source)
			}
		}
		if got := written(list); got != want {
			t.Errorf("%v %q:\n%s\nwant\n%s", c.target, c.text, got, want)
		}
	}
}

func TestNumbersOfWhatDidNotRun(t *testing.T) {
	all := results()
	all["embedded"].Status, all["embedded"].Runs = example.Skipped, nil
	number := &guide.Number{Target: guide.Target{Kind: "cost", Example: "embedded", Subject: "read", Measure: "payload"}, Text: "5"}
	g := &guide.Guide{Page: guide.Page{Lang: "en"}, Blocks: []guide.Block{{Parts: []guide.Part{{Number: number}}}}}
	if list := Targets(g, localeOf(t, "en"), all, Conclusions{}); len(list) > 0 {
		t.Errorf("a cost that nobody measured is wrong: %s", written(list))
	}
}
