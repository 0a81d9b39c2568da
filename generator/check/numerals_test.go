package check

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// The numerals of a page are held by links, footnotes, or what is shown where they are;
// of others a message says what they could be linked to.
func TestNumeralsAreHeld(t *testing.T) {
	l := localeOf(t, "en")
	all := results()
	all["embedded"].Example.Text = diag.NewText("examples/embedded.json", []byte("{\n\"data\": 3,\n\"step-read\": 1502,\n\"step-write\": 4 }\n"))
	for i := range all["embedded"].Example.Steps {
		all["embedded"].Example.Steps[i].Pos.Line = 3 + i
	}
	rate, _ := (&guide.Workload{}).Rate("")
	rate.ID, rate.Times, rate.Period = "read", 1490, guide.Periods[1]
	workload := &guide.Workload{Data: 1, Rates: []guide.Rate{rate}}
	cost := guide.Target{Kind: "cost", Example: "embedded", Subject: "read", Measure: "payload", Size: 50}
	for _, c := range []struct {
		name string
		n    guide.Numeral
		want string
	}{
		{"of a link", guide.Numeral{Text: "7", Place: guide.InLink, Targets: []guide.Target{{Kind: "flip"}}}, ""},
		{"of a link to a question", guide.Numeral{Text: "77.5", Place: guide.InLink, Targets: []guide.Target{{Kind: "question"}}}, "nothing holds the number 77.5 (nothing on the page is near it: "},
		{"documented", guide.Numeral{Text: "16", IsDocumented: true}, ""},
		{"measured", guide.Numeral{Text: "1,501"}, `nothing holds the number 1,501 (link it, for instance [1,501](../../examples/embedded.json#cost/write/payload) or [1,500](../../examples/embedded.json#cost/read/payload) or [1,490](#workload/read))`},
		{"of the workload", guide.Numeral{Text: "1,490"}, `nothing holds the number 1,490 (link it, for instance [1,490](#workload/read) or [1,500](../../examples/embedded.json#cost/read/payload) or [1,501](../../examples/embedded.json#cost/write/payload))`},
		{"of a figure", guide.Numeral{Text: "99.96"}, `nothing holds the number 99.96 (link it, for instance [100](#figure/hundred))`},
		{"rounded", guide.Numeral{Text: "0.2"}, `nothing holds the number 0.2 (link it, for instance [0.2](#workload/read/peak))`},
		{"miswritten", guide.Numeral{Text: "1,50"}, `nothing holds the number 1,50 ("1,50" is not written as the language writes numbers, such as 12,345.5)`},
		{"of a step", guide.Numeral{Text: "1502", Place: guide.InCaption, Targets: []guide.Target{{Kind: "steps", Example: "embedded", Step: "step-read"}}}, ""},
		{"of another step", guide.Numeral{Text: "4", Place: guide.InCaption, Targets: []guide.Target{{Kind: "steps", Example: "embedded", Step: "step-read"}}}, "nothing holds the number 4 (a caption has "},
		{"of the data", guide.Numeral{Text: "3", Place: guide.InCaption, Targets: []guide.Target{{Kind: "data", Example: "embedded", Collection: "ferries"}}}, ""},
		{"of their count", guide.Numeral{Text: "1,234", Place: guide.InCaption, Targets: []guide.Target{{Kind: "data", Example: "embedded", Collection: "ferries"}}}, ""},
		{"of a size", guide.Numeral{Text: "50", Place: guide.InCaption, Targets: []guide.Target{cost}}, ""},
		{"of a model", guide.Numeral{Text: "1502", Place: guide.InCaption, Targets: []guide.Target{{Kind: "model", Example: "embedded"}}}, "nothing holds the number 1502 (a caption has "},
		{"linked elsewhere", guide.Numeral{Text: "100", Place: guide.InCaption, Targets: []guide.Target{{Kind: "model", Example: "embedded"}}}, "nothing holds the number 100 (a caption has "},
		{"of a column", guide.Numeral{Text: "50", Place: guide.InHead, Targets: []guide.Target{cost}}, ""},
		{"of no column", guide.Numeral{Text: "51.5", Place: guide.InHead, Targets: []guide.Target{cost}}, "nothing holds the number 51.5 (nothing on the page is near it: "},
		{"of a heading", guide.Numeral{Text: "100", Place: guide.InHeading}, ""},
		{"of a heading alone", guide.Numeral{Text: "101", Place: guide.InHeading}, "nothing holds the number 101 (a heading has "},
	} {
		g := figured("en", []string{"hundred: 100"}, []string{"hundred: 100"})
		g.Blocks[0].Parts = append(g.Blocks[0].Parts, guide.Part{Number: &guide.Number{Target: guide.Target{Kind: "workload", Rate: "read"}, Text: "1,490"}})
		g.Blocks[0].Figures = []guide.Figure{{Target: guide.Target{Kind: "data", Example: "embedded"}}}
		g.Meta.Workload = workload
		linked := guide.Numeral{Text: "100", Value: "100", Place: guide.InLink, Targets: []guide.Target{{Kind: "figure", Name: "hundred"}}}
		if found := l.Numerals(c.n.Text); c.n.Value == "" && len(found) == 1 {
			c.n.Value = found[0].Value
		}
		c.n.Pos = diag.Pos{File: "g.md", Line: 20, Col: 3}
		g.Numerals = []guide.Numeral{linked, c.n}
		figures, _ := NewFigures(g, all, Conclusions{})
		got := written(Numerals(g, l, all, Conclusions{Workload: workload, Figures: figures}))
		got = strings.TrimSuffix(strings.TrimPrefix(got, "g.md:20:3: "), "\n")
		if got != c.want && (c.want == "" || strings.HasSuffix(c.want, "))") || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// The front matter has no links, so its numbers are those of the text.
func TestNumeralsOfFrontMatter(t *testing.T) {
	g := figured("en", []string{"hundred: 100"}, []string{"hundred: 100"})
	g.Meta.Keys = []guide.MetaKey{{Name: "title", Source: "After 100, `12` and 13", Line: 2, Col: 1}, {Name: "order", Line: 3, Col: 1}}
	g.Numerals = []guide.Numeral{{Text: "100", Value: "100", Place: guide.InLink, Targets: []guide.Target{{Kind: "figure", Name: "hundred"}}}}
	got := written(Numerals(g, localeOf(t, "en"), results(), Conclusions{}))
	if want := "g.md:2:1: nothing holds the number 13 (the title has the numbers that the text links or documents: say it there, or in words)\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Each rate and amount of a workload is in a sentence, or a figure is calculated from it.
func TestWorkloadIsUsed(t *testing.T) {
	workload := &guide.Workload{Rates: []guide.Rate{{ID: "read", Times: 3000, Period: guide.Periods[1], Pos: diag.Pos{File: "g.md", Line: 5}}},
		Amounts: []guide.Amount{{ID: "tours", Value: 3}, {ID: "objects", Value: 40, Pos: diag.Pos{File: "g.md", Line: 6}}}}
	conclusions := Conclusions{Workload: workload}
	g := figured("en", []string{`shown: 3 * workload.tours`}, []string{"shown: 9"})
	conclusions.Figures, _ = NewFigures(g, results(), conclusions)
	got := written(Numerals(g, localeOf(t, "en"), results(), conclusions))
	want := "g.md:5: no sentence has the rate read (link it: [3,000](#workload/read))\ng.md:6: no sentence has the amount objects (link it: [40](#workload/objects))\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	g.Blocks[0].Parts = append(g.Blocks[0].Parts, guide.Part{Number: &guide.Number{Target: guide.Target{Kind: "workload", Rate: "read"}}},
		guide.Part{Number: &guide.Number{Target: guide.Target{Kind: "workload", Rate: "objects"}}})
	if got := written(Numerals(g, localeOf(t, "en"), results(), conclusions)); got != "" {
		t.Error(got)
	}
}
