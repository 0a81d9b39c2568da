package figure

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
