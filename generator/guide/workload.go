package guide

import "modelbook/generator/diag"

// Workload is what an application asks of its database, from the front matter of an
// original page: how often it asks each question, how much data it has, and other
// amounts that the text mentions. Models are weighed by it.
type Workload struct {
	Size    int     // of the examples, at which their questions cost what they cost; 0 for the first
	Data    float64 // how many times the data of the examples the collections hold, at least 1
	Rates   []Rate
	Amounts []Amount
	Pos     diag.Pos
}

// Rate is how often a question is asked.
type Rate struct {
	ID     string // that steps of examples answer
	Times  float64
	Period Period
	Peak   float64 // times a second when it is asked most often
	// IsCached says that what it reads is always in the cache, because it was just
	// written or is read all the time.
	IsCached bool
	// Of is the id of the question that this one follows, "" for none: where that is asked
	// twice as often, so is this one. Records that are added are deleted some day.
	Of  string
	Pos diag.Pos
}

// Amount is a fact of an application that is no rate: how many parts a parent has.
type Amount struct {
	ID    string
	Value float64
	Pos   diag.Pos
}

// Period is a stretch of time in which something happens a number of times.
type Period struct {
	Name string
	Days float64
}

// Periods are those that a rate may name, a month having thirty days.
var Periods = []Period{{"hour", 1.0 / 24}, {"day", 1}, {"week", 7}, {"month", 30}, {"year", 365}}

// meanToPeak is how many times the mean of a day a question is asked at peak, if its
// rate doesn't say.
const meanToPeak = 10

const secondsOfDay = 24 * 60 * 60

// Mean returns how often the question is asked in a second.
func (r Rate) Mean() float64 { return r.Day() / secondsOfDay }

// Day returns how often the question is asked in a day.
func (r Rate) Day() float64 { return r.Times / r.Period.Days }

// AtPeak returns how often the question is asked in a second at peak: ten times the
// mean of the day if the rate doesn't say.
func (r Rate) AtPeak() float64 {
	if r.Peak > 0 {
		return r.Peak
	}
	return meanToPeak * r.Day() / secondsOfDay
}

// Rate returns the rate of a question.
func (w *Workload) Rate(id string) (Rate, bool) {
	if w != nil {
		for _, rate := range w.Rates {
			if rate.ID == id {
				return rate, true
			}
		}
	}
	return Rate{}, false
}

// Number returns what a link names: a rate as its front matter has it, its peak, or
// an amount.
func (w *Workload) Number(id string, isPeak bool) (float64, bool) {
	if rate, ok := w.Rate(id); ok {
		if isPeak {
			return rate.AtPeak(), true
		}
		return rate.Times, true
	}
	if w != nil && !isPeak {
		for _, amount := range w.Amounts {
			if amount.ID == id {
				return amount.Value, true
			}
		}
	}
	return 0, false
}

// IDs returns the names of all rates and amounts.
func (w *Workload) IDs() []string {
	if w == nil {
		return nil
	}
	var ids []string
	for _, rate := range w.Rates {
		ids = append(ids, rate.ID)
	}
	for _, amount := range w.Amounts {
		ids = append(ids, amount.ID)
	}
	return ids
}
