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
	rows := [][]string{append([]string{m.words.Measure}, captions...)}
	rule := []string{"---"}
	for range cost.Models {
		rule = append(rule, "--:")
	}
	rows = append(rows, rule)
	for _, measure := range cost.Rows {
		row := []string{m.words.Measures[measure.Name]}
		for _, value := range measure.Values {
			cell := m.words.NotMeasured
			if value.Measured {
				cell = strconv.FormatInt(value.Number, 10)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	var table []string
	for _, row := range rows {
		table = append(table, "| "+strings.Join(row, " | ")+" |")
	}
	m.line(strings.Join(table, "\n"))
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
