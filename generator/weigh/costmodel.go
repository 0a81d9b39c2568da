package weigh

import "math"

// CostModel is what one of each unit costs a server, and what surrounds it.
type CostModel struct {
	Weights   Weights
	Ranges    Box
	RoundTrip float64 // microseconds from a command to its reply, without the work
	Cache     float64 // bytes of documents and indexes that a server keeps in memory
}

// Weight is a term of the cost model: what one of something costs.
type Weight struct {
	Name  string // in site.yaml and in links to a page with a reader's own weights
	Value float64
	// Low and High are the range within which a server's value lies.
	Low, High float64
	Source    string // where the value comes from
}

// ruleOfThumb is the source of a weight for which no measurement was found that gives
// processor time for the operation alone.
const ruleOfThumb = "rule of thumb"

// terms are the default weights, those of units in microseconds of a processor and in
// the order of the units.
var terms = [units]Weight{
	Commands:         {"command", 40, 15, 120, ruleOfThumb},
	Keys:             {"key", 0.4, 0.1, 1.5, ruleOfThumb},
	DocumentsRead:    {"document", 1, 0.3, 4, ruleOfThumb},
	KiBRead:          {"kib", 0.4, 0.1, 1.5, ruleOfThumb},
	DocumentsWritten: {"write", 30, 10, 90, ruleOfThumb},
	EntriesWritten:   {"entry", 5, 1.5, 15, ruleOfThumb},
	OplogKiB:         {"oplog", 5, 1.5, 15, ruleOfThumb},
	Pages:            {"page", 80, 25, 250, ruleOfThumb},
}

// roundTrip is in microseconds, cache in GB.
var (
	roundTrip = Weight{"roundTrip", 500, 200, 2000, ruleOfThumb}
	cache     = Weight{"cache", 1, 0.25, 64, ruleOfThumb}
)

const gb = 1e9

// Terms returns the default weights: those of the units, of a round trip in
// microseconds, and of the cache in GB.
func Terms() []Weight { return append(terms[:], roundTrip, cache) }

// NewCostModel returns the default weights, those that are named replaced. A weight
// that is replaced was measured: its range is narrower than that of a default.
func NewCostModel(replaced map[string]float64) CostModel {
	const measuredWithin = 1.5 // times, up and down
	var m CostModel
	for unit, term := range terms {
		m.Weights[unit], m.Ranges.Low[unit], m.Ranges.High[unit] = term.Value, term.Low, term.High
		if value, ok := replaced[term.Name]; ok {
			m.Weights[unit], m.Ranges.Low[unit], m.Ranges.High[unit] = value, value/measuredWithin, value*measuredWithin
		}
	}
	m.RoundTrip, m.Cache = roundTrip.Value, cache.Value*gb
	if value, ok := replaced[roundTrip.Name]; ok {
		m.RoundTrip = value
	}
	if value, ok := replaced[cache.Name]; ok {
		m.Cache = value * gb
	}
	return m
}

// Terms returns the weights that a cost model has, in the order of Terms.
func (m CostModel) Terms() []Weight {
	all := Terms()
	for unit := range units {
		all[unit].Value, all[unit].Low, all[unit].High = m.Weights[unit], m.Ranges.Low[unit], m.Ranges.High[unit]
	}
	all[units].Value, all[units+1].Value = m.RoundTrip, m.Cache/gb
	return all
}

// outside returns the share of so many bytes that a cache does not hold.
func (m CostModel) outside(bytes float64) float64 {
	if bytes <= 0 {
		return 0
	}
	return math.Max(0, 1-m.Cache/bytes)
}
