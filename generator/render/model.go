package render

import (
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// modelKind is a diagram of a model, drawn from its schema, its data and the
// references that it declares.
var modelKind = Kind{
	[]guide.Pattern{
		{Fragment: "model", Place: guide.Alone | guide.InCard},
		{Fragment: "model/<size>", Place: guide.InCard},
	},
	func(of Models, t guide.Target) (figure.Figure, error) {
		var others []*example.Example
		for _, r := range of.Listed {
			if r != of.Results[0] {
				others = append(others, r.Example)
			}
		}
		return drawn(ModelOf(of.Results[0].Example, t.Size, others...))
	},
}

// Model is a diagram of a model: its collections as sheets with boxes for embedded
// fields, and references as lines between them. Lengths are pixels; the diagram is
// ModelWidth wide.
type Model struct {
	Height int
	Boxes  []ModelBox // from back to front
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

// ModelBox is a document, or an embedded document or array.
type ModelBox struct {
	Area
	Kind   figure.BoxKind
	Behind bool // another document of a collection of many
}

// ModelTextKind is the kind of a text in a diagram.
type ModelTextKind uint8

const (
	CollectionName ModelTextKind = iota
	CollectionCount
	FieldName
	IDName
	ReferenceName
	InsideMany // how many are inside
	ReferenceMany
	CopyName  // of a field that has a value from elsewhere
	CopyWord  // beside it
	IndexWord // before an index
	IndexKeys
)

// ModelText is a text in its area, whose lower edge is below the letters.
type ModelText struct {
	Area
	Kind  ModelTextKind
	Text  string
	Count int  // of documents, of a CollectionCount
	Many  bool // or one: of an InsideMany and a ReferenceMany
	End   bool // it is aligned to the right of its area, not to the left
}

// ModelLine is a reference: from a ring to an arrow's head, at right angles.
type ModelLine struct{ Points []ModelPoint }

// ModelPoint is a place in a diagram.
type ModelPoint struct{ X, Y int }

// ModelField is a collection, or a field of one.
type ModelField struct {
	Name             string
	Documents        int // of a collection
	Kind             figure.BoxKind
	Many             bool   // of an embedded field: it is an array
	RefersTo         string // "stations._id", or ""
	FromMany, ToMany bool   // how many refer to how many
	IsCopy           bool   // it has a value from elsewhere
	IsIndex          bool   // not a field, but an index of the collection
	Fields           []ModelField
}

// Figure returns the diagram, and a list that says the same. Readers find it by its
// collections.
func (m Model) Figure() figure.Figure {
	shown := figure.Figure{Stored: true, Lines: 2 + m.Height/22}
	for _, c := range m.Collections {
		shown.Names = append(shown.Names, c.Name)
	}
	shown.Panes = onePane(
		figure.Label{Word: figure.Words{Key: "model"}, Caption: true},
		m.picture(),
		itemsOf(m.Collections),
	)
	return shown
}

func (m Model) picture() figure.Picture {
	const edge = 1 // half of one is drawn outside of the boxes
	p := figure.Picture{Class: "model", X: -edge, Width: ModelWidth + 2*edge, Height: m.Height}
	for _, box := range m.Boxes {
		box.draw(&p)
	}
	heads := map[ModelPoint]bool{}
	for _, line := range m.Lines {
		end := line.Points[len(line.Points)-1]
		line.draw(&p, !heads[end])
		heads[end] = true
	}
	for _, text := range m.Texts {
		text.draw(&p)
	}
	return p
}

// numbers writes numbers as SVG reads them.
func numbers(n ...int) string {
	written := make([]string, len(n))
	for i := range n {
		written[i] = strconv.Itoa(n[i])
	}
	return strings.Join(written, " ")
}

func (box ModelBox) draw(p *figure.Picture) {
	class, radius := "d", 6
	if box.Kind != figure.Document {
		class, radius = "e", 4
	}
	if box.Behind {
		class += " b"
	}
	p.Add("rect", "class", class, "x", numbers(box.X), "y", numbers(box.Y), "width", numbers(box.W), "height", numbers(box.H), "rx", numbers(radius))
	if box.Kind == figure.Array {
		p.Add("path", "class", "a", "d", "M"+numbers(box.X+3, box.Y+1)+"v"+numbers(box.H-2))
	}
}

// draw draws a line from its ring to its end, with the arrow's head if no other line
// has drawn it.
func (line ModelLine) draw(p *figure.Picture, head bool) {
	path := ""
	for i, at := range line.Points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		path += command + numbers(at.X, at.Y)
	}
	first, last := line.Points[0], line.Points[len(line.Points)-1]
	back := -6
	if line.Points[len(line.Points)-2].X > last.X {
		back = 6
	}
	p.Add("path", "class", "l", "d", path)
	if head {
		p.Add("path", "class", "h", "d", "M"+numbers(last.X, last.Y)+"l"+numbers(back, -4)+"v8z")
	}
	p.Add("circle", "class", "r", "cx", numbers(first.X), "cy", numbers(first.Y), "r", "3.5")
}

var modelClasses = map[ModelTextKind]string{
	CollectionName: "n", CollectionCount: "c", FieldName: "f", IDName: "i", ReferenceName: "f",
	InsideMany: "w in", ReferenceMany: "w out", CopyName: "f out", CopyWord: "w out", IndexWord: "c", IndexKeys: "f",
}

func (text ModelText) draw(p *figure.Picture) {
	x, class := text.X, modelClasses[text.Kind]
	if text.End {
		x, class = text.X+text.W, class+" end"
	}
	var said figure.Phrase = figure.Text(text.Text)
	switch text.Kind {
	case CollectionCount:
		said = figure.Integer(text.Count)
	case InsideMany, ReferenceMany:
		said = howMany(text.Many)
	case CopyWord:
		said = figure.Words{Key: "copied-value"}
	case IndexWord:
		said = figure.Words{Key: "index-of"}
	}
	baseline := text.Y + text.H/2 + 4
	p.Write(said, "class", class, "x", numbers(x), "y", numbers(baseline))
	if text.Kind == IDName { // the line of text-decoration would cover the underscore
		p.Add("path", "class", "u", "d", "M"+numbers(x, baseline+5)+"h"+numbers(idWidth))
	}
}

// idWidth is that of three letters of 13 px in a font whose letters are all as wide.
const idWidth = 24

func howMany(many bool) figure.Phrase {
	if many {
		return figure.Words{Key: "many"}
	}
	return figure.Words{Key: "one"}
}

// itemsOf returns the list that says the same as the diagram.
func itemsOf(fields []ModelField) figure.List {
	var list figure.List
	for _, f := range fields {
		item := figure.Item{Name: f.Name, Refers: f.RefersTo, Items: itemsOf(f.Fields)}
		switch {
		case f.Documents > 0:
			item.Said = figure.Plural{Key: "documents", Count: f.Documents}
		case f.RefersTo != "":
			item.Said = figure.Words{Key: "refers-to", With: []figure.Argument{{Name: "field", Phrase: figure.Text(f.RefersTo)}, {Name: "from", Phrase: howMany(f.FromMany)}, {Name: "to", Phrase: howMany(f.ToMany)}}}
		case f.IsIndex:
			item.Said = figure.Words{Key: "index-of"}
		case f.IsCopy:
			item.Said = figure.Words{Key: "copied-value"}
		case f.Kind == figure.Embedded:
			item.Said = figure.Words{Key: "embedded", With: []figure.Argument{{Name: "count", Phrase: howMany(f.Many)}}}
		}
		list = append(list, item)
	}
	return list
}

// ModelOf draws the model of an example with the documents of a size, 0 for the first.
// Beside others it has the fields that one of them lacks; and the indexes that it lacks,
// if it would otherwise look the same.
func ModelOf(e *example.Example, size int, others ...*example.Example) (Model, error) {
	size = max(size, e.FirstSize())
	d, err := diagramOf(e, size, others, nil)
	if err != nil {
		return Model{}, err
	}
	indexes := map[string][]string{}
	for i, other := range others {
		beside := slices.Concat(others[:i], others[i+1:], []*example.Example{e})
		theirs, err := diagramOf(other, max(size, other.FirstSize()), beside, nil)
		if err != nil {
			return Model{}, err
		}
		if !d.looksLike(theirs) {
			continue
		}
		beyond, err := indexesBeyond(e, other)
		if err != nil {
			return Model{}, err
		}
		for collection, keys := range beyond {
			for _, key := range keys {
				if !slices.Contains(indexes[collection], key) {
					indexes[collection] = append(indexes[collection], key)
				}
			}
		}
	}
	if len(indexes) > 0 {
		if d, err = diagramOf(e, size, others, indexes); err != nil {
			return Model{}, err
		}
	}
	for _, s := range d.sheets {
		c := ModelField{Name: s.shape.name, Documents: s.count, Fields: listed(s.shape, 1)}
		for _, keys := range s.indexes {
			c.Fields = append(c.Fields, ModelField{Name: keys, IsIndex: true})
		}
		d.Collections = append(d.Collections, c)
	}
	return d.Model, nil
}

// diagramOf draws an example with the indexes that are given by their collections.
func diagramOf(e *example.Example, size int, others []*example.Example, indexes map[string][]string) (*diagram, error) {
	all, err := shapes(e, size)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		theirs, err := shapes(other, other.FirstSize())
		if err != nil {
			return nil, err
		}
		markTelling(all, theirs)
	}
	data := e.Data(size)
	d := &diagram{rows: map[string]Area{}}
	for _, s := range all {
		d.sheets = append(d.sheets, &modelSheet{shape: s, count: data.Count(s.name), indexes: indexes[s.name]})
	}
	d.references = referencesOf(all)
	d.draw()
	return d, nil
}

// referencesOf returns the references whose field is in a diagram, in the order of
// their fields.
func referencesOf(all []*shape) []*reference {
	var references []*reference
	var visit func(s *shape)
	visit = func(s *shape) {
		fields, _ := s.reduced()
		for _, f := range fields {
			if f.refers != nil && !slices.Contains(references, f.refers) {
				references = append(references, f.refers)
			}
			visit(f)
		}
	}
	for _, s := range all {
		visit(s)
	}
	return references
}

// listed returns the fields of a diagram as a list.
func listed(s *shape, depth int) []ModelField {
	var list []ModelField
	fields, _ := s.reduced()
	for _, f := range fields {
		field := ModelField{Name: f.name, Many: f.isArray, IsCopy: f.isCopy}
		if f.refers != nil {
			field.RefersTo = f.refers.ToCollection + "." + f.refers.ToPath
			field.FromMany, field.ToMany = f.refers.fromMany, f.refers.toMany
		}
		if f.saysHowMany() {
			field.Kind = figure.Embedded
		}
		if len(f.fields) > 0 {
			if depth < deepestShape {
				field.Fields = listed(f, depth+1)
			}
		}
		list = append(list, field)
	}
	return list
}
