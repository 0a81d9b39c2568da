package check

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	"modelbook/generator/weigh"
)

// figured is a page with named figures, "name: expression" each, that links to some of
// them, "name: text" each. The expressions begin in column 10.
func figured(lang string, figures, links []string) *guide.Guide {
	g := &guide.Guide{Page: guide.Page{Lang: lang, File: "g.md", IsTranslation: lang != "en"}}
	for i, figure := range figures {
		name, expression, _ := strings.Cut(figure, ": ")
		pos := diag.Pos{File: "g.md", Line: i + 1, Col: 3}
		begin := pos
		begin.Col = 10
		g.Meta.Figures = append(g.Meta.Figures, guide.NamedFigure{Name: name, Pos: pos, Expression: guide.Expression{
			Text: expression, Lines: []guide.ExpressionLine{{Pos: begin, Source: figure}},
		}})
	}
	block := guide.Block{Pos: diag.Pos{File: "g.md", Line: 20}, Source: strings.Join(links, "\n")}
	for i, link := range links {
		name, text, _ := strings.Cut(link, ": ")
		block.Parts = append(block.Parts, guide.Part{Number: &guide.Number{
			Target: guide.Target{Kind: "figure", Name: name}, Text: text, Pos: diag.Pos{File: "g.md", Line: 20 + i, Col: 1},
		}})
	}
	g.Blocks = []guide.Block{block}
	return g
}

func TestFigures(t *testing.T) {
	locales := map[string]*locale.Locale{"en": localeOf(t, "en"), "it": localeOf(t, "it"), "bg": localeOf(t, "bg")}
	weighed := museum(20)
	weighed.Workload.Rates[0].Times = 3000
	weighed.Sketch, _ = weigh.DefaultSketch.Weigh(weigh.QuestionsOf(weigh.SketchWorkload()), weigh.NewCostModel(nil))
	for _, c := range []struct {
		lang    string
		figures string // separated by |
		links   string
		want    string
	}{
		{"en", `saved: payload("referenced", "read") - payload("embedded", "read")`, "saved: 1,504 bytes", ""},
		{"it", `saved: payload("referenced", "read") - payload("embedded", "read")`, "saved: 1.504 byte", ""},
		{"en", `saved: payload("referenced", "read") - payload("embedded", "read")`, "saved: 1,503 bytes", `g.md:20:1: "1,503 bytes" is not what the front matter calculates: 1,504 (write 1,504)`},
		{"bg", `share: payload("embedded", "read") / payload("referenced", "read")`, "share: 0,51", `g.md:20:1: "0,51" is not what the front matter calculates: 0,50 (write 0,50)`},
		{"en", `share: payload("embedded", "read") / payload("referenced", "read")`, "share: 0.5|share: 0.499", ""},
		{"en", `all: storedBytes("embedded") + count("embedded", "ferries") + size("embedded", "ferries", 0)`, "all: 1,455", ""},
		{"en", `day: workload.sheet * saved|saved: 2 * 3`, "day: 18,000", ""},
		{"en", `saved: 1`, "savd: 1|saved: 1", `g.md:20:1: there is no figure savd (did you mean saved?)`},
		{"bg", `saved: 1`, "savd: 1|saved: 1", ``},
		{"en", ``, "saved: 1", `g.md:20:1: there is no figure saved (write its expression under figures in the front matter)`},
		{"en", `saved: 1 - 2`, "saved: 1", `g.md:20:1: the figure saved is below zero: −1 (turn the difference round in the front matter)`},
		{"en", `saved: 1|spare: 2`, "saved: 1", `g.md:2:3: nothing uses the figure spare (link a number to #figure/spare, or delete it)`},
		{"en", `workload: 1`, "workload: 1", `g.md:1:3: workload has a meaning in expressions already (choose another name)`},
		{"en", `a: 1 + b|b: 2 * c|c: a|d: a`, "d: 1|a: 1", `g.md:3:10: the figure a needs itself: a, b, c, a (take one of them out of the circle)`},
		{"en", `a: 1 / (b - 2)|b: 2`, "a: 7", `g.md:1:12: this divides by zero`},
		{"en", `a: 1 + documentsRead("embedded", "read")`, "a: 7", `g.md:1:14: documentsRead of read was not measured: explain does not show for certain what is read, as where one index serves the filter and another the sort (leave the number out)`},
		{"en", `a: payload("embeded", "read")`, "a: 7", `g.md:1:18: there is no example embeded (did you mean embedded?)`},
		{"en", `a: payload("embedded", "raed")`, "a: 7", `g.md:1:30: the example embedded has no step raed and answers no such question (did you mean read?)`},
		{"en", `a: payload("embedded", "read", 10)`, "a: 7", `g.md:1:38: the example embedded does not run at the size 10 (its sizes are [])`},
		{"en", `a: count("embedded", "ferrys")`, "a: 7", `g.md:1:28: the example embedded has no collection ferrys (did you mean ferries?)`},
		{"en", `a: size("embedded", "ferries", 1234)`, "a: 7", `g.md:1:38: the collection ferries has no document 1234 (it has 1234, the first is 0)`},
		{"en", `a: size("embedded", "certificates", 0)`, "a: 7", `g.md:1:10: the collection certificates is empty`},
		{"en", `a: paylod("embedded", "read")`, "a: 7", `g.md:1:10: there is no function paylod (did you mean payload?)`},
		{"en", `a: payload("embedded")`, "a: 7", `g.md:1:10: the function has 1 arguments here (write payload("example", "question or step"[, size]))`},
		{"en", `a: workload.shet`, "a: 7", `g.md:1:19: there is nothing of the name shet (did you mean sheet?)`},
		{"en", `a: payload("broken", "read")|b: a + 1`, "b: 7", ``},
		// By the weights of the weighing: 40 + 30 µs; 2 × 500 + 40 × 2 + 50 × 30 µs.
		{"en", `a: work("referenced", "rename")|b: wait("copied", "rename")`, "a: 70|b: 2,580", ``},
		{"en", `a: wait("reference", "with-parts") / 1000|b: wait("embed", "with-parts") / 1000`, "a: 3.0|b: 0.67", ``},
		// 3,000,000 × 80 and 20 × 70 µs; 400 × 80 and 0.01 × 70 in a second.
		{"en", `a: day("referenced") / 1000|b: 100 * atPeak("referenced")`, "a: 240,001|b: 3.2", ``},
		{"en", `a: day("copid")`, "a: 7", `g.md:1:14: the page weighs no model copid (did you mean copied?)`},
		{"en", `a: rounded(380272)|b: rounded(2 / 3)|c: rounded(0)`, "a: 380,000|b: 0.67|c: 0", ``},
		{"en", `a: rounded("embedded")`, "a: 7", `g.md:1:18: this is not a number (write rounded(number))`},
		{"en", `a: work("copid", "rename")`, "a: 7", `g.md:1:15: the page weighs no model copid (did you mean copied?)`},
		{"en", `a: work("copied", "renam")`, "a: 7", `g.md:1:25: the weighing has no question renam (did you mean rename?)`},
		{"en", `a: work("copied", "rename", 50)`, "a: 7", `g.md:1:35: the models can't be weighed at the size 50 (take one that all of their examples have)`},
		{"en", `a: work("embed", "change", 50)`, "a: 7", `g.md:1:34: a model that has not been built has no examples, and so no sizes of them (leave the size out)`},
		{"en", `a: work("copied")`, "a: 7", `g.md:1:10: the function has 1 arguments here (write work("model", "question"[, size]))`},
	} {
		split := func(list string) []string { return strings.FieldsFunc(list, func(r rune) bool { return r == '|' }) }
		original := figured("en", split(c.figures), split(c.links))
		figures, list := NewFigures(original, results(), weighed)
		if c.lang != "en" {
			list = nil // which the original page tells
		}
		list = append(list, Targets(figured(c.lang, nil, split(c.links)), locales[c.lang], results(), Conclusions{Figures: figures})...)
		if got := strings.TrimSuffix(written(list), "\n"); got != c.want {
			t.Errorf("%s, %s:\n%s\nwant\n%s", c.figures, c.links, got, c.want)
		}
		for _, m := range list {
			if m.Source == "" {
				t.Errorf("%s: no line of the file is shown with %q", c.figures, m.Text)
			}
		}
	}
}

// Where nothing has run, figures have no values, and that is no mistake of theirs.
func TestFiguresOfWhatDidNotRun(t *testing.T) {
	workload := museum(20).Workload
	figures := []string{`a: payload("broken", "read") / b * c`, `b: 1 + flip["` + workload.Rates[0].ID + `"]`, "c: 2 + flip.size", "spare: a"}
	_, list := NewFigures(figured("en", figures, nil), results(), Conclusions{Workload: workload})
	if got, want := written(list), "g.md:4:3: nothing uses the figure spare (link a number to #figure/spare, or delete it)\n"; got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	_, list = NewFigures(figured("en", []string{"a: flip.parts"}, []string{"a: 7"}), results(), Conclusions{Workload: workload})
	if got := written(list); !strings.Contains(got, "there is nothing of the name parts") {
		t.Errorf("a question that the workload does not have: %q", got)
	}
}

func TestCorrectedFigures(t *testing.T) {
	figures, _ := NewFigures(figured("en", []string{`saved: payload("embedded", "read")`}, []string{"saved: 1"}), results(), Conclusions{})
	if got, ok := Corrected("#figure/saved", "some 1,234 bytes", localeOf(t, "en"), results(), Conclusions{Figures: figures}); !ok || got != "some 1,500 bytes" {
		t.Errorf("%q, %v", got, ok)
	}
	for _, link := range []string{"#figure/savd", "#figure", "#threshold", "x.json#figure/saved"} {
		if got, ok := Corrected(link, "1,234", localeOf(t, "en"), results(), Conclusions{Figures: figures}); ok {
			t.Errorf("%s: %q", link, got)
		}
	}
	if got, ok := Corrected("#figure/saved", "1,500 bytes", localeOf(t, "en"), results(), Conclusions{Figures: figures}); ok {
		t.Errorf("what is right is written anew: %q", got)
	}
}

func TestFigureExamples(t *testing.T) {
	g := figured("en", []string{`a: payload("embedded", "read") + b`, `b: count("single", "ferries") / payload("embedded", "read")`}, nil)
	got := FigureExamples(&g.Meta, func(name string) bool { return results()[name] != nil })
	if strings.Join(got, " ") != "embedded single" {
		t.Error(got)
	}
}

// What is measured of a question or a model is a function of expressions by its name.
func TestEachMeasureIsAFunction(t *testing.T) {
	functions := (&Figures{guide: &guide.Guide{}}).names().Functions
	for _, name := range slices.Concat(example.Measures, example.FootprintMeasures) {
		if _, ok := functions[name]; !ok {
			t.Errorf("expressions have no function %s", name)
		}
	}
}

// Each figure is calculated once, however often others name it: fifty that name the one
// before a hundred times would otherwise never end.
func TestFiguresAreCalculatedOnce(t *testing.T) {
	figures, last := []string{"a: 1"}, "a"
	for i := range 49 {
		name := "f" + strconv.Itoa(i)
		figures = append(figures, name+": ("+strings.Repeat(last+" + ", 99)+last+") / 100")
		last = name
	}
	calculated, list := NewFigures(figured("en", figures, []string{last + ": 1"}), results(), Conclusions{})
	if len(list) > 0 {
		t.Error(written(list))
	}
	if value := calculated.values[last]; value != 1 {
		t.Errorf("the last is %g", value)
	}
}
