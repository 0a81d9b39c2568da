package feeds

import (
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
)

// figurePainter writes a figure as Markdown: its code, its numbers, and its
// pictures in words. captions are the texts of the links that the figure
// replaces.
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

// Label writes the text of the link if it is part of the label.
func (p figurePainter) Label(l figure.Label) {
	if !l.Caption {
		p.said(l)
		return
	}
	caption := p.captions[0]
	if l.Name != "" {
		caption += " (`" + l.Name + "`)"
	}
	p.line(caption + p.remarks(l.Remarks))
}

// said writes a label with its description of the elements below it.
func (p figurePainter) said(l figure.Label) {
	if l.Said == nil || p.say(l.Said) == "" {
		return
	}
	p.line(p.say(figure.Because(l.Word, l.Said)) + p.remarks(l.Remarks))
}

func (p figurePainter) remarks(remarks []figure.Remark) string {
	var text strings.Builder
	for _, remark := range remarks {
		text.WriteString(" (" + p.say(remark.Said) + ")")
	}
	return text.String()
}

// Failure writes an error.
func (p figurePainter) Failure(f figure.Failure) {
	text := "✕ " + p.say(f.Said)
	if f.Code != 0 {
		text += " " + strconv.Itoa(f.Code)
	}
	if f.Name != "" {
		text += " " + f.Name
	}
	p.line(text + p.remarks(f.Remarks))
}

// Documents writes documents as code.
func (p figurePainter) Documents(d figure.Documents) {
	p.code(d.Text(func(number int, of *figure.Copies) string {
		return p.say(figure.Words{Key: "copy-of", With: []figure.Argument{{Name: "number", Phrase: figure.Integer(number)}, {Name: "count", Phrase: figure.Integer(of.Count)}}})
	}))
}

// Listing writes code.
func (p figurePainter) Listing(l figure.Listing) { p.code(l.Code.Text()) }

// Note writes nothing: the page has words that Markdown has not.
func (p figurePainter) Note(figure.Note) {}

// ChangedDocuments writes the lines of documents with the signs of diff.
func (p figurePainter) ChangedDocuments(c figure.ChangedDocuments) {
	for _, sheet := range c.Sheets {
		p.code(sheet.Text())
	}
}

// Matrix writes a table for each question, which includes the measures of the
// models' size.
func (p figurePainter) Matrix(m figure.Matrix) {
	for _, measures := range m.Questions {
		var rows []row
		for _, measure := range slices.Concat(measures, m.Kept) {
			rows = append(rows, row{label: p.string("measures." + measure.Name), values: measure.Values})
		}
		p.table(p.string("measure"), m.Said, rows, p.captions)
	}
}

// Charts writes the numbers of curves, a row a size.
func (p figurePainter) Charts(charts figure.Charts) {
	for _, chart := range charts {
		var rows []row
		for _, of := range chart.Rows {
			rows = append(rows, row{label: strconv.FormatInt(of.Size, 10), values: of.Values})
		}
		p.table(p.string("measure"), nil, rows, p.captions)
	}
}

// Workload writes a row for each ratio of reads to changes, and below them which
// model reads the fewest bytes.
func (p figurePainter) Workload(w figure.Workload) {
	var rows []row
	for _, of := range w.Rows() {
		rows = append(rows, row{label: of.Name, values: of.Values})
	}
	p.table(p.string("workload-words.ratio"), nil, rows, p.captions)
	if said := p.sentences(w.Remarks); said != "" {
		p.line(said)
	}
}

// Weighing writes the verdict, a row for each question with its rate and the work of a
// day, their sum, and the rates at which the verdict would be another.
func (p figurePainter) Weighing(w figure.Weighing) {
	p.line(p.sentences(w.Verdict))
	var sizes []string
	for _, size := range w.Sketch {
		sizes = append(sizes, "- "+p.say(figure.Because(figure.Words{Key: "sketch-words." + size.Name}, figure.Decimal{Value: size.Value})))
	}
	if sizes != nil {
		p.line(strings.Join(sizes, "\n"))
	}
	var rows []row
	for _, q := range w.Questions {
		rate := figure.Words{Key: "weigh-words.per-" + q.Period, With: []figure.Argument{{Name: "count", Phrase: figure.Decimal{Value: q.Times}}}}
		rows = append(rows, row{label: p.say(figure.Because(q.Words, rate)), texts: p.durations(q.Work)})
	}
	rows = append(rows, row{label: p.string("weigh-words.total"), texts: p.durations(w.Day)})
	p.table(p.string("weigh-words.question"), nil, rows, p.captions)
	var items []string
	for _, flip := range w.Flips {
		items = append(items, "- "+p.say(flip))
	}
	if items != nil {
		p.line(strings.Join(items, "\n"))
	}
}

func (p figurePainter) durations(of []float64) []string {
	var said []string
	for _, us := range of {
		said = append(said, p.say(figure.Duration(us)))
	}
	return said
}

func (p figurePainter) sentences(remarks []figure.Phrase) string {
	var said []string
	for _, remark := range remarks {
		said = append(said, p.say(remark))
	}
	return strings.Join(said, "\n")
}

// TouchMap writes for each model the documents that an operation touches.
func (p figurePainter) TouchMap(m figure.TouchMap) {
	for _, operation := range m.Operations {
		var items []string
		for model, touched := range operation {
			name := p.captions[model]
			if model < len(p.letters) {
				name = p.letters[model] + ": " + name
			}
			for _, count := range touched.Counts {
				name += " · " + p.say(count)
			}
			items = append(items, "- "+name)
		}
		p.line(strings.Join(items, "\n"))
	}
}

// IndexScans writes for each model the fields of its index, the bounds that it reads of
// each, and how much that is.
func (p figurePainter) IndexScans(s figure.IndexScans) {
	var items []string
	for i, model := range s.Models {
		name := p.captions[i]
		if i < len(p.letters) {
			name = p.letters[i] + ": " + name
		}
		if len(model.Scans) == 0 {
			name += " · " + p.string("not-measured")
		}
		for _, scan := range model.Scans {
			name += " · `" + scan.Collection + "`"
			if scan.Fields == nil {
				name += " · " + p.string("scan-words.whole")
			}
			for _, field := range scan.Fields {
				arrow := "↑"
				if field.Descending {
					arrow = "↓"
				}
				name += " · `" + field.Path + "` " + arrow
				if field.Bounds != "" {
					name += " `" + field.Bounds + "`"
				}
			}
			for _, said := range slices.Concat(scan.Counts, scan.Remarks) {
				name += " · " + p.say(said)
			}
		}
		items = append(items, "- "+name)
	}
	p.line(strings.Join(items, "\n"))
}

// Orders writes in how many orders of each model something is lost, or repaired, and of
// a single model the worst of them as a list of its moments.
func (p figurePainter) Orders(o figure.Orders) {
	var items []string
	for i, model := range o.Models {
		var said []string
		for _, outcome := range []string{"lost", "repaired"} {
			if count, all := model.Count(outcome); all > 0 && (outcome == "lost" || count > 0) {
				of := figure.Words{Key: "order-words.of", With: []figure.Argument{{Name: "count", Phrase: figure.Integer(count)}, {Name: "all", Phrase: figure.Integer(all)}}}
				said = append(said, p.say(figure.Because(figure.Words{Key: "order-words." + outcome}, of)))
			}
		}
		if said == nil {
			said = []string{p.string("not-measured")}
		}
		name := p.captions[i]
		if i < len(p.letters) {
			name = p.letters[i] + ": " + name
		}
		items = append(items, "- "+strings.Join(append([]string{name}, said...), " · "))
	}
	p.line(strings.Join(items, "\n"))
	for _, model := range o.Models {
		if model.Bad != nil {
			p.timeline(model.Bad)
		}
	}
}

func (p figurePainter) timeline(line *figure.Timeline) {
	p.line(p.string("order-words.worst-" + line.Outcome))
	for i, m := range line.Moments {
		head := strconv.Itoa(i+1) + ". " + line.Clients[m.Client]
		if m.Then != "" {
			head += " · " + p.string("order-words."+m.Then)
		}
		p.line(head)
		p.code(m.Code.Text())
		for _, element := range m.Outcome {
			element.Paint(p)
		}
	}
	p.line(p.string("order-words.failed"))
	for _, m := range line.Failed {
		p.code(m.Code.Text())
		for _, element := range m.Outcome {
			element.Paint(p)
		}
	}
}

// Picture writes nothing: the element beside it says the same.
func (p figurePainter) Picture(figure.Picture) {}

// List writes a list with its lists inside.
func (p figurePainter) List(l figure.List) {
	var text strings.Builder
	p.items(&text, l, "")
	p.line(strings.TrimSuffix(text.String(), "\n"))
}

// items writes items with what is said of them. Of a reference its arrow says enough.
func (p figurePainter) items(text *strings.Builder, items []figure.Item, indent string) {
	for _, item := range items {
		text.WriteString(indent + "- `" + item.Name + "`")
		switch {
		case item.Refers != "":
			text.WriteString(" → `" + item.Refers + "`")
		case item.Said != nil:
			text.WriteString(": " + p.say(item.Said))
		}
		text.WriteByte('\n')
		p.items(text, item.Items, indent+"  ")
	}
}
