package figure

import "strings"

// Model is a diagram of a model: its collections as sheets, what is embedded
// inside them, references as lines between them. Lengths are pixels; the whole
// is ModelWidth wide.
type Model struct {
	Height int
	Boxes  []ModelBox // those that lie below others first
	Texts  []ModelText
	Lines  []ModelLine
	// Collections say the same as a nested list.
	Collections []ModelField
}

// ModelWidth is the width of every diagram of a model.
const ModelWidth = 288

// Area is a part of a diagram.
type Area struct{ X, Y, W, H int }

// Overlaps reports whether two areas have more than an edge in common.
func (a Area) Overlaps(b Area) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// Holds reports whether an area lies in another.
func (a Area) Holds(b Area) bool {
	return b.X >= a.X && b.Y >= a.Y && b.X+b.W <= a.X+a.W && b.Y+b.H <= a.Y+a.H
}

// ModelBox is a document, or what is embedded in one.
type ModelBox struct {
	Area
	Kind   BoxKind
	Behind bool // another document of a collection of many
}

// ModelTextKind says what a text of a diagram is.
type ModelTextKind uint8

const (
	CollectionName ModelTextKind = iota
	CollectionCount
	FieldName
	IDName
	ReferenceName
	InsideMany // how many are inside
	ReferenceMany
)

// ModelText is a text in its area, whose lower edge is below the letters.
type ModelText struct {
	Area
	Kind  ModelTextKind
	Text  string
	Count int  // of documents, of a CollectionCount
	Many  bool // or one: of an InsideMany and a ReferenceMany
	End   bool // it stands at the end of its area, not at its begin
}

// ModelLine is a reference: from a ring to an arrow's head, at right angles.
type ModelLine struct{ Points []ModelPoint }

// ModelPoint is a place in a diagram.
type ModelPoint struct{ X, Y int }

// ModelField is a collection, or a field of one.
type ModelField struct {
	Name             string
	Documents        int // of a collection
	Kind             BoxKind
	Many             bool   // of an embedded field: it is an array
	RefersTo         string // "stations._id", or ""
	FromMany, ToMany bool   // how many refer to how many
	Fields           []ModelField
}

// Names are the collections.
func (m Model) Names() []string {
	var names []string
	for _, c := range m.Collections {
		names = append(names, c.Name)
	}
	return names
}

// Plain is the list of the collections and their fields.
func (m Model) Plain() []Part {
	var list strings.Builder
	writeFields(&list, m.Collections, "")
	return []Part{{Kind: Caption}, {Kind: ListPart, Text: strings.TrimSuffix(list.String(), "\n")}}
}

func writeFields(list *strings.Builder, fields []ModelField, indent string) {
	for _, f := range fields {
		list.WriteString(indent + "- `" + f.Name + "`")
		if f.RefersTo != "" {
			list.WriteString(" → `" + f.RefersTo + "`")
		}
		list.WriteByte('\n')
		writeFields(list, f.Fields, indent+"  ")
	}
}
