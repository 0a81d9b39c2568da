package play

import (
	"fmt"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/render"
)

// Catalog describes an example as the page shows it before anything runs.
type Catalog struct {
	Name  string `json:"name"`
	Sizes []int  `json:"sizes"` // 0 alone for an example without sizes
	Data  []Data `json:"data"`
	Steps []Step `json:"steps"`
	// Measures are the names of the measures, in the order of a cost table.
	Measures []string `json:"measures"`
	// Questions are the ids of the questions that steps answer.
	Questions []string `json:"questions"`
	Orders    *Orders  `json:"orders,omitempty"`
}

// Data is a collection before the first step.
type Data struct {
	Collection string `json:"collection"`
	Totals     []int  `json:"totals"` // at each size
	Bytes      []int  `json:"bytes"`  // of all documents, at each size
	Documents  []*Box `json:"documents"`
}

// Box is a figure.Box.
type Box struct {
	Array bool  `json:"array,omitempty"`
	Depth int   `json:"depth"`
	Bytes int   `json:"bytes,omitempty"`
	Count int   `json:"count,omitempty"`
	Rows  []Row `json:"rows"`
}

// Row is a figure.Row.
type Row struct {
	Before []Token `json:"t,omitempty"`
	Inside *Box    `json:"in,omitempty"`
	More   int     `json:"m,omitempty"`
}

// Step is a step as the guide prints it.
type Step struct {
	ID string `json:"id"`
	// Sources are its code at each size.
	Sources []string `json:"sources"`
	// NeedsExample says that its text can't be run as a statement: it saves a value, uses
	// those of other steps, is sent several times, or is not sent. Unedited, it is
	// run as the example has it.
	NeedsExample bool `json:"whole,omitempty"`
	// Session says that it runs in a session.
	Session bool   `json:"session,omitempty"`
	Answers string `json:"answers,omitempty"`
	Unsent  bool   `json:"unsent,omitempty"` // the client ended before it
	// Result is the result as the guide prints it, with "// +21" at the end of a
	// line where it leaves 21 elements out. Error is the code of the expected
	// error. A run of the unedited step is compared with them.
	Result string `json:"result,omitempty"`
	Error  int    `json:"error,omitempty"`
	// Costs are those measured when the site was built, at each size.
	Costs []map[string]int64 `json:"costs"`
}

// Describe makes the catalog of an example from its results.
func Describe(r *example.Result) (Catalog, error) {
	e := r.Example
	c := Catalog{Name: e.Name, Sizes: e.RunSizes(), Measures: example.Measures, Questions: e.AnswersIDs(), Orders: describeOrders(r)}
	for _, collection := range e.Collections {
		drawn, err := render.DataOf(e, collection.Name)
		if err != nil {
			return c, err
		}
		data := Data{Collection: collection.Name, Documents: []*Box{}}
		for _, size := range c.Sizes {
			bytes := 0
			for document := range e.Data(size).Documents(collection.Name) {
				bytes += len(document.Raw)
			}
			data.Totals, data.Bytes = append(data.Totals, e.Data(size).Count(collection.Name)), append(data.Bytes, bytes)
		}
		for _, document := range drawn.Documents {
			data.Documents = append(data.Documents, box(document))
		}
		c.Data = append(c.Data, data)
	}
	for i := range e.Steps {
		step, err := describeStep(r, i)
		if err != nil {
			return c, err
		}
		c.Steps = append(c.Steps, step)
	}
	return c, nil
}

func describeStep(r *example.Result, i int) (Step, error) {
	s := &r.Example.Steps[i]
	step := Step{ID: s.ID, Unsent: s.Unsent, NeedsExample: s.Save != "" || s.Repeats() || s.Unsent || usesOthers(s), Session: s.Session != ""}
	if s.Answers != nil {
		step.Answers = s.Answers.ID
	}
	if steps := r.Steps(); i < len(steps) {
		drawn, err := render.ResultOf(*s, steps[i])
		if err != nil {
			return step, err
		}
		step.Result, step.Error = text(drawn.Code), drawn.ErrorCode
	}
	for _, size := range r.Example.RunSizes() {
		source, err := Source(r.Example, i, size)
		if err != nil {
			return step, err
		}
		step.Sources = append(step.Sources, source)
		var measured Statement
		if run := r.At(size); run != nil && i < len(run.Steps) {
			measured.setCost(run.Steps[i].Cost)
		}
		step.Costs = append(step.Costs, measured.Cost)
	}
	return step, nil
}

func text(code figure.Code) string {
	var all []string
	for _, line := range code.Lines {
		text := line.Text()
		if line.More > 0 {
			text += fmt.Sprintf(" // +%d", line.More)
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// usesOthers reports whether a step uses values that other steps saved, or reads a
// change stream that one of them opened.
func usesOthers(s *example.Step) bool {
	if d, _ := example.Describe(s.Operation.Name); d.On == example.OnStream {
		return true
	}
	_, err := s.Operation.Sent(0, nil)
	return err != nil
}

func box(b *figure.Box) *Box {
	if b == nil {
		return nil
	}
	drawn := &Box{Array: b.Kind == figure.Array, Depth: b.Depth, Bytes: b.Bytes, Count: b.Count}
	for _, row := range b.Rows {
		drawn.Rows = append(drawn.Rows, Row{Before: tokens(row.Before), Inside: box(row.Inside), More: row.More})
	}
	return drawn
}
