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
	// Source is the address of the measurement that the value follows from, "" for a rule
	// of thumb: none was found that tells it apart from other work.
	Source string
}

const (
	// A benchmark of mongod by its makers, run by a user in 2017 with one client on the
	// same machine: 8,824 inserts a second, 7,157 updates, 5,487 updates of two documents,
	// and 4,544 of two whose indexed field changes.
	mongoPerf = "https://github.com/mongodb/mongo-perf/issues/50"
)

// terms are the default weights, those of units in microseconds of a processor and in
// the order of the units.
var terms = [units]Weight{
	// An insert takes 113 µs, of which a document is 43 and its entry 9.5.
	Commands: {"command", 60, 20, 150, mongoPerf},
	Keys:     {"key", 0.4, 0.1, 1.5, ""},
	// A scan takes 0.46 µs for a small one: 37.3 s for 81,850,335 documents, as a user
	// published in 2017. One that an index finds takes a walk through a tree more.
	DocumentsRead: {"document", 1, 0.3, 4, ""},
	KiBRead:       {"kib", 0.4, 0.1, 1.5, ""},
	// One document more in an update takes 182 - 140 µs.
	DocumentsWritten: {"write", 43, 14, 120, mongoPerf},
	// In two documents an entry is taken out and one put in: 220 - 182 µs for the four.
	EntriesWritten: {"entry", 9.5, 3, 28, mongoPerf},
	OplogKiB:       {"oplog", 5, 1.5, 15, ""},
	Pages:          {"page", 80, 25, 250, ""},
}

// roundTrip is in microseconds, cache in GB.
var (
	roundTrip = Weight{"roundTrip", 500, 200, 2000, ""}
	cache     = Weight{"cache", 1, 0.25, 64, ""}
)

const gb = 1e9

// A page that weighs models takes a reader's weights from its address: parameters of
// these names, before the fragment of the figure.
const (
	Parameter = "w." // and the name of the weight
	Fragment  = "weigh"
)

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
