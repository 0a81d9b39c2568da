package figure

import (
	"strconv"
	"strings"
)

// Of an array of more than mostOpen boxes the first few are open.
const (
	mostOpen  = 3
	fewOpened = 2
)

// Open gives the rows of a box that are not folded.
func (b *Box) Open() []Row {
	if b.Kind == Array && len(b.Rows) > mostOpen && b.Rows[0].Inside != nil {
		return b.Rows[:fewOpened]
	}
	return b.Rows
}

// Lines is how many lines a box takes, without what is folded.
func (b *Box) Lines() int {
	n := 0
	for _, row := range b.Open() {
		n += row.Lines()
	}
	return n
}

// Lines is how many lines a row takes, without what is folded.
func (r *Row) Lines() int {
	n := 1
	if r.Inside != nil {
		n += r.Inside.Lines()
	}
	if r.After != nil {
		n++
	}
	return n
}

// Text is the documents as code.
func (d Documents) Text() string {
	var code strings.Builder
	for _, document := range d.Boxes {
		document.write(&code, "")
	}
	if more := d.Total - len(d.Boxes); more > 0 {
		code.WriteString("// + " + strconv.Itoa(more) + "\n")
	}
	return code.String()
}

// write writes a document as code, what is inside farther to the right.
func (b *Box) write(code *strings.Builder, indent string) {
	for _, row := range b.Rows {
		before := strings.TrimRight(text(row.Before), " ")
		if before != "" {
			code.WriteString(indent + before + "\n")
		}
		if row.Inside != nil {
			row.Inside.write(code, indent+"    ")
		}
		if after := text(row.After); after != "" {
			code.WriteString(indent + after + "\n")
		}
		if row.More > 0 {
			code.WriteString(indent + "// + " + strconv.Itoa(row.More) + "\n")
		}
	}
}
