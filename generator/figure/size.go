package figure

// Bytes of markup around each token, line and shape of a page.
const (
	aroundToken = 24
	aroundLine  = 32
	aroundShape = 24
	boxIndent   = 4 // of a row, for each box that it is in
)

// sized is an element whose size depends on the example's data. The others have a
// row for each measure, size or model.
type sized interface{ size() int }

// Size is about how many bytes the figure takes on a page.
func (f Figure) Size() int {
	size := 0
	for _, pane := range f.Panes {
		size += aroundLine
		for _, element := range pane.Elements {
			size += aroundLine
			if s, ok := element.(sized); ok {
				size += s.size()
			}
		}
	}
	return size
}

func (d Documents) size() int {
	size := 0
	for _, box := range d.Boxes {
		size += box.size(0)
	}
	return size
}

func (b *Box) size(depth int) int {
	size := aroundLine
	for _, row := range b.Rows {
		size += aroundLine + boxIndent*depth + sizeOf(row.Before) + sizeOf(row.After)
		if row.Inside != nil {
			size += row.Inside.size(depth + 1)
		}
	}
	return size
}

func (l Listing) size() int { return sizeOfLines(l.Code.Lines) }

func (c ChangedDocuments) size() int {
	size := 0
	for _, sheet := range c.Sheets {
		size += sizeOfLines(sheet.Lines)
	}
	return size
}

func (m TouchMap) size() int {
	size := 0
	for _, stored := range m.Stored {
		size += sizeOfShapes(stored.Shapes)
	}
	for _, operation := range m.Operations {
		for _, touched := range operation {
			size += sizeOfShapes(touched.Shapes)
		}
	}
	return size
}

func (t Tree) size() int {
	size := 0
	for _, row := range t.Rows {
		size += aroundLine + aroundToken*len(row.Lines) + len(row.ID) + len(row.Name)
		for _, value := range row.Values {
			size += aroundToken + len(value.Text)
		}
	}
	return size
}

func (c Charts) size() int {
	size := 0
	for _, chart := range c {
		size += sizeOfShapes(chart.Picture.Shapes)
	}
	return size
}

func (d Picture) size() int { return sizeOfShapes(d.Shapes) }

func sizeOfShapes(shapes []Shape) int {
	size := 0
	for _, shape := range shapes {
		size += aroundShape
		for _, attribute := range shape.Attributes {
			size += len(attribute) + len(`=""`)
		}
	}
	return size
}

func (l List) size() int {
	size := 0
	for _, item := range l {
		size += aroundLine + len(item.Name) + len(item.Refers) + List(item.Items).size()
	}
	return size
}

func sizeOfLines(lines []Line) int {
	size := 0
	for _, line := range lines {
		size += aroundLine + sizeOf(line.Tokens)
	}
	return size
}

func sizeOf(tokens []Token) int {
	size := 0
	for _, token := range tokens {
		size += aroundToken + len(token.Text)
	}
	return size
}
