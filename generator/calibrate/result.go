package calibrate

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/weigh"
)

// Result is the weights of a server.
type Result struct {
	Terms  []Term // in the order of weigh.Terms
	Rounds int
	// NoProcessor says why times are those of the clock; "" if they are the server's
	// processor time.
	NoProcessor string
	IsBusy      bool // others use the server
}

// Term is a weight: the median of the rounds, and its quartiles.
type Term struct {
	Default          weigh.Weight
	Value, Low, High float64
	Untimed          string // why it was not timed; "" if it was
}

func (t *Term) setQuartiles(values []float64) {
	t.Low, t.Value, t.High = quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)
}

// IsCertain reports whether a weight was timed, and its spread is not wider than the
// range that a server's value is in without timing it.
func (t Term) IsCertain() bool {
	return t.Untimed == "" && t.Low > 0 && t.High/t.Low <= t.Default.High/t.Default.Low
}

// IsUncertain reports whether a weight that was timed is not certain.
func (r Result) IsUncertain() bool {
	return slices.ContainsFunc(r.Terms, func(t Term) bool { return t.Untimed == "" && !t.IsCertain() })
}

// Table returns the weights for people to read.
func (r Result) Table() string {
	rows := [][4]string{{"weight", "one costs", "half of the rounds", "default"}}
	for _, t := range r.Terms {
		unit := " µs"
		if t.Default.Name == "cache" {
			unit = " GB"
		}
		row := [4]string{t.Default.Name, digits(t.Value) + unit, digits(t.Low) + " to " + digits(t.High), digits(t.Default.Value) + unit}
		switch {
		case t.Untimed != "":
			row[1], row[2] = "not timed", t.Untimed
		case t.Default.Name == "cache":
			row[2] = "as configured"
		case !t.IsCertain():
			row[2] += ": not certain"
		}
		rows = append(rows, row)
	}
	var widths [4]int
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var table strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-len([]rune(cell))+2)
		}
		table.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return table.String()
}

// YAML returns the certain weights as they are written into content/site.yaml.
func (r Result) YAML() string {
	block := "weights:\n"
	for _, t := range r.Terms {
		switch {
		case t.IsCertain():
			block += fmt.Sprintf("  %s: %s\n", t.Default.Name, digits(t.Value))
		case t.Untimed != "":
			block += fmt.Sprintf("  # %s: not timed, since %s\n", t.Default.Name, t.Untimed)
		default:
			block += fmt.Sprintf("  # %s: not certain, %s to %s\n", t.Default.Name, digits(t.Low), digits(t.High))
		}
	}
	return block
}

// Link returns the address of a page that opens with the certain weights. Without a
// page it is what is put behind the address of any.
func (r Result) Link(page *url.URL) string {
	query := page.Query()
	for _, t := range r.Terms {
		if t.IsCertain() {
			query.Set(weigh.Parameter+t.Default.Name, digits(t.Value))
		}
	}
	link := *page
	link.RawQuery, link.Fragment = query.Encode(), weigh.Fragment
	return link.String()
}

// digits writes three digits of a number, and never an exponent, as JavaScript and
// YAML read it.
func digits(n float64) string {
	if n == 0 {
		return "0"
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(n))))
	return strconv.FormatFloat(math.Round(n*scale)/scale, 'f', -1, 64)
}
