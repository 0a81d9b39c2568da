package figure

import "strconv"

// Growth is how a measure grows with the size of what models hold.
type Growth struct {
	Measure string
	Bytes   bool     // it counts bytes
	Models  []string // names of the examples
	Curves  []Curve  // one a model
}

// Curve is the growth of one model.
type Curve struct {
	Measured []GrowthPoint // with increasing sizes
	Reckoned []GrowthPoint // on from the last that was measured; none if the rule isn't known
	// Full is the largest size at which the document that grows still fits into
	// what a document may have, 0 if none grows or it isn't known.
	Full int64
}

// GrowthPoint is a value at a size.
type GrowthPoint struct{ Size, Value int64 }

// MaxDocument is how many bytes of BSON a document may have.
const MaxDocument = 16 << 20

// Names are none: what is measured has its words in the captions.
func (g Growth) Names() []string { return nil }

// Plain is the table of what was measured, a row a size.
func (g Growth) Plain() []Part {
	var rows []Measure
	for i, curve := range g.Curves {
		for k, p := range curve.Measured {
			if k == len(rows) {
				rows = append(rows, Measure{Name: strconv.FormatInt(p.Size, 10), Values: make([]Value, len(g.Curves))})
			}
			rows[k].Values[i] = Value{Number: p.Value, Measured: true}
		}
	}
	return []Part{{Kind: TablePart, Table: rows}}
}
