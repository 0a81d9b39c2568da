package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// WeighFragment is the fragment of links to models that are weighed.
const WeighFragment = weigh.Fragment

// weighKind is a table of what the page's workload costs in several models, with a
// verdict and the rates at which it would be another one.
var weighKind = Kind{
	[]guide.Pattern{{Fragment: WeighFragment, Place: guide.InList}},
	func(of Models, _ guide.Target) (figure.Figure, error) {
		switch {
		case of.Workload == nil:
			return figure.Figure{}, fmt.Errorf("the models are weighed for no workload")
		case of.Weighing == nil:
			return figure.Figure{}, nil // an example did not run, or the reason was reported
		}
		return figure.Figure{Panes: onePane(WeighingOf(of))}, nil
	},
}

// SketchFragment is the first part of fragments of links to models of a sketch.
const SketchFragment = "sketch"

// sketchKind is the same of models that have not been built yet. Readers enter what there
// is of parents and parts.
var sketchKind = Kind{
	[]guide.Pattern{{Fragment: SketchFragment + "/<model>", Place: guide.InList, IsOfPage: true}},
	func(of Models, _ guide.Target) (figure.Figure, error) {
		if !slices.Equal(of.Sketched, weigh.SketchModels) {
			return figure.Figure{}, fmt.Errorf("a sketch has the models %s, in this order", strings.Join(weigh.SketchModels, ", "))
		}
		return figure.Figure{Panes: onePane(SketchOf(weigh.DefaultSketch, weigh.SketchWorkload(), of.Costs))}, nil
	},
}

// SketchOf returns the table of a sketch's models.
func SketchOf(s weigh.Sketch, workload *guide.Workload, costs weigh.CostModel) figure.Weighing {
	of := Models{Workload: workload, Size: s.Parts, isSketch: true}
	of.Weighing, of.BySize = s.Weigh(weigh.QuestionsOf(workload), costs)
	drawn := WeighingOf(of)
	drawn.Sizes = nil // the script makes them
	for _, size := range s.Sizes() {
		drawn.Sketch = append(drawn.Sketch, figure.SketchSize(size))
	}
	return drawn
}

// words returns those for a question, at the beginning of a text.
func (of Models) words(question string) figure.Phrase {
	if of.isSketch {
		return figure.Words{Key: "sketch-words." + question}
	}
	return figure.Question(question)
}

// sizeWords returns what there are more of at larger sizes.
func (of Models) sizeWords() figure.Phrase {
	if of.isSketch {
		return figure.Words{Key: "sketch-words.of-size"}
	}
	return figure.QuestionWithin("size")
}

// WeighingOf returns the table of models that are weighed.
func WeighingOf(of Models) figure.Weighing {
	w, workload := of.Weighing, of.Workload
	v := w.Verdict()
	drawn := figure.Weighing{Data: workload.Data, Cache: w.Cache, Verdict: verdict(w, v), Size: of.Size, SizeWords: of.sizeWords()}
	if v.Outcome != weigh.Indifferent {
		drawn.Best = append([]int{v.Best}, v.Alike...)
		drawn.Flips = append(flips(of), flipsOfSize(of)...)
	}
	for i, size := range of.BySize.Sizes {
		drawn.Sizes = append(drawn.Sizes, figure.WeighedSize{Size: size, Models: amountsOf(of.BySize.At[i])})
	}
	if drawn.Sizes == nil {
		drawn.Sizes = []figure.WeighedSize{{Models: amountsOf(w)}}
	}
	for _, term := range w.Terms() {
		drawn.Weights = append(drawn.Weights, figure.Weight{Name: term.Name, Value: term.Value, Low: term.Low, High: term.High})
	}
	for i := range w.Models {
		m := w.Models[i]
		if m.IsImpossible {
			m.Documents, m.Indexes = math.Inf(1), math.Inf(1)
		}
		drawn.Models = append(drawn.Models, m.Name)
		drawn.Day, drawn.Peak = append(drawn.Day, ifPossible(m, w.Day(i))), append(drawn.Peak, ifPossible(m, w.Peak(i)))
		drawn.Documents, drawn.Indexes = append(drawn.Documents, m.Documents), append(drawn.Indexes, m.Indexes)
	}
	for i, q := range w.Questions {
		rate, _ := workload.Rate(q.ID)
		row := figure.WeighedQuestion{ID: q.ID, Words: of.words(q.ID), Times: rate.Times, Period: rate.Period.Name, Day: q.Day, Peak: q.Peak, IsCached: rate.IsCached, Of: rate.Of}
		for model := range w.Models {
			m := w.Models[model]
			row.Work, row.Wait = append(row.Work, ifPossible(m, w.Work(model, i))), append(row.Wait, ifPossible(m, w.Wait(model, i)))
		}
		drawn.Questions = append(drawn.Questions, row)
	}
	return drawn
}

// ifPossible returns a number of a model, infinity if the model is impossible.
func ifPossible(m weigh.Model, n float64) float64 {
	if m.IsImpossible {
		return math.Inf(1)
	}
	return n
}

// amountsOf returns the amounts by which models are weighed.
func amountsOf(w *weigh.Weighing) []figure.WeighedModel {
	var models []figure.WeighedModel
	for _, m := range w.Models {
		of := figure.WeighedModel{Documents: m.Documents, Indexes: m.Indexes, RoundTrips: m.RoundTrips}
		for _, amounts := range m.Amounts {
			of.Amounts = append(of.Amounts, amounts[:])
		}
		models = append(models, of)
	}
	return models
}

// verdict returns sentences that say what a weighing comes to.
func verdict(w *weigh.Weighing, v weigh.Verdict) []figure.Phrase {
	best := figure.Argument{Name: "model", Phrase: figure.Letter(v.Best)}
	switch v.Outcome {
	case weigh.Indifferent:
		return []figure.Phrase{figure.Words{Key: "weigh-words.indifferent", With: []figure.Argument{{Name: "cache", Phrase: figure.Bytes(w.Cache)}}}}
	case weigh.Clear:
		return []figure.Phrase{figure.Words{Key: "weigh-words.clear", With: []figure.Argument{best}}}
	}
	said := []figure.Phrase{figure.Words{Key: "weigh-words.close", With: []figure.Argument{best}}}
	if len(v.Alike) > 0 {
		var alike figure.Enumeration
		for _, other := range append([]int{v.Best}, v.Alike...) {
			alike = append(alike, figure.Letter(other))
		}
		said = []figure.Phrase{figure.Words{Key: "weigh-words.alike", With: []figure.Argument{{Name: "models", Phrase: alike}}}}
	}
	terms := w.Terms()
	for _, tip := range v.Tips {
		term := terms[tip.Unit]
		key := "weigh-words.tip-more"
		if tip.Factor < 1 {
			key = "weigh-words.tip-less"
		}
		said = append(said, figure.Words{Key: key, With: []figure.Argument{
			{Name: "model", Phrase: figure.Letter(tip.Model)}, {Name: "unit", Phrase: figure.Words{Key: "weigh-units." + term.Name}},
			{Name: "most", Phrase: figure.Duration(weigh.Rounded(term.Value * tip.Factor))}, {Name: "here", Phrase: figure.Duration(term.Value)},
		}})
	}
	return said
}

// flips returns a sentence about each rate at which another model becomes the best.
func flips(of Models) []figure.Phrase {
	var said []figure.Phrase
	for i, q := range of.Weighing.Questions {
		for _, flip := range of.Weighing.Flips(i) {
			said = append(said, flipOf("flip", flip, q.Day, of.words(q.ID)))
		}
	}
	return said
}

// flipsOfSize returns the same about sizes of the examples.
func flipsOfSize(of Models) []figure.Phrase {
	var said []figure.Phrase
	for _, flip := range of.BySize.Flips(of.Size) {
		said = append(said, flipOf("size", flip, of.Size, of.sizeWords()))
	}
	return said
}

// Conclusion returns in two sentences what a weighing comes to for a model: the verdict,
// and, where cost decides, the flip that is nearest to the workload, by the factor between
// them, if there is one. It is a flip away from the model where that is the best or isn't
// weighed, and else one to it.
func Conclusion(of Models, model string) []figure.Phrase {
	w := of.Weighing
	best, i := w.Best(), w.Model(model)
	v := w.Verdict()
	said := verdict(w, v)[:1]
	if v.Outcome == weigh.Indifferent {
		return said
	}
	nearest := math.Inf(1)
	var sentence figure.Phrase
	consider := func(kind string, flip weigh.Flip, x float64, words figure.Phrase) {
		away := math.Abs(math.Log(flip.At / x))
		if away < nearest && (i < 0 || i == best || i == flip.To) {
			nearest, sentence = away, flipOf(kind, flip, x, words)
		}
	}
	for question, q := range w.Questions {
		for _, flip := range w.Flips(question) {
			consider("flip", flip, q.Day, of.words(q.ID))
		}
	}
	for _, flip := range of.BySize.Flips(of.Size) {
		consider("size", flip, of.Size, of.sizeWords())
	}
	if sentence != nil {
		said = append(said, sentence)
	}
	return said
}

// flipOf returns a sentence about a flip from x, of a kind that has strings for more and
// for less.
func flipOf(kind string, flip weigh.Flip, x float64, of figure.Phrase) figure.Phrase {
	key := "weigh-words." + kind + "-more"
	if flip.At < x {
		key = "weigh-words." + kind + "-less"
	}
	return figure.Words{Key: key, With: []figure.Argument{
		{Name: "question", Phrase: of}, {Name: "model", Phrase: figure.Letter(flip.To)},
		{Name: "rate", Phrase: rounded(flip.At)}, {Name: "range", Phrase: rangeOf(flip)},
	}}
}

func rangeOf(flip weigh.Flip) figure.Phrase {
	low, high := figure.Argument{Name: "low", Phrase: rounded(flip.Low)}, figure.Argument{Name: "high", Phrase: rounded(flip.High)}
	switch {
	case flip.Low == 0 && math.IsInf(flip.High, 1):
		return figure.Words{Key: "weigh-words.any"}
	case flip.Low == 0:
		return figure.Words{Key: "weigh-words.up-to", With: []figure.Argument{high}}
	case math.IsInf(flip.High, 1):
		return figure.Words{Key: "weigh-words.or-more", With: []figure.Argument{low}}
	}
	return figure.Words{Key: "weigh-words.between", With: []figure.Argument{low, high}}
}

// rounded writes a computed number with the digits that it is worth.
func rounded(n float64) figure.Phrase {
	n = weigh.Rounded(n)
	text := strconv.FormatFloat(n, 'f', -1, 64)
	decimals := 0
	for i := range text {
		if text[i] == '.' {
			decimals = len(text) - i - 1
		}
	}
	return figure.Decimal{Value: n, Decimals: decimals}
}
