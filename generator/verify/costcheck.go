package verify

import (
	"fmt"
	"slices"
	"strconv"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// costCheck compares the costs of an example, at each size, with those that its
// file expects.
type costCheck struct {
	example *example.Example
	sizes   int // how many have a run, unless one failed
	runs    []example.Run
	update  bool
	// stepsOnly says that no footprint was measured.
	stepsOnly bool
	list      diag.List
	edits     []ejson.Edit
	dropped   []example.DroppedMeasure
}

func (c *costCheck) check() {
	c.checkMeasures(c.example.ExpectCost, example.FootprintMeasures, -1, func(run int, measure string) (example.Quantity, bool) {
		return c.runs[run].Footprint.Measure(measure), !c.stepsOnly
	})
	for i, s := range c.example.Steps {
		c.checkMeasures(s.ExpectCost, example.Measures, i, func(run int, measure string) (example.Quantity, bool) {
			if i >= len(c.runs[run].Steps) {
				return example.Quantity{}, false
			}
			return c.runs[run].Steps[i].Cost.Measure(measure), true
		})
	}
}

// checkMeasures compares the measures of one "expectCost", that of a step or of the
// model if step is -1, with those of each run. It reports nothing about a step that
// did not run, since the failure before it was reported.
func (c *costCheck) checkMeasures(want *example.ExpectedCost, measures []string, step int, got func(run int, measure string) (example.Quantity, bool)) {
	if want == nil || len(c.runs) < c.sizes {
		return
	}
	of := c.example.Bearer(step)
	written, differs := &ejson.Value{Kind: ejson.Object}, false
	for _, measure := range measures {
		if _, expected := want.Number(measure, 0); !expected {
			continue
		}
		var numbers []int64
		certain := true
		for run := range c.runs {
			right, _ := want.Number(measure, run)
			quantity, ran := got(run, measure)
			if !ran {
				return
			}
			n, measured := quantity.Number()
			switch {
			case !measured && c.update:
				if certain {
					c.dropped = append(c.dropped, example.DroppedMeasure{Step: step, Measure: measure, Why: quantity.Why()})
				}
				certain, differs = false, true
			case !measured:
				c.list.Add(c.example.Message(c.example.Within(want.Pos, measure), fmt.Sprintf("%s of %s has no certain answer: %s", measure, of, quantity.Why()), "leave it out"))
			case n != right:
				c.differs(want, measure, of, run, right, n)
				differs = true
			}
			numbers = append(numbers, n)
		}
		if certain {
			written.Members = append(written.Members, ejson.Member{Key: measure, Value: numbersValue(numbers)})
		}
	}
	if differs && c.update {
		c.edits = append(c.edits, ejson.Edit{Start: want.Start, End: want.End, Value: written})
	}
}

func (c *costCheck) differs(want *example.ExpectedCost, measure, of string, run int, right, got int64) {
	if c.update {
		return
	}
	size := ""
	if len(c.example.Sizes) > 0 {
		size = fmt.Sprintf(" at the size %d", c.example.Sizes[run])
	}
	m := c.example.Message(c.example.Within(want.Pos, measure, strconv.Itoa(run)), fmt.Sprintf("%s of %s%s: %d expected, %d measured", measure, of, size, right, got), updateHint(c.example))
	m.Update = c.example.Name
	c.list.Add(m)
}

// numbersValue writes one number for each size, or a single one if all are the
// same.
func numbersValue(numbers []int64) *ejson.Value {
	number := func(n int64) *ejson.Value {
		return &ejson.Value{Kind: ejson.Number, Text: strconv.FormatInt(n, 10)}
	}
	if len(slices.Compact(slices.Clone(numbers))) == 1 {
		return number(numbers[0])
	}
	list := &ejson.Value{Kind: ejson.Array}
	for _, n := range numbers {
		list.Items = append(list.Items, number(n))
	}
	return list
}
