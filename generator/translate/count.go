package translate

import "modelbook/generator/guide"

// Count says how many segments of an original page a translation has, by their
// state.
type Count struct {
	Fresh, Stale, Misleading, Missing int
	// Obsolete are segments that only the translation has.
	Obsolete int
	// Unsealed says that its base does not record which text it was made from.
	Unsealed bool
	// InOriginal says that readers see the original page.
	InOriginal bool
}

// All returns the number of segments that there are to be translated.
func (c Count) All() int { return c.Fresh + c.Stale + c.Misleading + c.Missing }

// Plus adds another page's.
func (c Count) Plus(other Count) Count {
	return Count{
		Fresh: c.Fresh + other.Fresh, Stale: c.Stale + other.Stale, Misleading: c.Misleading + other.Misleading,
		Missing: c.Missing + other.Missing, Obsolete: c.Obsolete + other.Obsolete,
		Unsealed: c.Unsealed || other.Unsealed, InOriginal: c.InOriginal || other.InOriginal,
	}
}

// Missing counts a page that there is no translation of.
func Missing(original *Page) Count {
	c := Count{InOriginal: true}
	for i := range original.Segments {
		c.add(&Block{Original: &original.Segments[i], State: guide.Missing})
	}
	return c
}

// Count counts the segments by their state.
func (t *Translation) Count() Count {
	c := Count{Obsolete: len(t.Obsolete), Unsealed: t.Base == nil, InOriginal: !t.isWhole() && t.isMostlyOriginal()}
	for j := range t.Blocks {
		c.add(&t.Blocks[j])
		c.Unsealed = c.Unsealed || t.Blocks[j].Unsealed
	}
	return c
}

func (c *Count) add(b *Block) {
	switch {
	case b.Original.Kind == kindRule:
	case b.State == guide.Stale:
		c.Stale++
	case b.State == guide.Misleading:
		c.Misleading++
	case b.State == guide.Missing:
		c.Missing++
	default:
		c.Fresh++
	}
}
