package check

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// museum is a workload in which a copy saves commands of reads and costs writes.
func museum(renames float64) Conclusions {
	day := guide.Periods[1]
	workload := &guide.Workload{Data: 1, Rates: []guide.Rate{
		{ID: "sheet", Times: 3e6, Period: day, Peak: 400, Pos: diag.Pos{File: "g.md", Line: 8}},
		{ID: "rename", Times: renames, Period: day, Peak: 1, Pos: diag.Pos{File: "g.md", Line: 9}},
	}, Amounts: []guide.Amount{{ID: "tours", Value: 50}}}
	w := &weigh.Weighing{
		Questions: []weigh.Question{{ID: "sheet", Day: 3e6, Peak: 400}, {ID: "rename", Day: renames, Peak: 0.01}},
		Models: []weigh.Model{
			{Name: "referenced", Amounts: []weigh.Amounts{{weigh.Commands: 2}, {weigh.Commands: 1, weigh.DocumentsWritten: 1}}, RoundTrips: []float64{2, 1}},
			{Name: "copied", Amounts: []weigh.Amounts{{weigh.Commands: 1}, {weigh.Commands: 2, weigh.DocumentsWritten: 50}}, RoundTrips: []float64{1, 2}},
		},
		CostModel: weigh.NewCostModel(map[string]float64{"command": 40, "write": 30}),
	}
	models := []*example.Result{
		{Example: &example.Example{Name: "referenced", Collections: make([]example.Collection, 2)}},
		{Example: &example.Example{Name: "copied", Collections: []example.Collection{{}, {Indexes: make([]example.Index, 1)}}}},
	}
	return Conclusions{Workload: workload, Weighing: w, Models: models}
}

func TestConclusions(t *testing.T) {
	const otherwise = "the weighing says otherwise: "
	for _, c := range []struct {
		renames    float64
		text       string
		target     guide.Target
		want       string
		isOnlyThis bool
	}{
		{20, "3,000,000", guide.Target{Kind: "workload", Rate: "sheet"}, "", true},
		{20, "2,000,000", guide.Target{Kind: "workload", Rate: "sheet"}, `"2,000,000" is not what the front matter says: 3,000,000 (write 3,000,000)`, true},
		{20, "400", guide.Target{Kind: "workload", Rate: "sheet", End: "peak"}, "", true},
		{20, "400", guide.Target{Kind: "workload", Rate: "sheet", End: "top"}, `"top" is nothing of a rate (write #workload/sheet/peak, or leave it out)`, true},
		{20, "50", guide.Target{Kind: "workload", Rate: "tours"}, "", true},
		{20, "50", guide.Target{Kind: "workload", Rate: "tour"}, "the workload of the page has no tour (did you mean tours?)", true},
		// 3,000,000 × 40 µs are saved, 40 + 49 × 30 µs a rename are paid.
		{200, "79,000", guide.Target{Kind: "flip", Rate: "rename"}, "", true},
		{200, "51,000", guide.Target{Kind: "flip", Rate: "rename"}, `"51,000" is not where the weighing flips: 79,000 (write 79,000)`, true},
		{200, "79,000", guide.Target{Kind: "flip", Rate: "renames"}, "the workload of the page has no renames (did you mean rename?)", true},
		{200, "1", guide.Target{Kind: "flip", Rate: "rename", End: "least"}, `"least" is no end of a range (write low or high, or leave it out)`, true},
		{20, "the copy", guide.Target{Kind: "verdict", Outcome: "clear", Example: "copied"}, "", true},
		{20, "the reference", guide.Target{Kind: "verdict", Outcome: "clear", Example: "referenced"}, otherwise + "copied is clearly the best", false},
		{20, "it", guide.Target{Kind: "verdict", Outcome: "close", Example: "copied"}, otherwise + "copied is clearly the best", false},
		{20, "it", guide.Target{Kind: "verdict", Outcome: "indifferent"}, otherwise + "copied is clearly the best", false},
		{60000, "the copy", guide.Target{Kind: "verdict", Outcome: "clear", Example: "copied"}, otherwise + "copied is the best, but it is close", false},
		{100000, "the copy", guide.Target{Kind: "verdict", Outcome: "close", Example: "copied"}, "at 79,000 times a day of rename, or fewer, it is copied", false},
		{20, "it", guide.Target{Kind: "verdict", Outcome: "clear"}, "the verdict does not say which model is the best (link it to the example of a model)", true},
		{20, "it", guide.Target{Kind: "verdict", Outcome: "cleer", Example: "copied"}, `"cleer" is not what a weighing says (did you mean clear?)`, true},
		{20, "simple", guide.Target{Kind: "verdict", Outcome: "simplest", Example: "referenced"}, "", true},
		{20, "simple", guide.Target{Kind: "verdict", Outcome: "simplest", Example: "copied"}, "referenced is the simplest, with 2 collections and indexes", true},
	} {
		number := &guide.Number{Target: c.target, Text: c.text, Pos: diag.Pos{File: "g.md", Line: 3, Col: 5}}
		words := []guide.Part{{Number: question("sheet")}, {Number: question("rename")}}
		g := &guide.Guide{Page: guide.Page{Lang: "en"}, Blocks: []guide.Block{{Parts: append(words, guide.Part{Number: number})}}}
		got := ""
		all := map[string]*example.Result{"referenced": {Example: &example.Example{Name: "referenced"}}, "copied": {Example: &example.Example{Name: "copied"}}}
		for _, m := range Targets(g, localeOf(t, "en"), all, museum(c.renames)) {
			got += strings.TrimPrefix(written(diag.List{m}), "g.md:3:5: ")
		}
		got = strings.TrimSuffix(got, "\n")
		if c.isOnlyThis && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%q of %+v with %g renames:\n%s\nwant\n%s", c.text, c.target, c.renames, got, c.want)
		}
	}
}

// The letter in the text of a verdict is that of the model.
func TestLettersOfVerdicts(t *testing.T) {
	for text, want := range map[string]string{
		"choose B": "", "B it is": "", "B": "", "the copy": "", "A copy is best": "", "BSON": "", "choose D": "", "изберете B": "", "选择B": "",
		"choose A": "the letter of copied is B, not A (write B, or link it to the other model)",
		"C":        "the letter of copied is B, not C (write B, or link it to the other model)",
		"选择A":      "the letter of copied is B, not A (write B, or link it to the other model)",
	} {
		g := &guide.Guide{Page: guide.Page{Lang: "en"}, Blocks: []guide.Block{
			{Kind: guide.Example, Figures: []guide.Figure{{Target: guide.Target{Example: "copied"}}}},
			{Kind: guide.Comparison, Figures: []guide.Figure{{Target: guide.Target{Example: "referenced"}}, {Target: guide.Target{Example: "copied"}}, {Target: guide.Target{Example: "third"}}}},
		}}
		c := &checker{guide: g, locale: localeOf(t, "en")}
		c.letter(&guide.Number{Text: text, Target: guide.Target{Kind: "verdict", Example: "copied"}})
		if got := strings.TrimPrefix(strings.TrimSuffix(written(c.list), "\n"), ": "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func question(id string) *guide.Number {
	return &guide.Number{Target: guide.Target{Kind: "question", Rate: id}, Text: "words for " + id}
}

// Each question of a workload has words on its page, once.
func TestQuestionsHaveWords(t *testing.T) {
	g := &guide.Guide{Page: guide.Page{Lang: "en"}, Blocks: []guide.Block{{Parts: []guide.Part{
		{Number: question("rename")}, {Number: question("rename")}, {Number: question("tours")},
	}}}}
	want := []string{
		"the question rename has words already (tables take the words of the first: write these without a link)",
		"the workload of the page has no tours (did you mean sheet?)",
		"g.md:8: the page has no words for the question sheet (link those that tables name it by: [the sheet of a tour](#question/sheet))",
	}
	list := Targets(g, localeOf(t, "en"), nil, museum(20))
	if len(list) != 3 {
		t.Fatal(written(list))
	}
	for i, m := range list {
		if got := written(diag.List{m}); !strings.Contains(got, want[i][:20]) {
			t.Errorf("%s\nwant %s", got, want[i])
		}
	}
	if got := g.QuestionWords("rename"); got != "words for rename" {
		t.Errorf("it is called %q", got)
	}
}

// TestLeast: a sentence may say of which model a measure of a question is the least.
func TestLeast(t *testing.T) {
	model := func(name string, written int64) *example.Result {
		return &example.Result{
			Example: &example.Example{Name: name, Steps: []example.Step{{ID: "w", Answers: &example.Answers{ID: "rename"}}}}, Status: example.Passed,
			Runs: []example.Run{{Steps: []example.StepResult{{Cost: example.Cost{DocumentsWritten: example.Measured(written)}}}}},
		}
	}
	for _, c := range []struct {
		target  guide.Target
		written [2]int64
		want    string
	}{
		{guide.Target{Example: "referenced", Outcome: "least", Question: "rename", Measure: "documentsWritten"}, [2]int64{1, 50}, ""},
		{guide.Target{Example: "copied", Outcome: "least", Question: "rename", Measure: "documentsWritten"}, [2]int64{1, 50}, "referenced has the least documentsWritten of rename: 1"},
		{guide.Target{Example: "referenced", Outcome: "least", Question: "rename", Measure: "documentsWritten"}, [2]int64{2, 2}, "several models have the least documentsWritten of rename: 2"},
		{guide.Target{Example: "referenced", Outcome: "least", Question: "rename", Measure: "bytesRead"}, [2]int64{1, 50}, "bytesRead of rename was not measured of each model"},
		{guide.Target{Example: "referenced", Outcome: "least", Question: "renam", Measure: "documentsWritten"}, [2]int64{1, 50}, "no step of the example referenced answers renam"},
		{guide.Target{Example: "referenced", Outcome: "least", Question: "rename", Measure: "documentWritten"}, [2]int64{1, 50}, `"documentWritten" is not a measure`},
		{guide.Target{Example: "referenced", Outcome: "least"}, [2]int64{1, 50}, "the verdict does not say of what the model has the least"},
		{guide.Target{Example: "referenced", Outcome: "clear", Question: "rename", Measure: "documentsWritten"}, [2]int64{1, 50}, "clear is not of one measure"},
	} {
		conclusions := museum(20)
		conclusions.Models = []*example.Result{model("referenced", c.written[0]), model("copied", c.written[1])}
		all := map[string]*example.Result{"referenced": conclusions.Models[0], "copied": conclusions.Models[1]}
		c.target.Kind = "verdict"
		words := []guide.Part{{Number: question("sheet")}, {Number: question("rename")}}
		g := &guide.Guide{Page: guide.Page{Lang: "en"}, Blocks: []guide.Block{{Parts: append(words, guide.Part{Number: &guide.Number{Target: c.target, Text: "choose it"}})}}}
		got := ""
		for _, m := range Targets(g, localeOf(t, "en"), all, conclusions) {
			got += m.Text
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.target, got, c.want)
		}
	}
}
