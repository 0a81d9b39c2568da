package parse

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// workloadKeys are the keys of a workload and how each is read.
var workloadKeys = keys[guide.Workload]{
	"size":    func(s *settings, w *guide.Workload, n ast.Node) { w.Size = s.integer(n) },
	"data":    func(s *settings, w *guide.Workload, n ast.Node) { w.Data = s.amount(n) },
	"rates":   func(s *settings, w *guide.Workload, n ast.Node) { w.Rates = s.rates(n) },
	"amounts": func(s *settings, w *guide.Workload, n ast.Node) { w.Amounts = s.amounts(n) },
}

func (s *settings) workload(n ast.Node) *guide.Workload {
	w := guide.Workload{Data: 1, Pos: s.pos(n)}
	workloadKeys.read(s, s.entries(n, "rates: {open-order: {day: 5000, peak: 3}}"), map[string]diag.Pos{}, &w)
	if w.Data < 1 {
		w.Data = 1 // which was reported
	}
	rates := map[string]bool{}
	for _, rate := range w.Rates {
		rates[rate.ID] = true
	}
	for _, amount := range w.Amounts {
		if rates[amount.ID] {
			s.failAt(amount.Pos, amount.ID+" is the name of a rate and of an amount", "a link could mean either: choose another name for the amount")
		}
	}
	return &w
}

// rates reads a mapping of questions to their rates.
func (s *settings) rates(n ast.Node) []guide.Rate {
	var rates []guide.Rate
	seen := map[string]diag.Pos{}
	for _, entry := range s.entries(n, "open-order: {day: 5000, peak: 3}") {
		id := s.key(entry, seen)
		if id == "" {
			continue
		}
		if !isID(id) {
			s.fail(entry.Key, fmt.Sprintf("%q is not a question's name: letters a to z, digits and hyphens", id), "")
			continue
		}
		rate := guide.Rate{ID: id, Pos: seen[id]}
		s.rate(entry.Value, &rate)
		rates = append(rates, rate)
	}
	// A question follows one that follows none, so that each rate has one source.
	follows := map[string]string{}
	for _, rate := range rates {
		follows[rate.ID] = rate.Of
	}
	for _, rate := range rates {
		of, isThere := follows[rate.Of]
		switch {
		case rate.Of == "":
		case !isThere:
			s.failAt(rate.Pos, fmt.Sprintf("%s follows %q, which has no rate", rate.ID, rate.Of), diag.Suggest(rate.Of, "questions", slices.Collect(maps.Keys(follows))))
		case of != "":
			s.failAt(rate.Pos, fmt.Sprintf("%s follows %s, which itself follows %s", rate.ID, rate.Of, of), "let it follow a question that follows none")
		}
	}
	return rates
}

// rate reads how often something is asked: { day: 3000, peak: 2 }.
func (s *settings) rate(n ast.Node, rate *guide.Rate) {
	of := keys[guide.Rate]{
		"peak":   func(s *settings, r *guide.Rate, n ast.Node) { r.Peak = s.amount(n) },
		"cached": func(s *settings, r *guide.Rate, n ast.Node) { r.IsCached = s.flag(n) },
		"of":     func(s *settings, r *guide.Rate, n ast.Node) { r.Of = s.string(n) },
	}
	for _, period := range guide.Periods {
		of[period.Name] = func(s *settings, r *guide.Rate, n ast.Node) {
			if r.Period.Name != "" {
				s.fail(n, fmt.Sprintf("%s is asked so often a %s already", r.ID, r.Period.Name), "keep one of the two")
			}
			r.Times, r.Period = s.amount(n), period
		}
	}
	before := len(s.messages)
	of.read(s, s.entries(n, "day: 5000"), map[string]diag.Pos{}, rate)
	if rate.Period.Name == "" {
		if len(s.messages) == before {
			s.fail(n, "how often "+rate.ID+" is asked is missing", "write { day: 5000, peak: 3 }: times an hour, day, week, month or year, and at peak times a second")
		}
		rate.Times, rate.Period = 1, guide.Periods[1]
	}
	// Rates are rounded by those who write them.
	if mean := rate.Mean(); rate.Peak > 0 && rate.Peak < 0.9*mean && len(s.messages) == before {
		s.fail(n, fmt.Sprintf("%s is asked less often at peak than on average, which is %s times a second", rate.ID, strconv.FormatFloat(weigh.Rounded(mean), 'f', -1, 64)), "peak is in times a second")
	}
}

// amounts reads a mapping of names to numbers.
func (s *settings) amounts(n ast.Node) []guide.Amount {
	var amounts []guide.Amount
	seen := map[string]diag.Pos{}
	for _, entry := range s.entries(n, "guests: 40") {
		if id := s.key(entry, seen); id != "" {
			if !isID(id) {
				s.fail(entry.Key, fmt.Sprintf("%q is not a name: letters a to z, digits and hyphens", id), "")
			}
			amounts = append(amounts, guide.Amount{ID: id, Value: s.amount(entry.Value), Pos: seen[id]})
		}
	}
	return amounts
}

// flag reads true or false.
func (s *settings) flag(n ast.Node) bool {
	flag, ok := n.(*ast.BoolNode)
	if !ok {
		s.fail(n, "this is not true or false", "")
		return false
	}
	return flag.Value
}

// mostAmount keeps the sums of a workload within what is written exactly.
const mostAmount = 1e12

// amount reads a number above 0.
func (s *settings) amount(n ast.Node) float64 {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		number, err := strconv.ParseFloat(n.GetToken().Value, 64)
		if err == nil && number > 0 && number <= mostAmount {
			return number
		}
	}
	s.fail(n, "this is not a number above 0 and up to a million million", "write it with digits alone: 3000, or 0.5")
	return 1
}

// weightNames are the names of the weights that a site may replace.
var weightNames = func() keys[map[string]float64] {
	of := keys[map[string]float64]{}
	for _, term := range weigh.Terms() {
		of[term.Name] = func(s *settings, weights *map[string]float64, n ast.Node) { (*weights)[term.Name] = s.amount(n) }
	}
	return of
}()

// weights reads the weights of a site's own server.
func (s *settings) weights(n ast.Node) map[string]float64 {
	weights := map[string]float64{}
	weightNames.read(s, s.entries(n, "command: 40"), map[string]diag.Pos{}, &weights)
	return weights
}
