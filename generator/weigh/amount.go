package weigh

// A Unit is a kind of work that a server does for a question and that is counted or
// calculated while the examples run.
type Unit int

// The units, in the order in which a table shows their weights.
const (
	Commands         Unit = iota // commands that the server answers
	Keys                         // index entries examined
	DocumentsRead                // documents examined
	KiBRead                      // BSON of the documents examined, in KiB
	DocumentsWritten             // documents inserted, changed or deleted
	EntriesWritten               // index entries put in or taken out
	OplogKiB                     // BSON that replication carries, in KiB
	Pages                        // pages that have to be read if nothing is in the cache
	units
)

// Amounts are how much of each unit one run of a question takes.
type Amounts [units]float64

// Weights are what one of each unit costs, in microseconds of a processor; a page in
// microseconds times the share of pages that are not in the cache.
type Weights [units]float64

// of returns the work of amounts in microseconds.
func (w Weights) of(a Amounts) float64 {
	sum := 0.0
	for unit, amount := range a {
		sum += w[unit] * amount
	}
	return sum
}

// Box is a range of each weight.
type Box struct{ Low, High Weights }

// Within returns the weights up to a factor of their values up and down.
func (w Weights) Within(factor float64) Box {
	var box Box
	for unit, weight := range w {
		box.Low[unit], box.High[unit] = weight/factor, weight*factor
	}
	return box
}

// most returns the highest work of amounts, which may be negative, for weights in the
// box. Each weight is at an end of its range there, so no other has to be tried.
func (b Box) most(a Amounts) float64 {
	sum := 0.0
	for unit, amount := range a {
		sum += max(b.Low[unit]*amount, b.High[unit]*amount)
	}
	return sum
}

// least returns the lowest work of amounts for weights in the box.
func (b Box) least(a Amounts) float64 { return -b.most(a.times(-1)) }

func (a Amounts) times(factor float64) Amounts {
	for unit := range a {
		a[unit] *= factor
	}
	return a
}

func (a Amounts) plus(b Amounts) Amounts {
	for unit := range a {
		a[unit] += b[unit]
	}
	return a
}
