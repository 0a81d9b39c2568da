package page

import (
	"encoding/json"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Workload writes the cost of reads and changes together as a table, and the
// measured costs for the script, with which readers can enter their own
// numbers.
func (p painter) Workload(w figure.Workload) {
	label := p.id()
	p.strings(`<div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table class="cost workload"><caption><span`, markup.Attribute("id", label), ">", p.at[0].caption, "</span>")
	p.howMeasured()
	p.legend(p.at[0].letters, p.at[0].names)
	p.WriteString("</caption>")
	p.models(p.words.WorkloadWords["ratio"], len(w.Models), p.at[0])
	p.WriteString("<tbody>")
	for _, row := range w.Rows() {
		p.measure(row.Name, &row, p.at[0].letters, true)
	}
	p.WriteString("</tbody></table></div>")
	if len(w.Remarks) == 0 {
		return
	}
	p.WriteString("<p>")
	p.sentences(w.Remarks)
	p.strings("</p><div", markup.Attribute("data-own", p.measuredCosts(w)), "></div>")
}

// measuredCosts returns the costs for the script, as JSON: for each size and model
// the cost of a read and of a change, null if not measured.
func (p painter) measuredCosts(w figure.Workload) string {
	costs := make([][]*[2]int64, len(w.Costs))
	for i, models := range w.Costs {
		for _, cost := range models {
			var known *[2]int64
			if cost.Sum(1).Measured {
				known = &[2]int64{cost.Read.Number, cost.Change.Number}
			}
			costs[i] = append(costs[i], known)
		}
	}
	said := []string{"own", "share", "reads", "changes", "least", "same", "in"}
	if w.Sizes != nil {
		said = append(said, "items", "reckoned", "first", "turn", "always")
	}
	words := map[string]string{"separator": p.words.ListSeparator}
	for _, key := range said {
		words[key] = p.words.WorkloadWords[key]
	}
	encoded, err := json.Marshal(map[string]any{"letters": p.at[0].letters, "costs": costs, "sizes": w.Sizes, "at": w.At, "words": words})
	if err != nil {
		return "{}" // numbers and texts have a form in JSON
	}
	return string(encoded)
}
