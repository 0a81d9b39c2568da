package render

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// growthKind is a chart of the growth of a measure of a question with the examples'
// sizes.
var growthKind = Kind{
	[]guide.Pattern{{Fragment: "growth/<answers>/<measure>", Place: guide.InList}},
	func(of Models, t guide.Target) (figure.Figure, error) {
		return drawn(GrowthOf(of.Results, t.Question, t.Measure))
	},
}

// Growth is the growth of a measure with the size of the models' data.
type Growth struct {
	Measure string
	Bytes   bool     // it counts bytes
	Models  []string // names of the examples
	Curves  []Curve  // one a model
}

// Curve is the growth of one model.
type Curve struct {
	Measured     []GrowthPoint // with increasing sizes
	Extrapolated []GrowthPoint // beyond the last measured one; none if the rule isn't known
	// Full is the largest size at which the growing document is no larger than
	// MaxDocument, 0 if no document grows or it isn't known.
	Full int64
}

// GrowthPoint is a value at a size.
type GrowthPoint struct{ Size, Value int64 }

// MaxDocument is the largest number of bytes of BSON that a document may have.
const MaxDocument = 16 << 20

// Figure returns a chart, sentences that say the same, and its numbers. Readers find
// it by the words of its captions, so it needs no names.
func (g Growth) Figure() figure.Figure {
	c := newChart(g)
	c.draw()
	chart := figure.Chart{Title: figure.Words{Key: "measures." + g.Measure}, Picture: c.Picture, Remarks: g.remarks(), Rows: g.rows()}
	return figure.Figure{Panes: onePane(figure.Charts{chart})}
}

// remarks returns the sizes that were measured, whether others are reckoned, and the
// sizes at which documents are full.
func (g Growth) remarks() []figure.Phrase {
	var sizes figure.Enumeration
	reckoned := false
	for _, curve := range g.Curves {
		if len(curve.Measured) > len(sizes) {
			sizes = nil
			for _, p := range curve.Measured {
				sizes = append(sizes, figure.Integer(p.Size))
			}
		}
		reckoned = reckoned || len(curve.Extrapolated) > 0
	}
	remarks := []figure.Phrase{figure.Words{Key: "not-measured"}}
	if len(sizes) > 0 {
		remarks = []figure.Phrase{figure.Words{Key: "growth-measured", With: []figure.Argument{{Name: "sizes", Phrase: sizes}}}}
	}
	if reckoned {
		remarks = append(remarks, figure.Words{Key: "growth-reckoned"})
	}
	for i, curve := range g.Curves {
		if curve.Full > 0 {
			remarks = append(remarks, figure.Words{Key: "growth-full", With: []figure.Argument{{Name: "model", Phrase: figure.Letter(i)}, {Name: "count", Phrase: figure.Integer(curve.Full)}}})
		}
	}
	return remarks
}

// rows returns the measured values, by increasing size.
func (g Growth) rows() []figure.ChartRow {
	var rows []figure.ChartRow
	for i, curve := range g.Curves {
		for _, p := range curve.Measured {
			k, known := slices.BinarySearchFunc(rows, p.Size, func(row figure.ChartRow, size int64) int { return cmp.Compare(row.Size, size) })
			if !known {
				rows = slices.Insert(rows, k, figure.ChartRow{Size: p.Size, Values: make([]figure.Value, len(g.Curves))})
			}
			rows[k].Values[i] = figure.Value{Number: p.Value, Measured: true}
		}
	}
	return rows
}

// largestExtrapolated is the size up to which growth is reckoned.
const largestExtrapolated = 1_000_000

// GrowthOf returns a curve for each example, which is empty for one that did not run.
func GrowthOf(results []*example.Result, answers, measure string) (Growth, error) {
	growth := Growth{Measure: measure, Bytes: slices.Contains([]string{"bytesRead", "payload"}, measure)}
	for _, r := range results {
		if len(r.Example.Sizes) < 2 {
			return growth, fmt.Errorf(`the example %s runs at one size; a curve needs several "sizes"`, r.Example.Name)
		}
		growth.Models = append(growth.Models, r.Example.Name)
		growth.Curves = append(growth.Curves, curve(r, answers, measure))
	}
	return growth, nil
}

func curve(r *example.Result, answers, measure string) Curve {
	var c Curve
	single := measure == "bytesRead" // one document is read, at every size
	for _, run := range r.Runs {
		cost, ok := r.CostOf(answers, run.Size)
		if !ok {
			continue
		}
		quantity := cost.Measure(measure)
		if n, measured := quantity.Number(); measured {
			c.Measured = append(c.Measured, GrowthPoint{Size: int64(run.Size), Value: n})
		}
		documents, measured := cost.DocumentsRead.Number()
		single = single && measured && documents == 1
	}
	rule, ok := ruleOf(c.Measured)
	if !ok {
		return c
	}
	for size := nextDecade(c.Measured[len(c.Measured)-1].Size); size <= largestExtrapolated; size *= 10 {
		c.Extrapolated = append(c.Extrapolated, GrowthPoint{Size: size, Value: rule.at(size)})
	}
	if single && rule.slope.Sign() > 0 {
		c.Full = int64(sort.Search(1<<30, func(n int) bool { return rule.at(int64(n)) > MaxDocument })) - 1
	}
	return c
}

func nextDecade(size int64) int64 {
	decade := int64(1)
	for decade <= size {
		decade *= 10
	}
	return decade
}
