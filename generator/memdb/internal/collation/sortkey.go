package collation

// The bytes of a sort key that are no weights.
const (
	separator = 0x01 // between levels
	endsLower = 0x03 // ends compressed primaries before a lower one
	endsUpper = 0xff // the same before a higher one
)

const (
	commonByte   = 0x05
	commonWeight = 0x0500
	tertiaryBits = 0x3f3f // without those of case
)

// sortKey collects the levels of a key: primaries at once, the others apart.
// A run of elements with the common weight takes few bytes on these.
type sortKey struct {
	options    Options
	table      *table
	out        []byte
	compressed uint32 // the last primary, if its first byte need not be repeated
	secondary  level
	tertiary   level
	cases      cases
}

func newSortKey(o Options, t *table) *sortKey {
	return &sortKey{
		options:   o,
		table:     t,
		secondary: level{middle: commonByte + 0x20, high: commonByte + 0x40},
		tertiary:  level{middle: commonByte + 0x60, high: commonByte + 0xc0},
	}
}

func (k *sortKey) add(e element) {
	if p := e.primary(); p != 0 {
		k.addPrimary(p)
	}
	if k.options.Strength >= 2 && e.secondary() != 0 {
		k.secondary.add(e.secondary(), e.secondary())
	}
	if k.options.CaseLevel && k.hasCase(e) {
		k.cases.add(byte(e.lower()>>8) & 0xc0)
	}
	if t := uint16(e.lower()) & tertiaryBits; k.options.Strength >= 3 && t != 0 {
		shifted := t
		if t > commonWeight {
			shifted += 0xc000 // makes room for runs of the common weight
		}
		k.tertiary.add(t, shifted)
	}
}

// hasCase reports whether an element has a weight of case: marks have none, and with
// strength 1 only elements with a primary weight have one.
func (k *sortKey) hasCase(e element) bool {
	if k.options.Strength == 1 {
		return e.primary() != 0
	}
	return e.secondary() != 0
}

func (k *sortKey) addPrimary(p uint32) {
	first := p >> 24
	compressible := k.table.compressible[first]
	if !compressible || first != k.compressed>>24 {
		if k.compressed != 0 && p < k.compressed {
			k.out = append(k.out, endsLower)
		} else if k.compressed != 0 {
			k.out = append(k.out, endsUpper)
		}
		k.out = append(k.out, byte(first))
		k.compressed = 0
		if compressible {
			k.compressed = p
		}
	}
	for p <<= 8; p != 0; p <<= 8 {
		k.out = append(k.out, byte(p>>24))
	}
}

// finish returns the whole key. Runs of common weights at the end of a level stay
// below any weight that could follow.
func (k *sortKey) finish() string {
	if k.options.Strength >= 2 {
		k.secondary.flush(true)
		k.out = append(append(k.out, separator), k.secondary.out...)
	}
	if k.options.CaseLevel {
		k.out = k.cases.appendTo(append(k.out, separator))
	}
	if k.options.Strength >= 3 {
		k.tertiary.flush(true)
		k.out = append(append(k.out, separator), k.tertiary.out...)
	}
	return string(k.out)
}

// level is the secondary or the tertiary level.
type level struct {
	middle, high int // of the bytes that are written for runs of the common weight
	out          []byte
	run          int
}

func (l *level) add(weight, written uint16) {
	if weight == commonWeight {
		l.run++
		return
	}
	l.flush(weight < commonWeight)
	l.out = append(l.out, byte(written>>8))
	if written&0xff != 0 {
		l.out = append(l.out, byte(written))
	}
}

// flush writes the run of common weights: counted up from the lowest byte if the next
// weight is lower than the common one, else down from the highest.
func (l *level) flush(beforeLower bool) {
	if l.run == 0 {
		return
	}
	l.run--
	for most := l.middle - commonByte + 1; l.run >= most; l.run -= most {
		l.out = append(l.out, byte(l.middle))
	}
	if beforeLower {
		l.out = append(l.out, byte(commonByte+l.run))
	} else {
		l.out = append(l.out, byte(l.high-l.run))
	}
	l.run = 0
}

// cases is the level of case, of half bytes: 1 to 13 count lower-case letters,
// 14 is mixed case, 15 upper.
type cases struct {
	halves []byte
	run    int
}

const (
	caseLow    = 1
	caseMiddle = 7
	caseHigh   = 13
)

func (c *cases) add(bits byte) {
	if bits == 0 {
		c.run++
		return
	}
	c.flush(false)
	c.halves = append(c.halves, caseHigh+bits>>6)
}

func (c *cases) flush(atEnd bool) {
	if c.run == 0 || atEnd && len(c.halves) == 0 { // only lower case is left out
		return
	}
	c.run--
	for ; c.run >= caseMiddle; c.run -= caseMiddle {
		c.halves = append(c.halves, caseMiddle)
	}
	if atEnd {
		c.halves = append(c.halves, byte(caseLow+c.run))
	} else {
		c.halves = append(c.halves, byte(caseHigh-c.run))
	}
	c.run = 0
}

func (c *cases) appendTo(out []byte) []byte {
	c.flush(true)
	for i := 0; i < len(c.halves); i += 2 {
		b := c.halves[i] << 4
		if i+1 < len(c.halves) {
			b |= c.halves[i+1]
		}
		out = append(out, b)
	}
	return out
}
