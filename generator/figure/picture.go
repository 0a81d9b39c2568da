package figure

// Picture is a drawing without words for screen readers: the element beside it
// says the same in words.
type Picture struct {
	Class               string // in the style sheet
	X, Y, Width, Height int    // pixels
	Shapes              []Shape
}

// Shape is an element of SVG without children.
type Shape struct {
	Element    string   // "rect", "path", "text", …
	Attributes []string // names and values
	Said       Phrase   // of a text, else nil
}

// Add draws a shape on top of the others.
func (p *Picture) Add(element string, namesAndValues ...string) {
	p.Shapes = append(p.Shapes, Shape{Element: element, Attributes: namesAndValues})
}

// Write writes a text on top of the shapes.
func (p *Picture) Write(said Phrase, namesAndValues ...string) {
	p.Shapes = append(p.Shapes, Shape{Element: "text", Attributes: namesAndValues, Said: said})
}
