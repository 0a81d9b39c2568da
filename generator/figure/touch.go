package figure

import "slices"

// TouchMap is what operations touch of what models store: a drawing for each model,
// all to one scale, and over it what each operation reads and changes.
type TouchMap struct {
	Models     []string // names of the examples
	Size       int      // at which the examples ran, 0 for the first
	Stored     []Picture
	Counts     []Phrase // of the documents in each drawing, from its top
	Operations []Touching
}

// Touching is what one operation touches, of each model.
type Touching []Touched

// Touched is what an operation touches of a model: over what is stored, and in
// words.
type Touched struct {
	Shapes []Shape
	Counts []Phrase
}

// join makes one map of two whose operations touch the same models.
func (m TouchMap) join(next Element) (Element, bool) {
	other, ok := next.(TouchMap)
	if !ok || m.Size != other.Size || !slices.Equal(m.Models, other.Models) {
		return m, false
	}
	m.Operations = slices.Concat(m.Operations, other.Operations)
	return m, true
}

// Paint has the map written.
func (m TouchMap) Paint(p Painter) { p.TouchMap(m) }
