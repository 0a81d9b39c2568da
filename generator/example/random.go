package example

// splitmix is the generator SplitMix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", 2014): the same seed makes the same data on
// every machine and in every version. Values are drawn in the order of the
// template's keys, document after document.
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns next modulo n.
func (s *splitmix) below(n uint64) uint64 { return s.next() % n }
