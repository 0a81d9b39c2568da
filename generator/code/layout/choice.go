package layout

import "math"

// IfRoom is then if the line has room for so many columns, and other if not. Both read
// the same in one line.
func IfRoom(columns int, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: columns}
}

// IfRoomBelow is like IfRoom, for the room in a new line that is indented one step
// further.
func IfRoomBelow(columns int, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: columns, isBelow: true}
}

// IfFitsBelow is like IfRoomBelow, for a Doc with the text that has to follow it.
func IfFitsBelow(d, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: d.flat(), isBelow: true, isTrailed: true}
}

type ifRoom struct {
	Doc
	other     Doc
	columns   int
	isBelow   bool
	isTrailed bool
}

func (r ifRoom) write(p *printer, s state) {
	room := p.room()
	if r.isBelow {
		room = p.margin + p.Width - s.indent - p.Step
	}
	if r.isTrailed {
		room -= s.trail
	}
	if s.isFlat || r.columns <= room {
		r.Doc.write(p, s)
	} else {
		r.other.write(p, s)
	}
}

// Fill puts as many Docs into each line as fit in a width, with a text between two of
// them.
func Fill(width int, docs []Doc, between string) Doc {
	parts := make([]Doc, 0, 3*len(docs))
	end := next{Line(" "), width}
	for i, d := range docs {
		if i > 0 {
			parts = append(parts, Punctuation(between), end)
		}
		parts = append(parts, d)
	}
	return Concat(parts...)
}

// Next ends the line if the text up to the next line end doesn't fit in it, and is the
// text between if it does.
func Next(between string) Doc { return next{Line(between), never} }

type next struct {
	Doc
	width int
}

func (n next) write(p *printer, s state) {
	s.isFlat = s.isFlat || n.flat()+s.trail <= min(p.room(), p.margin+n.width-p.column)
	n.Doc.write(p, s)
}

// Way is one of several Docs that read the same in one line.
type Way struct {
	Doc
	Penalty int // lines that it counts in addition to its own
}

// Best is the first of the ways with the least columns beyond the width, and of these
// with the fewest lines.
func Best(ways ...Way) Doc {
	if len(ways) == 1 {
		return ways[0].Doc
	}
	return best{ways[0].Doc, ways}
}

type best struct {
	Doc
	ways []Way
}

func (b best) write(p *printer, s state) {
	if s.isFlat {
		b.Doc.write(p, s)
		return
	}
	var picked Doc
	var tried printer
	least := cost(math.MaxInt)
	for _, way := range b.ways {
		penalty := cost(way.Penalty)
		try := p.measure(way.Doc, s, min(p.most-p.cost, least-penalty-1))
		if total := try.cost + try.excess() + penalty; total < least {
			picked, tried, least = way.Doc, try, total
		}
	}
	if p.isMeasuring { // as that way was
		p.column, p.cost = tried.column, p.cost+tried.cost
		return
	}
	picked.write(p, s)
}

// measure returns how a Doc would be written, with its cost without the last line. It
// ends where the cost exceeds the most.
func (p *printer) measure(d Doc, s state, most cost) printer {
	try := printer{Margins: p.Margins, column: p.column, margin: p.margin, isMeasuring: true, most: most}
	d.write(&try, s)
	return try
}

// OneLine is the first Doc if that takes a single line, of at most so many columns after
// those before it, and other if not. Both read the same in one line.
func OneLine(columns int, d, other Doc) Doc { return oneLine{d, other, columns} }

type oneLine struct {
	Doc
	other   Doc
	columns int
}

func (o oneLine) write(p *printer, s state) {
	picked := o.Doc
	if !s.isFlat {
		try := p.measure(o.Doc, s, 0)
		if try.cost > 0 || try.column-p.column > o.columns {
			picked = o.other
		}
	}
	picked.write(p, s)
}
