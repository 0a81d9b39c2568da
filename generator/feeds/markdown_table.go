package feeds

import (
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
)

func errorOf(result figure.Result) string {
	code := ""
	if result.ErrorCode != 0 {
		code = strconv.Itoa(result.ErrorCode)
	}
	return strings.TrimSpace(code + " " + result.ErrorName)
}

// cost writes a row for each measure and a column for each model.
func (m *markdown) cost(cost figure.Cost, captions []string) {
	head := []string{m.words.Measure}
	for _, caption := range captions {
		head = append(head, cell(caption))
	}
	rows := [][]string{head}
	rule := []string{"---"}
	for range cost.Models {
		rule = append(rule, "--:")
	}
	rows = append(rows, rule)
	for _, measure := range slices.Concat(cost.Rows, cost.Kept) {
		row := []string{m.words.Measures[measure.Name]}
		for _, value := range measure.Values {
			shown := m.words.NotMeasured
			if value.Measured {
				shown = strconv.FormatInt(value.Number, 10)
			}
			row = append(row, shown)
		}
		rows = append(rows, row)
	}
	m.table(rows)
}

// growth writes a row for each model and a column for each size.
func (m *markdown) growth(growth figure.Growth, captions []string) {
	head, rule := []string{m.words.Measures[growth.Measure]}, []string{"---"}
	rows := make([][]string, len(growth.Curves))
	for i, curve := range growth.Curves {
		rows[i] = []string{cell(captions[i])}
		for k, p := range curve.Measured {
			if k == len(head)-1 {
				head, rule = append(head, strconv.FormatInt(p.Size, 10)), append(rule, "--:")
			}
			rows[i] = append(rows[i], strconv.FormatInt(p.Value, 10))
		}
	}
	for i := range rows {
		for len(rows[i]) < len(head) {
			rows[i] = append(rows[i], m.words.NotMeasured)
		}
	}
	m.table(append([][]string{head, rule}, rows...))
}

func (m *markdown) table(rows [][]string) {
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
		items = append(items, "- "+m.words.Treatments[string(group.Treatment)]+": `"+strings.Join(names, "`, `")+"`")
	}
	if items != nil {
		m.line(strings.Join(items, "\n"))
	}
}
