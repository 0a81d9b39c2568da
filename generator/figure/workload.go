package figure

import "strconv"

// Workload is the cost of a question that reads and one that changes together,
// in bytes read: at ratios of both, and for readers who enter their own
// numbers.
type Workload struct {
	Models  []string // names of the examples
	Sizes   []int    // at which Costs were measured, rising, if a line goes through them; else nil
	At      int      // index in Costs from which Rows are made
	Costs   [][]ReadAndChange
	Remarks []Phrase // which model reads the fewest bytes
}

// ReadAndChange is the cost of one read and one change in a model.
type ReadAndChange struct{ Read, Change Value }

// Rows returns the ratios of reads to changes at which a workload is shown, each
// with its cost in the models.
func (w Workload) Rows() []Measure {
	var rows []Measure
	for _, reads := range []int64{1, 10, 100} {
		row := Measure{Name: strconv.FormatInt(reads, 10) + " : 1"}
		for _, cost := range w.Costs[w.At] {
			row.Values = append(row.Values, cost.Sum(reads))
		}
		rows = append(rows, row)
	}
	return rows
}

// Sum returns the cost of a number of reads and one change together. If one of the
// two was not measured, neither is the sum.
func (c ReadAndChange) Sum(reads int64) Value {
	switch {
	case !c.Read.Measured:
		return c.Read
	case !c.Change.Measured:
		return c.Change
	}
	return Value{Number: reads*c.Read.Number + c.Change.Number, Measured: true}
}

// Paint has the workload written.
func (w Workload) Paint(p Painter) { p.Workload(w) }
