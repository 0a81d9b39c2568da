package figure

import "slices"

// Figure is the figure of one link, or of a list of links: panes with elements.
// It has no language; a Painter writes it.
type Figure struct {
	// Stored says that it is at the left of its block, with the stored
	// documents; steps and their results are at the right.
	Stored bool
	// Numbered says that it counts among the steps of its block.
	Numbered bool
	// Lines is about how many lines a stored figure takes, labels and edges
	// included.
	Lines int
	// Names are names of the database and the model by which a search finds it.
	Names []string
	Panes []Pane
}

// Pane is a part of a figure with a frame. In a list that compares models it has
// neither frame nor label.
type Pane struct {
	Class    string // in the style sheet, or ""
	Step     int    // the number of the step that it shows, from 1, or 0
	Elements []Element
}

// Element is an element of a pane.
type Element interface{ Paint(Painter) }

// Painter writes elements. One that cannot write each of them does not compile.
type Painter interface {
	Label(Label)
	Failure(Failure)
	Documents(Documents)
	Listing(Listing)
	Note(Note)
	ChangedDocuments(ChangedDocuments)
	Matrix(Matrix)
	Charts(Charts)
	Workload(Workload)
	Weighing(Weighing)
	TouchMap(TouchMap)
	IndexScans(IndexScans)
	Orders(Orders)
	Tree(Tree)
	Picture(Picture)
	List(List)
}

// Label is the heading of the elements below it.
type Label struct {
	Word Phrase
	// OfSeveral is the word where its block has several figures that are numbered:
	// a key of the page's strings with {number}. "" if it is always Word.
	OfSeveral string
	Name      string // of a collection, or ""
	Said      Phrase // of the elements below it, or nil
	Remarks   []Remark
	Caption   bool // it includes the text of the link
}

// Remark is said beside a label.
type Remark struct {
	Class string // in the style sheet, or ""
	Said  Phrase
}

// Failure is a label that reports an error or an empty result.
type Failure struct {
	Word    Phrase
	Said    Phrase
	Code    int    // 0 if there is none
	Name    string // as the server names the error, or ""
	Remarks []Remark
}

// Documents are the first of a collection.
type Documents struct {
	Collection string
	Boxes      []*Box
	Total      int
}

// Listing is a block of code in a pane.
type Listing struct {
	Code   Code
	Closes bool // a long listing is folded
}

// Note is a sentence that is only shown on the page.
type Note struct{ Said Phrase }

// ChangedDocuments are the first of the documents that a step changed in the
// same way.
type ChangedDocuments struct {
	Sheets []ChangedSheet
	Total  int
}

// List describes a picture in words, for readers who don't see it.
type List []Item

// Item is an item of a list, with a nested list.
type Item struct {
	Name   string
	Refers string // the name that it refers to, or ""
	Said   Phrase // of it, or nil
	Items  []Item
}

// Paint has the label written.
func (l Label) Paint(p Painter) { p.Label(l) }

// Paint has the failure written.
func (f Failure) Paint(p Painter) { p.Failure(f) }

// Paint has the documents written.
func (d Documents) Paint(p Painter) { p.Documents(d) }

// Paint has the code written.
func (l Listing) Paint(p Painter) { p.Listing(l) }

// Paint has the sentence written.
func (n Note) Paint(p Painter) { p.Note(n) }

// Paint has the changes written.
func (c ChangedDocuments) Paint(p Painter) { p.ChangedDocuments(c) }

// Paint has the matrix written.
func (m Matrix) Paint(p Painter) { p.Matrix(m) }

// Paint has the charts written.
func (c Charts) Paint(p Painter) { p.Charts(c) }

// Paint has the picture written.
func (d Picture) Paint(p Painter) { p.Picture(d) }

// Paint has the list written.
func (l List) Paint(p Painter) { p.List(l) }

// joining is an element that becomes one with that of a list which follows.
type joining interface {
	join(next Element) (Element, bool)
}

// Join returns the figure of two lists that follow each other, or false if each
// has one of its own.
func (f Figure) Join(next Figure) (Figure, bool) {
	first, ok := f.only().(joining)
	if !ok {
		return f, false
	}
	joined, ok := first.join(next.only())
	if !ok {
		return f, false
	}
	f.Panes = []Pane{{Class: f.Panes[0].Class, Elements: []Element{joined}}}
	f.Names = slices.Concat(f.Names, next.Names)
	return f, true
}

// only returns a figure's element, nil if it has several.
func (f Figure) only() Element {
	if len(f.Panes) != 1 || len(f.Panes[0].Elements) != 1 {
		return nil
	}
	return f.Panes[0].Elements[0]
}
