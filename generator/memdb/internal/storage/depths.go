package storage

// Depths are the places on a path where some document has an array, by the
// number of names before: that of a.b where a is an array is 0.
type Depths uint64

// deepest includes all places from it on.
const deepest = 63

func depth(n int) Depths { return 1 << min(n, deepest) }

// Only reports whether one place is the only one with arrays, if any is.
func (d Depths) Only(n int) bool { return n < deepest && d&^depth(n) == 0 }

// Has reports whether there are arrays at a place.
func (d Depths) Has(n int) bool { return d&depth(n) != 0 }
