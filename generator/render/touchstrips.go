package render

import (
	"cmp"
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/weigh"
)

// TouchStripsOf draws, flat, what the weighed models of cards touch for one question: the
// one by whose work of a day they differ most, of those for which they touch different
// numbers of documents; nil if there is none. The size is the largest at which documents
// can be told apart.
func TouchStripsOf(of Models) *figure.TouchStrips {
	if of.Weighing == nil {
		return nil
	}
	w := of.Weighing
	weighed := slices.DeleteFunc(slices.Clone(of.Listed), func(r *example.Result) bool {
		return !slices.ContainsFunc(w.Models, func(m weigh.Model) bool { return m.Name == r.Example.Name })
	})
	if len(weighed) < 2 {
		return nil
	}
	between := func(question int) float64 {
		var work []float64
		for model := range w.Models {
			work = append(work, w.Work(model, question))
		}
		return slices.Max(work) - slices.Min(work)
	}
	questions := make([]int, len(w.Questions))
	for i := range questions {
		questions[i] = i
	}
	slices.SortStableFunc(questions, func(a, b int) int { return cmp.Compare(between(b), between(a)) })
	for _, question := range questions {
		for _, size := range slices.Backward(sizesInCards(weighed)) {
			id := w.Questions[question].ID
			if !touchDiffers(weighed, id, size) {
				continue
			}
			if m, err := flat.touchMapOf(weighed, id, size); err == nil {
				return &figure.TouchStrips{TouchMap: m, Question: figure.Question(id)}
			}
		}
	}
	return nil
}

// touchDiffers reports whether a question is measured in all models, and touches more
// documents in one than in another.
func touchDiffers(results []*example.Result, answers string, size int) bool {
	var all []touch
	for _, r := range results {
		of := touchesOf(r, answers, size)
		if of == nil {
			return false
		}
		all = append(all, touch{read: of.all.read, written: of.all.written})
	}
	return len(slices.Compact(all)) > 1
}

// sizesInCards returns the sizes at which all of the models have few documents, 0 for the
// first.
func sizesInCards(results []*example.Result) []int {
	const most = 300
	sizes := []int{0}
	for _, size := range results[0].Example.Sizes {
		isFew := func(r *example.Result) bool {
			documents, data := 0, r.Example.Data(size)
			for _, c := range r.Example.Collections {
				documents += data.Count(c.Name)
			}
			return r.At(size) != nil && documents <= most
		}
		if !slices.ContainsFunc(results, func(r *example.Result) bool { return !isFew(r) }) {
			sizes = append(sizes, size)
		}
	}
	return sizes
}
