// Package weigh compares models by the work that a server does for a workload.
//
// A workload is questions with their rates; a model answers each question for
// Amounts that were counted when its example ran; Weights say what one of each
// costs. From these follow the sums, a verdict (it doesn't matter, one model is
// clearly best, or it is close) and the rates at which another model would be the
// best one, each with the range that uncertain weights leave.
//
// Sums are linear in each weight and in each rate. So nothing is sampled: the
// highest difference between two models is found at an end of each weight's range,
// and the rate at which it is zero lies between two rates at which one unit's
// difference is zero.
package weigh

import (
	"math"
	"slices"
)

// Question is something that is asked of the database, with its rates.
type Question struct {
	ID   string
	Day  float64 // times a day
	Peak float64 // times a second, when it is asked most often
	// Of is the id of the question in proportion to which this one is asked, "" for none.
	Of string
}

// Model is how one model answers.
type Model struct {
	Name    string
	Amounts []Amounts // for one run of each question, in the order of the workload
	// RoundTrips have to follow each other in one run of each question.
	RoundTrips []float64
	// Documents and Indexes are their bytes with all data of the application.
	Documents, Indexes float64
	// IsImpossible says that a document would be larger than one can be.
	IsImpossible bool
}

// Bytes are those of documents and indexes together.
func (m *Model) Bytes() float64 { return m.Documents + m.Indexes }

// Weighing is models beside a workload.
type Weighing struct {
	Questions []Question
	Models    []Model
	CostModel
}

// amounts returns what one run of a question takes: pages count as far as the cache
// has no room for the model's bytes.
func (w *Weighing) amounts(model, question int) Amounts {
	m := &w.Models[model]
	a := m.Amounts[question]
	a[Pages] *= w.outside(m.Bytes())
	return a
}

// Day returns the work that a model takes in a day, in microseconds.
func (w *Weighing) Day(model int) float64 { return w.Weights.of(w.total(model, daily)) }

// Peak returns the share of one processor that a model takes at peak: 0.25 is a
// quarter of it.
func (w *Weighing) Peak(model int) float64 { return w.Weights.of(w.total(model, atPeak)) / 1e6 }

// Run returns the work of one run of a question, in microseconds.
func (w *Weighing) Run(model, question int) float64 {
	return w.Weights.of(w.amounts(model, question))
}

// Work returns what a question takes in a day, in microseconds.
func (w *Weighing) Work(model, question int) float64 {
	return w.Run(model, question) * w.Questions[question].Day
}

// Wait returns how long one run of a question takes, in microseconds: its round trips,
// and the work.
func (w *Weighing) Wait(model, question int) float64 {
	return w.Models[model].RoundTrips[question]*w.RoundTrip + w.Run(model, question)
}

func daily(q Question) float64  { return q.Day }
func atPeak(q Question) float64 { return q.Peak }

// total returns what all questions of the workload take together.
func (w *Weighing) total(model int, rate func(Question) float64) Amounts {
	var sum Amounts
	for i, q := range w.Questions {
		sum = sum.plus(w.amounts(model, i).times(rate(q)))
	}
	return sum
}

// Question returns the index of a question, -1 if the workload has none of that id.
func (w *Weighing) Question(id string) int {
	return slices.IndexFunc(w.Questions, func(q Question) bool { return q.ID == id })
}

// IDs returns the ids of the questions.
func (w *Weighing) IDs() []string {
	ids := make([]string, len(w.Questions))
	for i, q := range w.Questions {
		ids[i] = q.ID
	}
	return ids
}

// Model returns the index of a model, -1 if there is none of that name.
func (w *Weighing) Model(name string) int {
	return slices.IndexFunc(w.Models, func(m Model) bool { return m.Name == name })
}

// Best returns the possible model with the least work a day, the first of several.
func (w *Weighing) Best() int {
	best := -1
	for i := range w.Models {
		if !w.Models[i].IsImpossible && (best < 0 || w.Day(i) < w.Day(best)) {
			best = i
		}
	}
	return best
}

// rivals returns the possible models but for the best one.
func (w *Weighing) rivals(best int) []int {
	var rivals []int
	for i := range w.Models {
		if i != best && !w.Models[i].IsImpossible {
			rivals = append(rivals, i)
		}
	}
	return rivals
}

// Outcome says how sure a verdict is.
type Outcome int

const (
	// Indifferent: no model takes a hundredth of a processor more at peak than another,
	// and each fits the cache. What a model costs does not decide.
	Indifferent Outcome = iota
	// Clear: the best model is so for all weights within a factor of four, up and
	// down, by the work of a day and at peak, and by more than a tenth.
	Clear
	// Close: with other weights another model is the best, or one costs hardly more.
	Close
)

// String returns the name by which links know an outcome.
func (o Outcome) String() string { return [...]string{"indifferent", "clear", "close"}[o] }

// Verdict is what a weighing says.
type Verdict struct {
	Outcome Outcome
	Best    int // the model with the least work a day
	// Alike are other models that cost at most a tenth more.
	Alike []int
	// Tips are what makes another model the best, if it is close: each weight that
	// does so alone within a factor of four. There are none where only several
	// together do.
	Tips []Tip
}

// Tip is a weight with which another model is the best.
type Tip struct {
	Unit   Unit
	Factor float64 // of the weight's value, nearest to 1, at which both are equal
	Model  int     // that is the best beyond it
}

const (
	sureFactor = 4    // up and down, within which weights may be wrong
	smallShare = 0.01 // of a processor
	hardlyMore = 1.1  // times the work of the best model
)

// Verdict says which model is the best and how sure that is.
func (w *Weighing) Verdict() Verdict {
	v := Verdict{Best: w.Best()}
	if w.isIndifferent(append(w.rivals(v.Best), v.Best)) {
		return v
	}
	v.Outcome = Clear
	box := w.Weights.Within(sureFactor)
	for _, other := range w.rivals(v.Best) {
		if w.Day(other) <= hardlyMore*w.Day(v.Best) {
			v.Alike, v.Outcome = append(v.Alike, other), Close
		}
		for _, rate := range []func(Question) float64{daily, atPeak} {
			if box.most(w.difference(v.Best, other, rate)) >= 0 {
				v.Outcome = Close
			}
		}
	}
	if v.Outcome == Close {
		v.Tips = w.tips(v.Best)
	}
	return v
}

func (w *Weighing) isIndifferent(models []int) bool {
	least := math.Inf(1)
	for _, i := range models {
		least = min(least, w.Peak(i))
	}
	for _, i := range models {
		if w.Peak(i) >= least+smallShare || w.Models[i].Bytes() > w.Cache {
			return false
		}
	}
	return true
}

// difference returns by how much more of each unit the workload takes with one model
// than with another.
func (w *Weighing) difference(model, other int, rate func(Question) float64) Amounts {
	return w.total(model, rate).plus(w.total(other, rate).times(-1))
}

// tips lists the weights that alone make another model the best, by the work of a day.
func (w *Weighing) tips(best int) []Tip {
	var tips []Tip
	for unit := range units {
		var nearest *Tip
		for _, other := range w.rivals(best) {
			d := w.difference(best, other, daily)
			part := w.Weights[unit] * d[unit]
			factor := 1 - w.Weights.of(d)/part // at which the whole difference is zero
			if part == 0 || factor <= 1.0/sureFactor || factor >= sureFactor {
				continue
			}
			if nearest == nil || away(factor) < away(nearest.Factor) {
				nearest = &Tip{unit, factor, other}
			}
		}
		if nearest != nil {
			tips = append(tips, *nearest)
		}
	}
	slices.SortStableFunc(tips, func(a, b Tip) int {
		switch {
		case away(a.Factor) < away(b.Factor):
			return -1
		case away(a.Factor) > away(b.Factor):
			return 1
		}
		return 0
	})
	return tips
}

// away says how far a factor is from 1, up or down.
func away(factor float64) float64 { return max(factor, 1/factor) }
