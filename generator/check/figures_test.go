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
			{Name: "ferries", Documents: make([]example.Document, 1234)},
			{Name: "certificates"},
		}}
		e.Collections[0].Documents[0].Raw = bson.Raw(strings.Repeat("x", 214))
		r := &example.Result{Example: e}
		for i, id := range answers {
			step := example.Step{ID: "step-" + id}
			if id != "" {
				step.Answers = &example.Answers{ID: id}
			}
			e.Steps = append(e.Steps, step)
			r.Steps = append(r.Steps, example.StepResult{Cost: example.Cost{
				RoundTrips: int64(i), DocumentsExamined: -1, Bytes: 1500 + int64(i), StoredBytes: 7,
			}})
		}
		return r
	}
	return map[string]*example.Result{
		"embedded":   answering("embedded", "read", "write"),
		"referenced": answering("referenced", "", "read", "write", "read"),
		"single":     answering("single", "read"),
		"silent":     answering("silent", ""),
		"broken":     nil,
	}
}

func localeOf(t *testing.T, lang string) *locale.Locale {
	t.Helper()
	theme, err := themes.Load(site.Theme, []string{lang, "en"})
	if err != nil {
		t.Fatal(err)
	}
	return theme.Locale(lang)
}

// linksTo reads figure links written example#fragment.
func linksTo(links []string) []guide.Figure {
	var figures []guide.Figure
	for i, link := range links {
		name, fragment, _ := strings.Cut(link, "#")
		figures = append(figures, guide.Figure{Example: name, Fragment: strings.Split(fragment, "/"), Pos: diag.Pos{Line: i + 1}})
	}
	return figures
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		kind  guide.Kind
		links []string
		want  string
	}{
		{guide.Example, []string{"embedded#data/ferries", "embedded#schema/certificates", "embedded#steps/step-read", "embedded#cost/read", "single#cost"}, ""},
		{guide.Example, []string{"broken#whatever"}, ""},
		{guide.Example, []string{"embeded#data/ferries"}, "1: there is no example embeded (did you mean embedded?)\n"},
		{guide.Example, []string{"embedded#date/ferries"}, `1: "date" is not a kind of figure (did you mean data?)` + "\n"},
		{guide.Example, []string{"embedded#data"}, "1: the link's fragment has 1 parts, which is not its form (write #data/<collection>)\n"},
		{guide.Example, []string{"embedded#schema/ferries/0"}, "1: the link's fragment has 3 parts, which is not its form (write #schema/<collection>)\n"},
		{guide.Example, []string{"embedded#data/ferrys"}, "1: the example embedded has no collection ferrys (did you mean ferries?)\n"},
		{guide.Example, []string{"embedded#steps/read"}, "1: the example embedded has no step read (the steps are step-read, step-write)\n"},
		{guide.Example, []string{"embedded#cost/raed"}, "1: no step of the example embedded answers raed (did you mean read?)\n"},
		{guide.Example, []string{"embedded#cost"}, "1: the link does not say which of 2 questions the table is about (write #cost/read or #cost/write)\n"},
		{guide.Example, []string{"silent#cost"}, "1: the steps answer no question that could be compared (give steps of each example the same \"answers\")\n"},
		{guide.Comparison, []string{"embedded#cost/read", "referenced#cost/read"}, ""},
		{guide.Comparison, []string{"embedded#cost", "single#cost"}, ""},
		{guide.Comparison, []string{"embedded#cost", "referenced#cost"}, "1: the link does not say which of 2 questions the table is about (write #cost/read or #cost/write)\n"},
		{guide.Comparison, []string{"embedded#cost/read", "referenced#cost/write"}, "2: the models of one table answer one question (write #cost/read as above)\n"},
		{guide.Comparison, []string{"embedded#cost/read", "embedded#cost/read"}, "2: the example embedded is compared with itself\n"},
		{guide.Comparison, []string{"embedded#cost/write", "single#cost/write"}, "2: no step of the example single answers write (the questions are read)\n"},
		{guide.Comparison, []string{"embedded#data/ferries", "single#data/ferries"}, "1: a list of figures compares costs, and this is \"data\" (write #cost or #cost/<answers>)\n"},
	} {
		g := &guide.Guide{Blocks: []guide.Block{{Kind: c.kind, Figures: linksTo(c.links)}}}
		list := Figures(g, localeOf(t, "en"), results())
		if got := strings.TrimPrefix(written(list), ":"); got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.links, got, c.want)
		}
	}
}
