package check

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	themes "modelbook/generator/page"
	"modelbook/site"
)

// results are two examples that answer two questions in common, and one that
// could not be read.
func results() map[string]*example.Result {
	answering := func(name string, answers ...string) *example.Result {
		e := &example.Example{Name: name, Collections: []example.Collection{
			{Name: "ferries", Written: make([]example.Document, 1234)},
			{Name: "certificates"},
		}}
		e.Collections[0].Written[0].Raw = bson.Raw(strings.Repeat("x", 214))
		r := &example.Result{Example: e, Runs: make([]example.Run, 1)}
		r.Runs[0].Footprint.StoredBytes = example.Measured(7)
		for i, id := range answers {
			step := example.Step{ID: "step-" + id}
			if id != "" {
				step.Answers = &example.Answers{ID: id}
			}
			e.Steps = append(e.Steps, step)
			r.Runs[0].Steps = append(r.Runs[0].Steps, example.StepResult{Cost: example.Cost{
				RoundTrips: example.Measured(int64(i)), DocumentsRead: example.Unmeasured(example.NoPlan), Payload: example.Measured(1500 + int64(i)),
			}})
		}
		return r
	}
	all := map[string]*example.Result{
		"embedded":   answering("embedded", "read", "write"),
		"referenced": answering("referenced", "", "read", "write", "read"),
		"single":     answering("single", "read"),
		"silent":     answering("silent", ""),
		"broken":     nil,
	}
	explored := all["single"]
	explored.Orders = &example.Orders{OrderCounts: example.OrderCounts{Orders: 12, Hold: 5, Repaired: 3, Lost: 4}}
	explored.Example.Explore = &example.Explore{Expect: &example.ExpectedOrders{OrderCounts: explored.Orders.OrderCounts}}
	return all
}

// localeOf returns a language as the theme has it. Each is read once.
func localeOf(t *testing.T, lang string) *locale.Locale {
	t.Helper()
	if known := locales[lang]; known != nil {
		return known
	}
	theme, err := themes.Load(site.Theme(), []string{lang, "en"})
	if err != nil {
		t.Fatal(err)
	}
	locales[lang] = theme.Locale(lang)
	return locales[lang]
}

var locales = map[string]*locale.Locale{}

// linked is a page with figures of these targets, a line each.
func linked(lang string, targets ...guide.Target) *guide.Guide {
	block := guide.Block{Kind: guide.Example}
	for i, target := range targets {
		block.Figures = append(block.Figures, guide.Figure{Target: target, Pos: diag.Pos{Line: i + 1}})
	}
	return &guide.Guide{Page: guide.Page{Lang: lang, IsTranslation: lang != "en"}, Blocks: []guide.Block{block}}
}

func TestTargets(t *testing.T) {
	for _, c := range []struct {
		target guide.Target
		want   string
	}{
		{guide.Target{Kind: "data", Example: "embedded", Collection: "ferries"}, ""},
		{guide.Target{Kind: "steps", Example: "embedded", Step: "step-read"}, ""},
		{guide.Target{Kind: "cost", Example: "embedded", Question: "read"}, ""},
		{guide.Target{Kind: "data", Example: "broken", Collection: "whatever"}, ""},
		{guide.Target{}, ""},
		{guide.Target{Kind: "data", Example: "embeded", Collection: "ferries"}, "there is no example embeded (did you mean embedded?)\n"},
		{guide.Target{Kind: "data", Example: "embedded", Collection: "ferrys"}, "the example embedded has no collection ferrys (did you mean ferries?)\n"},
		{guide.Target{Kind: "size", Example: "embedded", Collection: "ferries", Index: 1234}, "the collection ferries has no document 1234 (it has 1234, the first is 0)\n"},
		{guide.Target{Kind: "steps", Example: "embedded", Step: "read"}, "the example embedded has no step read (the steps are step-read, step-write)\n"},
		{guide.Target{Kind: "cost", Example: "embedded", Question: "raed"}, "no step of the example embedded answers raed (did you mean read?)\n"},
		{guide.Target{Kind: "cost", Example: "embedded", Subject: "red", Measure: "payload"}, "the example embedded has no step red and answers no such question (did you mean read?)\n"},
		{guide.Target{Kind: "cost", Example: "embedded", Subject: "read", Measure: "paylod"}, "\"paylod\" is not a measure (did you mean payload?)\n"},
		{guide.Target{Kind: "cost", Example: "embedded", Subject: "read", Measure: "payload", Size: 10}, "the example embedded does not run at the size 10 (its sizes are [])\n"},
		{guide.Target{Kind: "model", Example: "embedded", ModelMeasure: "storedByte"}, "\"storedByte\" is not a measure (did you mean storedBytes?)\n"},
		{guide.Target{Kind: "ratio", Example: "embedded", Question: "read", Measure: "payload", Other: "singel"}, "there is no example singel (did you mean single?)\n"},
		{guide.Target{Kind: "ratio", Example: "embedded", Question: "write", Measure: "payload", Other: "single"}, "no step of the example single answers write (the questions are read)\n"},
	} {
		list := Targets(linked("en", c.target), localeOf(t, "en"), results(), Conclusions{})
		if got := strings.TrimPrefix(written(list), ":1: "); got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.target, got, c.want)
		}
		// What is wrong with the original page is not told of its translations.
		if list := Targets(linked("bg", c.target), localeOf(t, "bg"), results(), Conclusions{}); len(list) > 0 {
			t.Errorf("%+v is told again of a translation: %s", c.target, written(list))
		}
	}
	ownBlock := linked("bg", guide.Target{Kind: "data", Example: "embeded", Collection: "ferries"})
	ownBlock.Blocks[0].Extra = true
	if list := Targets(ownBlock, localeOf(t, "bg"), results(), Conclusions{}); len(list) != 1 {
		t.Errorf("a block of the translation's own: %s", written(list))
	}
}
