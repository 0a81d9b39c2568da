package guide

import "modelbook/generator/diag"

// Numeral is a number in digits that readers of a page see in its text, outside of code
// and footnotes.
type Numeral struct {
	Text   string // as written
	Value  string // with a point and without groups; "" if it is not written as the language writes numbers
	Offset int    // in the file, in bytes
	Pos    diag.Pos
	Place  NumeralPlace
	// IsDocumented says that its sentence has a footnote.
	IsDocumented bool
	// Targets are what it may be a number of: the target of its link, the figure of
	// its caption, the linked numbers in its column or row.
	Targets []Target
}

// NumeralPlace is where in a page a number is.
type NumeralPlace uint8

const (
	InSentence NumeralPlace = iota
	InLink                  // the text of a link to a number, a verdict or a question
	InHeading
	InCaption // of a figure
	InHead    // of a column or a row
)
