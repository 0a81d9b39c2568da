package feeds

import (
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
)

// row is a measure with its value for each model.
type row struct {
	label  string
	values []figure.Value
	texts  []string // in place of values
}

// table writes rows with a column for each model, the first one under its head. said
// is of all of them, or nil.
func (m *markdown) table(first string, said figure.Phrase, measured []row, captions []string) {
	head := []string{first}
	if said != nil {
		head[0] += " (" + m.say(said) + ")"
	}
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
	for _, of := range measured {
		row := append([]string{of.label}, of.texts...)
		for _, value := range of.values {
			shown := m.string("not-measured")
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

// string returns a string of the page.
func (m *markdown) string(key string) string { return m.say(figure.Words{Key: key}) }

// cell escapes characters that would end a table's cell, also in code, unless
// the author has escaped them.
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
		items = append(items, "- "+m.say(figure.Words{Key: "treatments." + string(group.Treatment), With: []figure.Argument{{Name: "count", Phrase: figure.Integer(group.Count)}}})+": `"+strings.Join(names, "`, `")+"`")
	}
	if items != nil {
		m.line(strings.Join(items, "\n"))
	}
}
