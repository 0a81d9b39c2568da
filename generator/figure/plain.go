package figure

// Figure is what every kind of figure gives to those who only read text: search
// engines, the site's own search, and the copies of pages in Markdown.
type Figure interface {
	// Names are those of the database and of the model by which the figure is
	// found.
	Names() []string
	// Plain is the figure without its looks.
	Plain() []Part
}

// Part is a part of a figure without its looks.
type Part struct {
	Kind  PartKind
	Text  string    // of Caption what the figure is of, or ""
	Table []Measure // of a TablePart, whose columns have the captions; a name that is no measure is a size
}

// PartKind says what a part is.
type PartKind uint8

const (
	Caption   PartKind = iota // the text of the link
	CodePart                  // of the shell
	ErrorPart                 // its code and name
	TablePart
	ListPart // nested, as Markdown
)
