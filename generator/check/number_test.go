package check

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ lang, text, link, want string }{
		{"en", "214 bytes", "embedded#size/ferries/0", ""},
		{"en", "1,234 documents", "embedded#count/ferries", ""},
		{"it", "1.234 documenti", "embedded#count/ferries", ""},
		{"en", "1 round trip", "embedded#cost/write/roundTrips", ""},
		{"en", "3,004 bytes", "referenced#cost/read/bytes", ""},
		{"en", "2 times", "referenced#ratio/bytes/read/embedded", ""},
		{"en", "2.0 times", "referenced#ratio/bytes/read/embedded", ""},
		{"bg", "2,00 пъти", "referenced#ratio/bytes/read/embedded", ""},
		{"en", "anything", "broken#size/ferries/0", ""},
		{"en", "215 bytes", "embedded#size/ferries/0", `"215 bytes" is not what was measured: 214 (write 214)`},
		{"it", "1.235 documenti", "embedded#count/ferries", `"1.235 documenti" is not what was measured: 1.234 (write 1.234)`},
		{"bg", "2,1 пъти", "referenced#ratio/bytes/read/embedded", `"2,1 пъти" is not what was measured: 2,0 (write 2,0)`},
		{"en", "some bytes", "embedded#size/ferries/0", `"some bytes" holds no number (write 214)`},
		{"en", "1 to 2", "embedded#size/ferries/0", `"1 to 2" holds 2 numbers (write 214)`},
		{"en", "1", "embeded#size/ferries/0", "there is no example embeded (did you mean embedded?)"},
		{"en", "1", "embedded#sizes/ferries/0", `"sizes" is not a kind of number (did you mean size?)`},
		{"en", "1", "embedded#size/ferries", "the link's fragment has 2 parts, which is not its form (write #size/<collection>/<index>)"},
		{"en", "1", "embedded#size/ferrys/0", "the example embedded has no collection ferrys (did you mean ferries?)"},
		{"en", "1", "embedded#size/ferries/1234", `"1234" is not the index of a document (ferries has 1234, the first is 0)`},
		{"en", "1", "embedded#size/ferries/-1", `"-1" is not the index of a document (ferries has 1234, the first is 0)`},
		{"en", "1", "embedded#cost/read/byte", `"byte" is not a measure (did you mean bytes?)`},
		{"en", "1", "embedded#cost/red/bytes", "the example embedded has no step red and answers no such question (did you mean read?)"},
		{"en", "1", "embedded#cost/read/documentsExamined", "documentsExamined of read was not measured (leave the number out)"},
		{"en", "1", "embedded#ratio/roundTrips/read/single", "read costs nothing in single, so nothing can be divided by it (leave the number out)"},
		{"en", "1", "embedded#ratio/bytes/write/single", "the example single has no step write and answers no such question (the steps and questions are step-read, read)"},
	} {
		name, fragment, _ := strings.Cut(c.link, "#")
		number := &guide.Number{Example: name, Fragment: strings.Split(fragment, "/"), Text: c.text, Pos: diag.Pos{File: "g.md", Line: 3, Col: 5}}
		g := &guide.Guide{Page: guide.Page{Lang: c.lang}, Blocks: []guide.Block{
			{Pos: diag.Pos{File: "g.md", Line: 2}, Source: "before\nthe line", Parts: []guide.Part{{HTML: "x"}, {Number: number}}},
		}}
		list := Figures(g, localeOf(t, c.lang), results())
		want := ""
		if c.want != "" {
			want = "g.md:3:5: " + c.want + "\n"
			if len(list) > 0 && list[0].Source != "the line" {
				t.Errorf("%s: the source line is %q", c.link, list[0].Source)
			}
		}
		if got := written(list); got != want {
			t.Errorf("%s %q:\n%s\nwant\n%s", c.link, c.text, got, want)
		}
	}
}

func TestNumbersOfWhatDidNotRun(t *testing.T) {
	all := results()
	all["embedded"].Status, all["embedded"].Steps = example.Skipped, nil
	number := &guide.Number{Example: "embedded", Fragment: []string{"cost", "read", "bytes"}, Text: "5"}
	g := &guide.Guide{Page: guide.Page{Lang: "en"}, Blocks: []guide.Block{{Parts: []guide.Part{{Number: number}}}}}
	if list := Figures(g, localeOf(t, "en"), all); len(list) > 0 {
		t.Errorf("a cost that nobody measured is wrong: %s", written(list))
	}
}
