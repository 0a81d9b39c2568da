package feeds

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
)

// table writes a row for each measure and a column for each model.
func (m *markdown) table(measures []figure.Measure, captions []string) {
	head := []string{m.words.Measure}
	for i, caption := range captions {
		if i < len(m.letters) {
			caption = m.letters[i] + ": " + caption
		}
		head = append(head, cell(caption))
	}
	rows := [][]string{head}
	rule := []string{"---"}
	for range captions {
		rule = append(rule, "--:")
	}
	rows = append(rows, rule)
	for _, measure := range measures {
		row := []string{cmp.Or(m.words.Measures[measure.Name], measure.Name)}
		for _, value := range measure.Values {
			shown := m.words.NotMeasured
			if value.Measured {
				shown = strconv.FormatInt(value.Number, 10)
			}
			row = append(row, shown)
		}
		rows = append(rows, row)
	}
	var table []string
	for _, row := range rows {
		table = append(table, "| "+strings.Join(row, " | ")+" |")
	}
	m.line(strings.Join(table, "\n"))
}

// cell escapes what would end a table's cell, also in code, and leaves what its
// author escaped.
func cell(source string) string {
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		switch {
		case source[i] == '\\' && i+1 < len(source):
			b.WriteByte(source[i])
			i++
		case source[i] == '|':
			b.WriteByte('\\')
		}
		b.WriteByte(source[i])
	}
	return b.String()
}

// coverage writes a list item for each treatment of names.
func (m *markdown) coverage(coverage *figure.Coverage) {
	var items []string
	for _, group := range coverage.Groups {
		var names []string
		for _, owner := range group.Owners {
			names = append(append(names, owner.Name), owner.Names...)
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
		items = append(items, "- "+strings.ReplaceAll(m.words.Treatments[string(group.Treatment)], "{count}", strconv.Itoa(group.Count))+": `"+strings.Join(names, "`, `")+"`")
	}
	if items != nil {
		m.line(strings.Join(items, "\n"))
	}
}
