package figure

import "slices"

// TouchMap shows which stored documents operations touch: a drawing for each model,
// all to one scale, and on top of it the documents that each operation reads and
// changes.
type TouchMap struct {
	Models     []string // names of the examples
	Size       int      // at which the examples ran, 0 for the first
	Stored     []Picture
	Counts     []Phrase // of the documents in each drawing, from its top
	Operations []Touching
}

// Touching holds the documents that one operation touches in each model.
type Touching []Touched

// Touched holds the documents that an operation touches in a model: as shapes
// over the drawing, and in words.
type Touched struct {
	Shapes []Shape
	Counts []Phrase
}

// TouchStrips is a map of one operation, flat enough for the cards of the models, and the
// words for what the operation answers.
type TouchStrips struct {
	TouchMap
	Question Phrase
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
