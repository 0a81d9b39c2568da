package figure

import (
	"math"
	"slices"
)

// Matrix is the cost of questions, with a row for each measure and a column for
// each model.
type Matrix struct {
	Said      Phrase      // of all questions, or nil
	Models    []string    // names of the examples
	Questions [][]Measure // the measures of each, the one that decides first
	Asked     []string    // the name of each question
	Kept      []Measure   // measures of each model that don't depend on a question
}

// Measure is one row of a matrix.
type Measure struct {
	Name   string  // "roundTrips", "bytesRead", …
	Values []Value // one a model
}

// Value is a measured number, or none.
type Value struct {
	Number   int64
	Measured bool
	Why      string // it was not measured, as a key of the page's strings
}

// join makes one matrix of two whose questions were answered by the same
// models, at the same size.
func (m Matrix) join(next Element) (Element, bool) {
	other, ok := next.(Matrix)
	if !ok || !slices.Equal(m.Models, other.Models) || !slices.EqualFunc(m.Kept, other.Kept, Measure.equal) {
		return m, false
	}
	m.Questions, m.Asked = slices.Concat(m.Questions, other.Questions), slices.Concat(m.Asked, other.Asked)
	return m, true
}

func (m Measure) equal(other Measure) bool {
	return m.Name == other.Name && slices.Equal(m.Values, other.Values)
}

// Alike reports whether a measure is the same in all models, also where it was
// not measured for the same reason.
func (m Measure) Alike() bool {
	return !slices.ContainsFunc(m.Values, func(v Value) bool { return v != m.Values[0] })
}

// Least returns the least and the largest value that were measured; neither is measured
// if there is none.
func (m Measure) Least() (least, largest Value) {
	for _, v := range m.Values {
		switch {
		case !v.Measured:
		case !least.Measured:
			least, largest = v, v
		case v.Number < least.Number:
			least = v
		case v.Number > largest.Number:
			largest = v
		}
	}
	return least, largest
}

// Factor returns how many times the smallest value above 0 the largest is; 0 if
// fewer than two are known.
func (m Measure) Factor() float64 {
	smallest, largest, known := int64(math.MaxInt64), int64(0), 0
	for _, v := range m.Values {
		if v.Measured && v.Number > 0 {
			smallest, largest, known = min(smallest, v.Number), max(largest, v.Number), known+1
		}
	}
	if known < 2 {
		return 0
	}
	return float64(largest) / float64(smallest)
}
