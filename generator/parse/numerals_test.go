package parse

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

func TestNumerals(t *testing.T) {
	const example = "../../examples/a-b.json"
	for text, want := range map[string]string{
		"A tour of 12 objects, at most 1,440.":                                                            "12 1,440",
		"Code is none: `12`, nor int32, SHA-256, v8, _id3.":                                               "",
		"Ranks and units are: the 2nd, 16 MiB, 5.0, 2026-11-01.":                                          "2 16 5.0 2026 11 01",
		"It takes **40** or [41 in all](one.md#a) or *42*.":                                               "40 41 42",
		"A [214 bytes](" + example + "#size/c/0) link, and 5.":                                            "214=link:size 5",
		"A [250](#figure/saved) link.":                                                                    "250=link:figure",
		"[A step with 3](" + example + "#steps/s)":                                                        "3=caption:steps",
		"## 2. A heading of 3 {#a-4}":                                                                     "3=heading",
		"1. An item\n2. Another of 7":                                                                     "7",
		"At most 16 MiB.[^a] But 17 is not, 18.\n\n[^a]: Up to 9.":                                        "16=documented 17 18",
		"A limit, 16,[^a] holds. 17.\n\n[^a]: A.":                                                         "16=documented 17",
		"Is it 1? \"It is 2.\"[^a]\n\n[^a]: A.":                                                           "1 2=documented",
		"3.5 and 4.\n5 is in the next line.[^a]\n\n[^a]: A.":                                              "3.5 4 5=documented",
		"- One of 1.\n- Two of 2.[^a]\n\n[^a]: A.":                                                        "1 2=documented",
		"> [!TIP]\n> A tip of 9.":                                                                         "9",
		"```\n12\n```":                                                                                    "",
		"Before:\n\n- [One at 5](" + example + "#cost/q)\n- [Two](../../examples/a-c.json#cost/q)":        "5=caption:cost",
		"- [One](" + example + "#model). For 6. [7](" + example + "#count/c)":                             "6 7=link:count",
		"| Of 1 | 50 tours | 2 |\n| --- | --- | --- |\n| row 3 | [51](" + example + "#cost/s/m/50) | 4 |": "1=head 50=head:cost 2=head 3=head:cost 51=link:cost 4",
	} {
		page := "---\ntitle: A\n---\n\nLead.\n\n" + text + "\n"
		r := rules("en")
		r.Numerals = true
		g, messages := Guide(guide.Page{Lang: "en"}, diag.NewText("a.md", []byte(page)), r)
		var got []string
		for _, n := range g.Numerals {
			said := n.Text
			if place := []string{"", "link", "heading", "caption", "head"}[n.Place]; place != "" {
				said += "=" + place
			}
			if n.IsDocumented {
				said += "=documented"
			}
			for _, target := range n.Targets {
				said += ":" + target.Kind
			}
			got = append(got, said)
			if at := page[n.Offset:]; !strings.HasPrefix(at, n.Text) {
				t.Errorf("%q: %s is said to be at %.10q", text, n.Text, at)
			}
			if line := strings.Split(page, "\n")[n.Pos.Line-1]; !strings.HasPrefix(string([]rune(line)[n.Pos.Col-1:]), n.Text) {
				t.Errorf("%q: %s is said to be at %s", text, n.Text, n.Pos)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %s, want %s (%v)", text, strings.Join(got, " "), want, messages)
		}
	}
	if g, _ := Guide(guide.Page{Lang: "en"}, diag.NewText("a.md", []byte("---\ntitle: A\n---\n\nOf 12.\n")), rules("en")); g.Numerals != nil {
		t.Error(fmt.Sprint("they were not asked for: ", g.Numerals))
	}
}
