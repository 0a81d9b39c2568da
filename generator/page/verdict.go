package page

import (
	"html"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// A verdict is a table of prose whose columns are models, by their letters, and
// whose cells are numbers of examples. It is drawn as costs are: each number
// with its share of the row's largest.

// modelHead is the head of a column that is a model.
var modelHead = regexp.MustCompile(`(<th scope="col"[^>]*>)([A-Z])(</th>)`)

// verdict writes a table as a verdict, if it is one.
func (w *writer) verdict(block *guide.Block) bool {
	names := w.modelNames()
	head := ""
	for _, part := range block.Parts {
		if part.HTML != "" {
			head = part.HTML
			break
		}
	}
	head, _, _ = strings.Cut(head, "</thead>")
	if len(names) == 0 || len(modelHead.FindAllString(head, -1)) != strings.Count(head, "<th ")-1 {
		return false
	}
	rows := w.verdictRows(block.Parts)
	if len(rows) == 0 {
		return false
	}
	row := 0
	for i, part := range block.Parts {
		if part.Number == nil {
			before, after, isHead := strings.Cut(w.verdictHead(w.hrefs(part.HTML), names), verdictTable)
			w.WriteString(before)
			if isHead {
				w.WriteString(verdictTable)
				w.verdictKey()
			}
			w.WriteString(after)
			row += strings.Count(part.HTML, "<tr>")
			continue
		}
		if measure, ok := rows[row]; ok && fillsCell(block.Parts, i) {
			w.verdictNumber(measure, w.valueOf(part.Number), part.Number.Text)
			continue
		}
		w.number(part.Number)
	}
	return true
}

const verdictTable = `<table class="cost verdict">`

// verdictKey says how the first table of a page with bars is read.
func (w *writer) verdictKey() {
	if !w.hasTimesKey {
		w.WriteString("<caption>")
		w.costKey(true)
		w.WriteString("</caption>")
	}
}

func (w *writer) verdictHead(head string, names map[string]string) string {
	head = strings.Replace(head, "<table>", verdictTable, 1)
	return modelHead.ReplaceAllStringFunc(head, func(found string) string {
		cell := modelHead.FindStringSubmatch(found)
		return cell[1] + `<span class="letter">` + cell[2] + `</span><span class="model">` + names[cell[2]] + `</span>` + cell[3]
	})
}

// verdictRows returns the rows of a table, by the number of <tr> before them,
// that have the same measure of several models.
func (w *writer) verdictRows(parts []guide.Part) map[int]figure.Measure {
	rows, of := map[int]figure.Measure{}, map[int]guide.Target{}
	row := 0
	for i, part := range parts {
		row += strings.Count(part.HTML, "<tr>")
		if part.Number == nil || !fillsCell(parts, i) {
			continue
		}
		target := guide.Target{Kind: part.Number.Target.Kind, Measure: part.Number.Target.Measure, ModelMeasure: part.Number.Target.ModelMeasure}
		if len(rows[row].Values) == 0 {
			of[row] = target
		}
		value := w.valueOf(part.Number)
		// How many orders there are is no merit.
		value.Measured = value.Measured && target == of[row] && (target.Kind != "orders" || part.Number.Target.Orders != "orders")
		rows[row] = figure.Measure{Values: append(rows[row].Values, value)}
	}
	maps.DeleteFunc(rows, func(_ int, m figure.Measure) bool {
		return len(m.Values) < 2 || slices.ContainsFunc(m.Values, func(v figure.Value) bool { return !v.Measured })
	})
	return rows
}

// fillsCell reports whether a number is all there is in its cell.
func fillsCell(parts []guide.Part, i int) bool {
	return i > 0 && i+1 < len(parts) && endsCellTag.MatchString(parts[i-1].HTML) && strings.HasPrefix(parts[i+1].HTML, "</td>")
}

var endsCellTag = regexp.MustCompile(`<td[^>]*>$`)

// valueOf reads a number as the page's language writes it, in thousandths. It
// was already checked against the example.
func (w *writer) valueOf(n *guide.Number) figure.Value {
	value, _, err := w.words.FindNumber(n.Text)
	return figure.Value{Number: int64(math.Round(1000 * value)), Measured: err == nil}
}

func (w *writer) verdictNumber(row figure.Measure, value figure.Value, text string) {
	smallest, largest := row.Least()
	if factor := row.Factor(); value == largest && factor >= least {
		w.factor(factor)
	}
	if value == smallest && smallest != largest {
		w.strings("<b>", html.EscapeString(text), "</b>")
	} else {
		w.WriteString(html.EscapeString(text))
	}
	if largest.Number > 0 {
		w.bar(value.Number, largest.Number)
	}
}

// modelNames returns the names of the models that the page compares, in lists or as cards,
// as HTML, by their letters.
func (w *writer) modelNames() map[string]string {
	names := map[string]string{}
	for i := range w.in.Guide.Blocks {
		block := &w.in.Guide.Blocks[i]
		shown := block.Shown()
		if block.Kind != guide.Comparison && (block.Kind != guide.List || len(shown) < 2) {
			continue
		}
		for k, letter := range w.drawing(i).Letters {
			if _, known := names[letter]; !known {
				names[letter] = inItsLanguage(shown[k].Lang, w.hrefs(shown[k].Caption))
			}
		}
	}
	return names
}
