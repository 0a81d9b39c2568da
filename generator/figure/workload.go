package figure

import "strconv"

// Workload is what a question that reads and one that changes cost together, in
// bytes read: at ratios of them, and for readers who put in their own numbers.
type Workload struct {
	Models  []string // names of the examples
	Sizes   []int    // at which Costs were measured, rising, if a line goes through them; else nil
	At      int      // of Costs what Rows are made of
	Costs   [][]ReadAndChange
	Remarks []Phrase // which model reads the fewest bytes
}

// ReadAndChange is what one read and one change cost a model.
type ReadAndChange struct{ Read, Change Value }

// Rows are the ratios of reads to changes at which a workload is shown, each with
// what it costs the models.
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

// Sum is what a number of reads and one change cost together. What was not measured
// of one of the two is not known of both.
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
