package figure

// Picture is drawn. It is mute: what stands beside it says the same in words.
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

// Add draws a shape over those that are there.
func (p *Picture) Add(element string, namesAndValues ...string) {
	p.Shapes = append(p.Shapes, Shape{Element: element, Attributes: namesAndValues})
}

// Write writes a text over what is there.
func (p *Picture) Write(said Phrase, namesAndValues ...string) {
	p.Shapes = append(p.Shapes, Shape{Element: "text", Attributes: namesAndValues, Said: said})
}
