package figure

import (
	"strconv"
	"strings"
)

// Of an array of more than MostOpen boxes the first few are open, of boxes that take
// more than longBoxes lines together the first.
const (
	MostOpen  = 3
	FewOpened = 2
	longBoxes = 12
)

// lineColumns is about how many columns a line of a box has beside its steps.
const lineColumns = 52

// Open returns the rows of a box that are not folded.
func (b *Box) Open() []Row {
	if b.Kind != Array || len(b.Rows) < 2 || b.Rows[0].Inside == nil {
		return b.Rows
	}
	few := b.Rows[:min(len(b.Rows), FewOpened)]
	switch {
	case few[0].Lines()+few[1].Lines() > longBoxes:
		return b.Rows[:1]
	case len(b.Rows) > MostOpen:
		return few
	}
	return b.Rows
}

// Lines returns how many lines a box takes, without folded rows.
func (b *Box) Lines() int {
	n := 0
	for _, row := range b.Open() {
		n += row.Lines()
	}
	return n
}

// Lines returns how many lines a row takes, without folded rows.
func (r *Row) Lines() int {
	columns := 0
	for _, token := range r.Before {
		columns += Columns(token.Text)
	}
	n := 1 + max(0, columns-1)/lineColumns
	if r.Inside != nil {
		n += r.Inside.Lines()
	}
	if r.After != nil {
		n++
	}
	return n
}

// EachCopy calls do for each box that is a copy, in order. folded is whether it
// is in a folded part.
func (b *Box) EachCopy(do func(of *Copies, folded bool)) { b.eachCopy(false, do) }

func (b *Box) eachCopy(folded bool, do func(of *Copies, folded bool)) {
	if b.Copies != nil {
		do(b.Copies, folded)
	}
	open := len(b.Open())
	for i, row := range b.Rows {
		if row.Inside != nil {
			row.Inside.eachCopy(folded || i >= open, do)
		}
	}
}

// Text returns the documents as code. A copy begins with a comment, which say
// returns for its number and its Copies.
func (d Documents) Text(say func(number int, of *Copies) string) string {
	code := coder{say: say, copies: map[*Copies]int{}}
	for _, document := range d.Boxes {
		code.write(document, "")
	}
	if more := d.Total - len(d.Boxes); more > 0 {
		code.WriteString("// + " + strconv.Itoa(more) + "\n")
	}
	return code.String()
}

// coder writes documents as code.
type coder struct {
	strings.Builder
	say    func(number int, of *Copies) string
	copies map[*Copies]int // how many are written
}

// write writes a document with its embedded documents indented.
func (c *coder) write(b *Box, indent string) {
	if b.Copies != nil {
		c.copies[b.Copies]++
		c.WriteString(indent + "// " + c.say(c.copies[b.Copies], b.Copies) + "\n")
	}
	for _, row := range b.Rows {
		before := strings.TrimRight(text(row.Before), " ")
		if before != "" {
			c.WriteString(indent + before + "\n")
		}
		if row.Inside != nil {
			c.write(row.Inside, indent+"    ")
		}
		if after := text(row.After); after != "" {
			c.WriteString(indent + after + "\n")
		}
		if row.More > 0 {
			c.WriteString(indent + "// + " + strconv.Itoa(row.More) + "\n")
		}
	}
}
