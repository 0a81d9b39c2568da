package render

import (
	"strings"

	"modelbook/generator/figure"
)

// Measures of a diagram, in pixels. A letter of the font of equal widths at 13
// is at most letter wide in the fonts that the theme names.
const (
	letter   = 7.9 // width
	rowHigh  = 18
	titleTop = 17 // a collection's name above its sheet
	padding  = 8  // inside a sheet, left and right
	margin   = 5  // inside a sheet, above and below
	nested   = 6  // of a box from the box around it
	ring     = 10 // room for the ring of a reference
	gutter   = 54 // between the two columns, for lines and words
	behind   = 6  // how far a sheet behind another one shows
	between  = 14 // from a sheet to the next name
	wordWide = 46 // room for "one" and "many" in any language
	wordHigh = 14
	least    = 84 // width of a sheet
)

// diagram lays out a model: collections in two columns, with lines in the gutter
// between. A collection is in the other column than one that it refers to.
type diagram struct {
	Model
	sheets     []*modelSheet
	references []*reference
	rows       map[string]Area // of fields, by collection and path
}

type modelSheet struct {
	shape   *shape
	count   int
	indexes []string // their keys, of those that are drawn
	isRight bool     // it is in the right column
	isMany  bool     // several of its documents belong to one of another
	area    Area
}

func (d *diagram) draw() {
	d.columns()
	left, right := d.widths()
	y := map[bool]int{}
	for _, s := range d.sheets {
		wide, x := left, 0
		if s.isRight {
			wide, x = right, ModelWidth-right
		}
		d.sheet(s, x, y[s.isRight], wide)
		y[s.isRight] = s.area.Y + s.area.H + between
		if s.isMany {
			y[s.isRight] += 2 * behind
		}
		if right == 0 {
			wide = ModelWidth
		}
		y[s.isRight] += d.indexes(s, x, y[s.isRight]-between, wide)
	}
	d.Height = max(y[false], y[true]) - between + 2
	d.lines(left, ModelWidth-right)
}

// indexes writes the indexes of a collection below it, and returns how high they are.
func (d *diagram) indexes(s *modelSheet, x, y, wide int) int {
	if len(s.indexes) == 0 {
		return 0
	}
	high := margin
	for _, keys := range s.indexes {
		d.text(ModelText{Area: Area{X: x, Y: y + high, W: wordWide, H: rowHigh}, Kind: IndexWord})
		for _, line := range keyLines(keys, wide-wordWide-margin) {
			d.text(ModelText{Area: Area{X: x + wordWide + margin, Y: y + high, W: columnsWide(line), H: rowHigh}, Kind: IndexKeys, Text: line})
			high += rowHigh
		}
	}
	return high
}

// keyLines breaks the fields of an index into lines of a width: what tells two indexes
// apart is often the last one.
func keyLines(keys string, wide int) []string {
	var lines []string
	line := ""
	for field := range strings.SplitSeq(keys, ", ") {
		switch longer := line + ", " + field; {
		case line == "":
			line = field
		case columnsWide(longer+",") <= wide:
			line = longer
		default:
			lines, line = append(lines, cutText(line+",", wide)), field
		}
	}
	return append(lines, cutText(line, wide))
}

// columns puts a collection into the column with fewer, and the collections that
// references connect with it into the other column, and so on by turns.
func (d *diagram) columns() {
	placed := map[string]bool{}
	in := [2]int{}
	var put func(s *modelSheet, right bool)
	put = func(s *modelSheet, right bool) {
		placed[s.shape.name], s.isRight = true, right
		if right {
			in[1]++
		} else {
			in[0]++
		}
		for _, r := range d.references {
			for _, o := range d.sheets {
				joined := r.FromCollection == s.shape.name && r.ToCollection == o.shape.name || r.ToCollection == s.shape.name && r.FromCollection == o.shape.name
				if joined && !placed[o.shape.name] {
					put(o, !right)
				}
			}
		}
	}
	for _, s := range d.sheets {
		if !placed[s.shape.name] {
			put(s, in[1] < in[0])
		}
		for _, r := range d.references {
			s.isMany = s.isMany || r.FromCollection == s.shape.name && r.fromMany || r.ToCollection == s.shape.name && r.toMany
		}
	}
}

// widths returns the widths of the columns: those that their sheets need, cut to the
// width of the diagram. A column without a sheet has width 0.
func (d *diagram) widths() (left, right int) {
	for _, s := range d.sheets {
		wide := max(s.shape.width(), columnsWide(s.shape.name)+8+8*len(digits(s.count)), least)
		if s.isMany {
			wide += 2 * behind
		}
		if s.isRight {
			right = max(right, wide)
		} else {
			left = max(left, wide)
		}
	}
	room := ModelWidth
	if right > 0 || len(d.references) > 0 {
		room -= gutter
	}
	if left+right > room {
		half := room / 2
		if right == 0 {
			half = room
		}
		switch {
		case left <= half:
			right = room - left
		case right <= half:
			left = room - right
		default:
			left, right = half, room-half
		}
	}
	return left, right
}

// digits returns a text that is as wide as a number in any language, with a digit in
// place of each separator.
func digits(n int) string {
	s := "0"
	for ; n > 9; n /= 10 {
		s += "0"
	}
	return s + s[:(len(s)-1)/3]
}

func columnsWide(text string) int {
	return int(float64(figure.Columns(text))*letter) + 1
}

// width returns the width that the fields of a shape need.
func (s *shape) width() int {
	wide := 0
	fields, _ := s.reduced()
	for _, f := range fields {
		need := columnsWide(f.name) + 2*padding
		if f.refers != nil {
			need += ring
		}
		if f.saysHowMany() || f.isCopy || f.hasBox() {
			need += wordWide
		}
		if f.hasBox() {
			need = max(need, f.width()+2*nested)
		}
		wide = max(wide, need)
	}
	return wide
}

// sheet draws a collection.
func (d *diagram) sheet(s *modelSheet, x, y, wide int) {
	if s.isMany {
		wide -= 2 * behind
		if !s.isRight { // so that lines leave from the one in front
			x += 2 * behind
		}
	}
	name := d.cutName(s, wide)
	d.text(ModelText{Area: Area{X: x, Y: y, W: columnsWide(name), H: wordHigh}, Kind: CollectionName, Text: name})
	counted := x + columnsWide(name) + 6
	d.text(ModelText{Area: Area{X: counted, Y: y, W: 8 * len(digits(s.count)), H: wordHigh}, Kind: CollectionCount, Count: s.count})
	s.area = Area{X: x, Y: y + titleTop, W: wide, H: s.shape.height(1) + 2*margin}
	if s.isMany {
		for i := 2; i > 0; i-- {
			back := s.area
			back.Y += i * behind
			back.X += i * behind
			if !s.isRight {
				back.X -= 2 * i * behind
			}
			d.Boxes = append(d.Boxes, ModelBox{Area: back, Kind: figure.Document, Behind: true})
		}
	}
	d.Boxes = append(d.Boxes, ModelBox{Area: s.area, Kind: figure.Document})
	d.fields(s, s.shape, s.area, 1)
}

// cutName shortens the name of a collection to the width of its sheet: at its beginning
// if another one begins alike.
func (d *diagram) cutName(s *modelSheet, wide int) string {
	room := wide - 8*len(digits(s.count)) - 8
	name := cutText(s.shape.name, room)
	for _, other := range d.sheets {
		if other != s && name != s.shape.name && strings.HasPrefix(other.shape.name, strings.TrimSuffix(name, "…")) {
			return cutStart(s.shape.name, room)
		}
	}
	return name
}

// height returns the height of the fields of a shape.
func (s *shape) height(depth int) int {
	fields, cut := s.reduced()
	high := rowHigh * max(1, len(fields))
	if cut {
		high += rowHigh
	}
	for _, f := range fields {
		if f.isBox(depth) {
			high += f.height(depth+1) + 2*margin
		}
	}
	return high
}

// hasBox reports whether there is a box below the field's name, for embedded fields
// or for an array of references.
func (s *shape) hasBox() bool { return len(s.fields) > 0 || s.isArray && s.refers != nil }

// saysHowMany reports whether a word says how many there are of what is embedded.
func (s *shape) saysHowMany() bool { return len(s.fields) > 0 || s.isArray && s.refers == nil }

func (s *shape) isBox(depth int) bool { return s.hasBox() && depth < deepestShape }

// fields draws the fields of a shape into a box.
func (d *diagram) fields(s *modelSheet, of *shape, in Area, depth int) {
	y := in.Y + margin
	fields, cut := of.reduced()
	for _, f := range fields {
		row := Area{X: in.X + padding, Y: y, W: in.W - 2*padding, H: rowHigh}
		d.rows[s.shape.name+" "+f.path] = row
		d.field(s, f, row)
		y += rowHigh
		if f.isBox(depth) {
			box := Area{X: in.X + nested, Y: y, W: in.W - 2*nested, H: f.height(depth+1) + 2*margin - 3}
			kind := figure.Embedded
			if f.isArray {
				kind = figure.Array
			}
			d.Boxes = append(d.Boxes, ModelBox{Area: box, Kind: kind})
			if len(f.fields) > 0 {
				d.fields(s, f, box, depth+1)
			} else {
				d.arrayOf(s, f, box)
			}
			y += box.H + 3
		}
	}
	if cut || len(fields) == 0 {
		d.text(ModelText{Area: Area{X: in.X + padding, Y: y, W: columnsWide("…"), H: rowHigh}, Kind: FieldName, Text: "…"})
	}
}

// arrayOf makes room for the ring in an array of references. How many they are stands
// at the end of their line.
func (d *diagram) arrayOf(s *modelSheet, f *shape, box Area) {
	row := Area{X: box.X + padding, Y: box.Y + margin - 1, W: box.W - 2*padding, H: rowHigh}
	d.rows[s.shape.name+" "+f.path] = row
}

// field draws the row of a field: its name, the word for how many are embedded, and
// room for a reference's ring.
func (d *diagram) field(s *modelSheet, f *shape, row Area) {
	text := ModelText{Area: row, Kind: FieldName}
	if f.name == "_id" {
		text.Kind = IDName
	}
	if f.isCopy {
		text.Kind = CopyName
	}
	room := row.W
	if f.refers != nil && !f.hasBox() {
		text.Kind = ReferenceName
		room -= ring
		if s.isRight {
			text.X += ring
		}
	}
	if (f.saysHowMany() || f.isCopy) && columnsWide(f.name) <= room-wordWide {
		room -= wordWide
		word := ModelText{Area: Area{X: row.X + row.W - wordWide, Y: row.Y, W: wordWide, H: row.H}, Kind: InsideMany, Many: f.isArray, End: true}
		if f.isCopy {
			word.Kind, word.Many = CopyWord, false
		}
		d.text(word)
	}
	text.Text = cutText(f.name, room)
	text.W = columnsWide(text.Text)
	d.text(text)
}

func (d *diagram) text(t ModelText) { d.Texts = append(d.Texts, t) }

// cutText shortens a name to a width.
func cutText(name string, wide int) string {
	if columnsWide(name) <= wide {
		return name
	}
	cut := ""
	for _, r := range name {
		if columnsWide(cut+string(r)+"…") > wide {
			break
		}
		cut += string(r)
	}
	return cut + "…"
}

// cutStart shortens a name to a width, and keeps its end.
func cutStart(name string, wide int) string {
	for i := range name {
		if columnsWide("…"+name[i:]) <= wide {
			return "…" + name[i:]
		}
	}
	return "…"
}
