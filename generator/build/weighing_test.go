package build

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
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

// own are a reader's own figures, by their names in the address.
type own map[string]float64

// TestWeighingInBrowsers: the script that weighs a page's models for a reader's own
// figures computes and writes what the generator does for them.
func TestWeighingInBrowsers(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		required.Missing(t, "node", "there is no Node.js")
	}
	if _, err := os.Stat("../../.ci/browser/node_modules"); err != nil {
		required.Missing(t, "node", "the packages of .ci/browser are not installed")
	}
	count := 150
	if required.Is("node") {
		count = 10_000
	}
	languages := []string{"en", "bg", "it", "pt-BR", "ru", "zh-CN", "pl", "ja"}
	files := site.Theme()
	for lang, book := range map[string]string{"pl": "polish", "ja": "japanese"} {
		if files[page.StringsFile(lang)], err = os.ReadFile("../testdata/" + book + "/site/strings/" + lang + ".yaml"); err != nil {
			t.Fatal(err)
		}
	}
	theme, err := page.Load(files, languages)
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
	for i := range count {
		lang := languages[i%len(languages)]
		var entered own
		var theirModels render.Models
		var ofPage, want figure.Weighing
		if i%3 == 0 {
			sketch, workload, replaced := randomSketch(r)
			w, _ := sketch.Weigh(nil, weigh.NewCostModel(replaced))
			w.Questions = asked(workload)
			entered = randomOwn(r, w)
			theirSketch := randomSizes(r, sketch, entered)
			theirWorkload, costs := withOwnRates(workload, entered), weigh.NewCostModel(withOwnWeights(replaced, entered))
			theirModels.Weighing, theirModels.BySize = theirSketch.Weigh(asked(theirWorkload), costs)
			theirModels.Size = theirSketch.Parts
			ofPage, want = render.SketchOf(sketch, workload, weigh.NewCostModel(replaced)), render.SketchOf(theirSketch, theirWorkload, costs)
			seen["sketches"]++
			for _, m := range theirModels.Weighing.Models {
				if m.IsImpossible {
					seen["impossible"]++
				}
			}
		} else {
			models, replaced := randomWeighing(r)
			entered = randomOwn(r, models.Weighing)
			theirModels = withOwn(models, replaced, entered)
			ofPage, want = render.WeighingOf(models), render.WeighingOf(theirModels)
		}
		theirs := theirModels.Weighing
		v := theirs.Verdict()
		seen[v.Outcome.String()]++
		computed := map[string]any{"outcome": v.Outcome.String(), "best": v.Best, "alike": append([]int{}, v.Alike...)}
		var day, peak []float64
		for model := range theirs.Models {
			day, peak = append(day, theirs.Day(model)), append(peak, theirs.Peak(model))
		}
		tips, flips := [][3]float64{}, [][][]any{}
		for _, tip := range v.Tips {
			tips = append(tips, [3]float64{float64(tip.Unit), tip.Factor, float64(tip.Model)})
			seen["tips"]++
		}
		add := func(kind string, found []weigh.Flip) {
			of := [][]any{}
			for _, flip := range found {
				high := any(flip.High)
				if math.IsInf(flip.High, 1) {
					high = nil
				}
				of = append(of, []any{flip.At, flip.Low, high, flip.To})
				seen[kind]++
			}
			flips = append(flips, of)
		}
		for question := range theirs.Questions {
			add("flips", theirs.Flips(question))
		}
		add("flips of a size", theirModels.BySize.Flips(theirModels.Size))
		seen["alike"] += len(v.Alike)
		computed["day"], computed["peak"], computed["tips"], computed["flips"] = day, peak, tips, flips
		head, _, _ := strings.Cut(weighingOn(t, theme, lang, ofPage), "<tbody>")
		err := lines.Encode(map[string]any{"lang": lang, "page": head, "own": entered, "want": weighingOn(t, theme, lang, want), "computed": computed})
		if err != nil {
			run.Process.Kill()
			run.Wait()
			t.Fatalf("%v\n%s", err, said.String())
		}
	}
	for _, of := range []string{"sketches", "impossible", "indifferent", "clear", "close", "alike", "tips", "flips", "flips of a size"} {
		if seen[of] < count/20 {
			t.Errorf("only %d of %s", seen[of], of)
		}
	}
	vectors.Close()
	if err := run.Wait(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
}

// randomWeighing returns models of all kinds beside a workload, half of them at several
// sizes, and the weights that replace the default ones.
func randomWeighing(r *rand.Rand) (render.Models, map[string]float64) {
	replaced := map[string]float64{}
	for _, term := range weigh.Terms() {
		if r.IntN(8) == 0 {
			replaced[term.Name] = size(r, term.Low, term.High)
		}
	}
	of := render.Models{Workload: &guide.Workload{Data: math.Round(size(r, 1, 1e5))}}
	var questions []weigh.Question
	busy := size(r, 1e-3, 1e3) // little work in some, much in others
	for i := range 1 + r.IntN(4) {
		rate := guide.Rate{ID: fmt.Sprintf("question-%d", i), Times: round(r, size(r, 1, 1e5*busy)), Period: guide.Periods[r.IntN(len(guide.Periods))]}
		if r.IntN(2) == 0 {
			rate.Peak = round(r, size(r, 0.01, 10*busy))
		}
		if i > 0 && r.IntN(3) == 0 {
			rate.Of = "question-0"
		}
		of.Workload.Rates = append(of.Workload.Rates, rate)
		questions = append(questions, weigh.Question{ID: rate.ID, Day: rate.Day(), Peak: rate.AtPeak(), Of: rate.Of})
	}
	sizes := 1
	if r.IntN(2) == 0 {
		sizes += 1 + r.IntN(3)
	}
	now := 0.0
	for range sizes {
		now += math.Ceil(size(r, 1, 100))
		of.BySize.Sizes = append(of.BySize.Sizes, now)
		of.BySize.At = append(of.BySize.At, &weigh.Weighing{Questions: questions, CostModel: weigh.NewCostModel(replaced)})
	}
	isStraight := r.IntN(2) == 0
	for i := range 2 + r.IntN(3) {
		documents, indexes := size(r, 100, 1e6), size(r, 10, 1e5)
		amounts := make([][2]weigh.Amounts, len(questions)) // at size 0, and for each one more
		for question := range amounts {
			for j, most := range []float64{300, 20} {
				a := &amounts[question][j]
				for unit := range a {
					if r.IntN(3) > 0 {
						a[unit] = math.Round(size(r, 1, most))
					}
				}
				for _, unit := range []weigh.Unit{weigh.KiBRead, weigh.OplogKiB} {
					a[unit] *= 1.0 / 1024 * math.Round(size(r, 1, 5000))
				}
			}
		}
		roundTrips := make([]float64, len(questions))
		for question := range roundTrips {
			roundTrips[question] = float64(1 + r.IntN(4))
		}
		for j, now := range of.BySize.Sizes {
			m := weigh.Model{Name: fmt.Sprint("model-", i), Documents: math.Round(documents*now) * of.Workload.Data, Indexes: math.Round(indexes*now) * of.Workload.Data, RoundTrips: roundTrips}
			for _, a := range amounts {
				grown := now
				if !isStraight {
					grown = math.Round(now * r.Float64())
				}
				at := a[0]
				for unit := range at {
					at[unit] += grown * a[1][unit]
				}
				m.Amounts = append(m.Amounts, at)
			}
			of.BySize.At[j].Models = append(of.BySize.At[j].Models, m)
		}
	}
	shown := r.IntN(sizes)
	of.Weighing, of.Size = of.BySize.At[shown], of.BySize.Sizes[shown]
	if sizes == 1 {
		of.BySize, of.Size = weigh.BySize{}, 0
	}
	return of, replaced
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
	o := own{}
	if r.IntN(3) == 0 {
		return o // the page as it is
	}
	if r.IntN(3) == 0 {
		o["data"] = round(r, size(r, 1, 1e6))
	}
	for _, q := range w.Questions {
		switch r.IntN(6) {
		case 0, 1:
			o["q."+q.ID] = round(r, size(r, q.Day/100, q.Day*100))
		case 2:
			o["q."+q.ID] = 0
		case 3:
			o["p."+q.ID] = round(r, size(r, 0.01, 1e4))
		}
	}
	for _, term := range w.Terms() {
		if r.IntN(6) == 0 {
			o["w."+term.Name] = round(r, size(r, term.Low, term.High))
		}
	}
	return o
}

// withOwn returns the models of a page whose front matter and settings have a reader's
// own figures. What is asked more often is asked so at peak, too.
func withOwn(of render.Models, replaced map[string]float64, o own) render.Models {
	weights := withOwnWeights(replaced, o)
	theirs := render.Models{Workload: withOwnRates(of.Workload, o), Size: of.Size}
	questions := asked(theirs.Workload)
	weighed := func(w *weigh.Weighing) *weigh.Weighing {
		now := &weigh.Weighing{Questions: questions, CostModel: weigh.NewCostModel(weights)}
		for _, m := range w.Models {
			m.Documents, m.Indexes = m.Documents/of.Workload.Data*theirs.Workload.Data, m.Indexes/of.Workload.Data*theirs.Workload.Data
			now.Models = append(now.Models, m)
		}
		return now
	}
	theirs.Weighing, theirs.BySize.Sizes = weighed(of.Weighing), of.BySize.Sizes
	for _, w := range of.BySize.At {
		theirs.BySize.At = append(theirs.BySize.At, weighed(w))
	}
	return theirs
}

// withOwnRates returns a workload with a reader's own rates. A question that follows
// another is asked in proportion, unless the reader says how often.
func withOwnRates(w *guide.Workload, o own) *guide.Workload {
	theirs := &guide.Workload{Data: cmp.Or(o["data"], w.Data)}
	for _, rate := range w.Rates {
		before, peak := rate.Day(), rate.AtPeak()
		day, ok := o["q."+rate.ID]
		if followed, isThere := w.Rate(rate.Of); !ok && isThere {
			var own float64
			if own, ok = o["q."+followed.ID]; ok {
				day = before * (own / followed.Day())
			}
		}
		if ok {
			peak *= day / before
			rate.Times, rate.Period = day, guide.Periods[1]
		}
		if own, ok := o["p."+rate.ID]; ok {
			peak = own
		}
		rate.Peak = peak
		theirs.Rates = append(theirs.Rates, rate)
	}
	return theirs
}

func asked(w *guide.Workload) []weigh.Question {
	var questions []weigh.Question
	for _, rate := range w.Rates {
		questions = append(questions, weigh.Question{ID: rate.ID, Day: rate.Day(), Peak: rate.AtPeak(), Of: rate.Of})
	}
	return questions
}

// randomSketch returns a sketch with a workload, and the weights that replace the default
// ones.
func randomSketch(r *rand.Rand) (weigh.Sketch, *guide.Workload, map[string]float64) {
	models, replaced := randomWeighing(r)
	workload := &guide.Workload{Data: 1}
	for i, id := range weigh.SketchQuestions {
		rate := models.Workload.Rates[i%len(models.Workload.Rates)]
		rate.ID, rate.Of = id, ""
		workload.Rates = append(workload.Rates, rate)
	}
	return randomSizes(r, weigh.DefaultSketch, own{}), workload, replaced
}

// randomSizes returns a sketch some of whose sizes are others, which it adds to what a
// reader has entered.
func randomSizes(r *rand.Rand, s weigh.Sketch, entered own) weigh.Sketch {
	fields := []*float64{&s.Parts, &s.Part, &s.Copied, &s.Parent, &s.Parents, &s.Sharing}
	for i, of := range s.Sizes() {
		if r.IntN(2) == 0 {
			*fields[i] = math.Round(size(r, of.Low, of.High))
			entered["m."+of.Name] = *fields[i]
		}
	}
	return s
}

// withOwnWeights returns the weights that replace the default ones, with a reader's own.
func withOwnWeights(replaced map[string]float64, o own) map[string]float64 {
	weights := maps.Clone(replaced)
	for name, value := range o {
		if term, isWeight := strings.CutPrefix(name, weigh.Parameter); isWeight {
			weights[term] = value
		}
	}
	return weights
}

// weighingOn returns the figure of a weighing as it is on a page.
func weighingOn(t *testing.T, theme *page.Theme, lang string, of figure.Weighing) string {
	t.Helper()
	words := []string{"sheet of a tour", "Rename an object: title & “name”", "文档 A 的 10 个", "най-новите в"}
	g := &guide.Guide{Page: guide.Page{Slug: "weighed", Lang: lang, Meta: guide.Meta{Title: "Weighed", Updated: "2026-11-21"}}}
	var questions, models guide.Block
	for i, rate := range append(slices.Clone(of.Questions), figure.WeighedQuestion{ID: "size"}) {
		questions.Parts = append(questions.Parts, guide.Part{Number: &guide.Number{Text: words[i%len(words)], Target: guide.Target{Kind: "question", Rate: rate.ID}}})
	}
	models.Kind = guide.Comparison
	drawing := page.Drawing{Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{of}}}}}}
	for i := range of.Models {
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
	drawn, _, isWhole := strings.Cut(drawn, "</details></div>")
	if !isThere || !isWhole {
		t.Fatalf("the page has no weighing: %s", b.String())
	}
	return drawn
}

// TestConclusion: what another page says of a weighing is its verdict and one of its
// flips: for the best model and one that isn't weighed the nearest, for another the
// nearest of those that lead to it.
func TestConclusion(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 29))
	seen := map[string]int{}
	for range 300 {
		of, _ := randomWeighing(r)
		w, whole := of.Weighing, render.WeighingOf(of)
		to := func(flip figure.Phrase) int {
			with := flip.(figure.Words).With
			i := slices.IndexFunc(with, func(a figure.Argument) bool { return a.Name == "model" })
			return int(with[i].Phrase.(figure.Letter))
		}
		if w.Verdict().Outcome == weigh.Indifferent {
			if whole.Flips != nil {
				t.Fatalf("cost doesn't decide, and yet %v", whole.Flips)
			}
			seen["indifferent"]++
		}
		nearest := math.Inf(1)
		for question, q := range w.Questions {
			if flip, ok := w.Flip(question); ok {
				nearest = min(nearest, math.Abs(math.Log(flip.At/q.Day)))
			}
		}
		for i := range len(w.Models) + 1 {
			name, leads := "another", func(figure.Phrase) bool { return true }
			if i < len(w.Models) {
				name = w.Models[i].Name
			}
			if i < len(w.Models) && i != w.Best() {
				leads = func(flip figure.Phrase) bool { return to(flip) == i }
			}
			said := render.Conclusion(of, name)
			if !reflect.DeepEqual(said[0], whole.Verdict[0]) {
				t.Fatalf("%v, and the verdict is %v", said[0], whole.Verdict[0])
			}
			if has := slices.ContainsFunc(whole.Flips, leads); len(said) == 2 != has {
				t.Fatalf("%s: %v, of %v", name, said, whole.Flips)
			}
			if len(said) < 2 {
				seen["none"]++
				continue
			}
			if !leads(said[1]) || !slices.ContainsFunc(whole.Flips, func(flip figure.Phrase) bool { return reflect.DeepEqual(flip, said[1]) }) {
				t.Fatalf("%s: %v, of %v", name, said[1], whole.Flips)
			}
			isOfSize := strings.HasPrefix(said[1].(figure.Words).Key, "weigh-words.size")
			if (i == w.Best() || name == "another") && !isOfSize && !slices.ContainsFunc(w.Questions, func(q weigh.Question) bool {
				flip, ok := w.Flip(w.Question(q.ID))
				return ok && math.Abs(math.Log(flip.At/q.Day)) == nearest && reflect.DeepEqual(said[1].(figure.Words).With[0].Phrase, figure.Question(q.ID))
			}) {
				t.Fatalf("%s: %v is not the nearest of %v", name, said[1], whole.Flips)
			}
			seen["some"]++
		}
	}
	if seen["none"] < 20 || seen["some"] < 20 || seen["indifferent"] < 20 {
		t.Errorf("flips were seen so often: %v", seen)
	}
}
