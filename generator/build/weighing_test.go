package build

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
	"modelbook/generator/required"
	"modelbook/generator/weigh"
	"modelbook/site"
)

// own are a reader's own figures.
type own struct {
	Data    float64            `json:"data,omitempty"`
	Days    map[string]float64 `json:"days"`
	Peaks   map[string]float64 `json:"peaks"`
	Weights map[string]float64 `json:"weights"`
}

// TestWeighingInBrowsers: the script that weighs a page's models for a reader's own
// figures computes and writes what the generator does for them.
func TestWeighingInBrowsers(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		required.Missing(t, "node", "there is no Node.js")
	}
	languages := []string{"en", "bg", "it", "pt-BR", "ru", "zh-CN"}
	theme, err := page.Load(site.Theme(), languages)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(node, "../../.ci/browser/weigh-vectors.mjs")
	var said bytes.Buffer
	run.Stdout, run.Stderr = &said, &said
	vectors, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := json.NewEncoder(vectors)
	seen := map[string]int{}
	r := rand.New(rand.NewPCG(1, 29))
	for i := range 10_000 {
		lang := languages[i%len(languages)]
		workload, w, replaced := randomWeighing(r)
		entered := randomOwn(r, w)
		theirs, theirWorkload := withOwn(workload, w, replaced, entered)
		v := theirs.Verdict()
		seen[v.Outcome.String()]++
		computed := map[string]any{"outcome": v.Outcome.String(), "best": v.Best}
		var day, peak []float64
		for model := range theirs.Models {
			day, peak = append(day, theirs.Day(model)), append(peak, theirs.Peak(model))
		}
		tips, flips := [][3]float64{}, [][][]any{}
		for _, tip := range v.Tips {
			tips = append(tips, [3]float64{float64(tip.Unit), tip.Factor, float64(tip.Model)})
			seen["tips"]++
		}
		for question := range theirs.Questions {
			of := [][]any{}
			for _, flip := range theirs.Flips(question) {
				high := any(flip.High)
				if math.IsInf(flip.High, 1) {
					high = nil
				}
				of = append(of, []any{flip.Rate, flip.Low, high, flip.To})
				seen["flips"]++
			}
			flips = append(flips, of)
		}
		computed["day"], computed["peak"], computed["tips"], computed["flips"] = day, peak, tips, flips
		head, _, _ := strings.Cut(weighingOn(t, theme, lang, workload, w), "<tbody>")
		err := lines.Encode(map[string]any{"lang": lang, "page": head, "own": entered, "want": weighingOn(t, theme, lang, theirWorkload, theirs), "computed": computed})
		if err != nil {
			run.Process.Kill()
			run.Wait()
			t.Fatalf("%v\n%s", err, said.String())
		}
	}
	for _, of := range []string{"indifferent", "clear", "close", "tips", "flips"} {
		if seen[of] < 500 {
			t.Errorf("only %d of %s", seen[of], of)
		}
	}
	vectors.Close()
	if err := run.Wait(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
}

// randomWeighing returns models of all sizes beside a workload, and the weights that
// replace the default ones.
func randomWeighing(r *rand.Rand) (*guide.Workload, *weigh.Weighing, map[string]float64) {
	replaced := map[string]float64{}
	for _, term := range weigh.Terms() {
		if r.IntN(8) == 0 {
			replaced[term.Name] = size(r, term.Low, term.High)
		}
	}
	w := &weigh.Weighing{CostModel: weigh.NewCostModel(replaced)}
	workload := &guide.Workload{Data: math.Round(size(r, 1, 1e5))}
	busy := size(r, 1e-3, 1e3) // little work in some, much in others
	for i := range 1 + r.IntN(4) {
		rate := guide.Rate{ID: fmt.Sprintf("question-%d", i), Times: round(r, size(r, 1, 1e5*busy)), Period: guide.Periods[r.IntN(len(guide.Periods))]}
		if r.IntN(2) == 0 {
			rate.Peak = round(r, size(r, 0.01, 10*busy))
		}
		workload.Rates = append(workload.Rates, rate)
		w.Questions = append(w.Questions, weigh.Question{ID: rate.ID, Day: rate.Day(), Peak: rate.AtPeak()})
	}
	for i := range 2 + r.IntN(3) {
		m := weigh.Model{Name: fmt.Sprint("model-", i), Documents: math.Round(size(r, 100, 1e6)) * workload.Data, Indexes: math.Round(size(r, 10, 1e5)) * workload.Data}
		for range w.Questions {
			var a weigh.Amounts
			for unit := range a {
				if r.IntN(3) > 0 {
					a[unit] = math.Round(size(r, 1, 300))
				}
			}
			for _, unit := range []weigh.Unit{weigh.KiBRead, weigh.OplogKiB} {
				a[unit] *= 1.0 / 1024 * math.Round(size(r, 1, 5000))
			}
			m.Amounts, m.RoundTrips = append(m.Amounts, a), append(m.RoundTrips, float64(1+r.IntN(4)))
		}
		w.Models = append(w.Models, m)
	}
	return workload, w, replaced
}

// size returns a number between two, each order of magnitude being as likely.
func size(r *rand.Rand, low, high float64) float64 {
	return low * math.Exp(r.Float64()*math.Log(high/low))
}

// round returns a number as people write one, sometimes.
func round(r *rand.Rand, n float64) float64 {
	if r.IntN(2) == 0 {
		return weigh.Rounded(n)
	}
	return n
}

func randomOwn(r *rand.Rand, w *weigh.Weighing) own {
	o := own{Days: map[string]float64{}, Peaks: map[string]float64{}, Weights: map[string]float64{}}
	if r.IntN(3) == 0 {
		return o // the page as it is
	}
	if r.IntN(3) == 0 {
		o.Data = round(r, size(r, 1, 1e6))
	}
	for _, q := range w.Questions {
		switch r.IntN(6) {
		case 0, 1:
			o.Days[q.ID] = round(r, size(r, q.Day/100, q.Day*100))
		case 2:
			o.Days[q.ID] = 0
		case 3:
			o.Peaks[q.ID] = round(r, size(r, 0.01, 1e4))
		}
	}
	for _, term := range w.Terms() {
		if r.IntN(6) == 0 {
			o.Weights[term.Name] = round(r, size(r, term.Low, term.High))
		}
	}
	return o
}

// withOwn returns the weighing of a page whose front matter and settings have a
// reader's own figures. What is asked more often is asked so at peak, too.
func withOwn(workload *guide.Workload, w *weigh.Weighing, replaced map[string]float64, o own) (*weigh.Weighing, *guide.Workload) {
	weights := map[string]float64{}
	for _, given := range []map[string]float64{replaced, o.Weights} {
		for name, value := range given {
			weights[name] = value
		}
	}
	theirs, asked := &weigh.Weighing{CostModel: weigh.NewCostModel(weights)}, &guide.Workload{Data: workload.Data}
	for i, q := range w.Questions {
		rate := workload.Rates[i]
		if day, ok := o.Days[q.ID]; ok {
			q.Peak *= day / q.Day
			q.Day, rate.Times, rate.Period = day, day, guide.Periods[1]
		}
		if peak, ok := o.Peaks[q.ID]; ok {
			q.Peak = peak
		}
		theirs.Questions, asked.Rates = append(theirs.Questions, q), append(asked.Rates, rate)
	}
	if o.Data > 0 {
		asked.Data = o.Data
	}
	for _, m := range w.Models {
		m.Documents, m.Indexes = m.Documents/workload.Data*asked.Data, m.Indexes/workload.Data*asked.Data
		theirs.Models = append(theirs.Models, m)
	}
	return theirs, asked
}

// weighingOn returns the figure of a weighing as it is on a page.
func weighingOn(t *testing.T, theme *page.Theme, lang string, workload *guide.Workload, w *weigh.Weighing) string {
	t.Helper()
	words := []string{"Sheet of a tour", "Rename an object: title & “name”", "文档 A 的 10 个", "Най-новите в"}
	g := &guide.Guide{Page: guide.Page{Slug: "weighed", Lang: lang, Meta: guide.Meta{Title: "Weighed", Updated: "2026-11-21"}}}
	var questions, models guide.Block
	for i, rate := range workload.Rates {
		questions.Parts = append(questions.Parts, guide.Part{Number: &guide.Number{Text: words[i], Target: guide.Target{Kind: "question", Rate: rate.ID}}})
	}
	models.Kind = guide.Comparison
	drawing := page.Drawing{Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{render.WeighingOf(w, workload)}}}}}}
	for i := range w.Models {
		models.Figures = append(models.Figures, guide.Figure{Caption: fmt.Sprint("Model ", i)})
		drawing.Letters = append(drawing.Letters, string(rune('A'+i)))
	}
	g.Blocks = []guide.Block{questions, models}
	var b strings.Builder
	err := theme.Render(&b, page.Input{
		Site: &guide.Site{Name: "Weighed", Languages: []string{lang}}, Guide: g, Lang: lang, Root: "../",
		Versions: []page.Version{{Lang: lang}}, Navigation: theme.Navigation(page.Tree{Lang: lang}), Drawings: []page.Drawing{{}, drawing},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, drawn, isThere := strings.Cut(b.String(), `<div class="weighing"`)
	drawn, _, isWhole := strings.Cut(drawn, "</ul></div>")
	if !isThere || !isWhole {
		t.Fatalf("the page has no weighing: %s", b.String())
	}
	return drawn
}
