package feeds

import (
	"strconv"
	"strings"

	"modelbook/generator/figure"
)

// figurePainter writes a figure as Markdown: its code, its numbers, what its
// pictures say. captions are the texts of the links that it stands for.
type figurePainter struct {
	*markdown
	captions []string
}

func (m *markdown) figure(f figure.Figure, captions []string) {
	for _, pane := range f.Panes {
		for _, element := range pane.Elements {
			element.Paint(figurePainter{m, captions})
		}
	}
}

// Label writes the text of the link, where it stands in the label.
func (p figurePainter) Label(l figure.Label) {
	if !l.Caption {
		return
	}
	caption := p.captions[0]
	if l.Name != "" {
		caption += " (`" + l.Name + "`)"
	}
	p.line(caption)
}

// Failure writes an error.
func (p figurePainter) Failure(f figure.Failure) {
	if f.Code == 0 && f.Name == "" {
		return
	}
	text := "✕ " + p.words.Error
	if f.Code != 0 {
		text += " " + strconv.Itoa(f.Code)
	}
	if f.Name != "" {
		text += " " + f.Name
	}
	p.line(text)
}

// Documents writes documents as code.
func (p figurePainter) Documents(d figure.Documents) { p.code(d.Text()) }

// Listing writes code.
func (p figurePainter) Listing(l figure.Listing) { p.code(l.Code.Text()) }

// Note writes nothing: the page has words that Markdown has not.
func (p figurePainter) Note(figure.Note) {}

// ChangedDocuments writes the lines of documents behind the signs of diff.
func (p figurePainter) ChangedDocuments(c figure.ChangedDocuments) {
	for _, sheet := range c.Sheets {
		p.code(sheet.Text())
	}
}

// Matrix writes a table for each question, and in it what the models keep.
func (p figurePainter) Matrix(m figure.Matrix) {
	for _, rows := range m.Questions {
		p.table(append(rows[:len(rows):len(rows)], m.Kept...), p.captions)
	}
}

// Charts writes the numbers of curves, a row a size.
func (p figurePainter) Charts(charts figure.Charts) {
	for _, chart := range charts {
		var rows []figure.Measure
		for _, row := range chart.Rows {
			rows = append(rows, figure.Measure{Name: strconv.FormatInt(row.Size, 10), Values: row.Values})
		}
		p.table(rows, p.captions)
	}
}

// Picture writes nothing: what stands beside it says the same.
func (p figurePainter) Picture(figure.Picture) {}

// List writes a list with its lists inside.
func (p figurePainter) List(l figure.List) {
	var text strings.Builder
	writeItems(&text, l, "")
	p.line(strings.TrimSuffix(text.String(), "\n"))
}

func writeItems(text *strings.Builder, items []figure.Item, indent string) {
	for _, item := range items {
		text.WriteString(indent + "- `" + item.Name + "`")
		if item.Refers != "" {
			text.WriteString(" → `" + item.Refers + "`")
		}
		text.WriteByte('\n')
		writeItems(text, item.Items, indent+"  ")
	}
}
