package parse

import (
	"fmt"
	"reflect"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

const aroundWorkload = `---
title: T
question: Q?
description: D.
part: p
order: 1
updated: 2026-01-01
`

func TestWorkload(t *testing.T) {
	meta, messages := Meta("trees", diag.NewText("g.md", []byte(aroundWorkload+`workload:
  size: 50
  data: 2.5
  rates:
    sheet: { day: 3000, peak: 2, cached: true }
    rename:
      month: 2
      of: sheet
  amounts:
    most-objects: 40
---
text
`)), nil)
	if len(messages) > 0 {
		t.Fatal(messages)
	}
	at := func(line, col int) diag.Pos { return diag.Pos{File: "g.md", Line: line, Col: col} }
	want := &guide.Workload{
		Size: 50, Data: 2.5, Pos: meta.Workload.Pos,
		Rates: []guide.Rate{
			{ID: "sheet", Times: 3000, Period: guide.Periods[1], Peak: 2, IsCached: true, Pos: at(12, 5)},
			{ID: "rename", Times: 2, Period: guide.Periods[3], Of: "sheet", Pos: at(13, 5)},
		},
		Amounts: []guide.Amount{{ID: "most-objects", Value: 40, Pos: at(17, 5)}},
	}
	if !reflect.DeepEqual(meta.Workload, want) {
		t.Errorf("got %+v\nwant %+v", meta.Workload, want)
	}
	rename := meta.Workload.Rates[1]
	if day, peak := rename.Day(), rename.AtPeak(); day != 2.0/30 || peak != 10*day/86400 {
		t.Errorf("twice a month is %g a day and %g a second at peak", day, peak)
	}
}

func TestWorkloadMistakes(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"  rate:\n    a: { day: 1 }", "9:3: unknown key rate (did you mean rates?)"},
		{"  rates: 3", "9:10: this is not a list of keys and values (write lines such as open-order: {day: 5000, peak: 3})"},
		{"  rates:\n    a: 3000", "10:8: this is not a list of keys and values (write lines such as day: 5000)"},
		{"  rates:\n    a: { peak: 3 }", "10:8: how often a is asked is missing (write { day: 5000, peak: 3 }: times an hour, day, week, month or year, and at peak times a second)"},
		{"  rates:\n    a: { day: 3, week: 2 }", "10:24: a is asked so often a day already (keep one of the two)"},
		{"  rates:\n    a: { days: 3 }", "10:10: unknown key days (did you mean day?)"},
		{"  rates:\n    a: { day: 8640000, peak: 3 }", "10:8: a is asked less often at peak than on average, which is 100 times a second (peak is in times a second)"},
		{"  rates:\n    a: { day: 0 }", "10:15: this is not a number above 0 and up to a million million (write it with digits alone: 3000, or 0.5)"},
		{"  rates:\n    a: { day: .inf }", "10:15: this is not a number above 0 and up to a million million (write it with digits alone: 3000, or 0.5)"},
		{"  rates:\n    a: { day: 1e13 }", "10:15: this is not a number above 0 and up to a million million (write it with digits alone: 3000, or 0.5)"},
		{"  rates:\n    a: { day: many }", "10:15: this is not a number above 0 and up to a million million (write it with digits alone: 3000, or 0.5)"},
		{"  rates:\n    a: { day: 1 }\n    a: { day: 2 }", "11:5: a stands on line 10 already (delete one of them)"},
		{"  rates:\n    a: { day: 1 }\n  amounts:\n    a: 2", "12:5: a is the name of a rate and of an amount (a link could mean either: choose another name for the amount)"},
		{"  rates:\n    a: { day: 1 }\n    A b: { day: 2 }", `11:5: "A b" is not a question's name: letters a to z, digits and hyphens`},
		{"  amounts:\n    A b: 2", `10:5: "A b" is not a name: letters a to z, digits and hyphens`},
		{"  rates:\n    adding: { day: 2 }\n    a: { day: 1, of: addin }", `11:5: a follows "addin", which has no rate (did you mean adding?)`},
		{"  rates:\n    a: { day: 1 }\n    b: { day: 1, of: a }\n    c: { day: 1, of: b }", "12:5: c follows b, which itself follows a (let it follow a question that follows none)"},
		{"  rates:\n    a: { day: 1, of: a }", "10:5: a follows a, which itself follows a (let it follow a question that follows none)"},
		{"  rates:\n    a: { day: 1, cached: hot }", "10:26: this is not true or false"},
		{"  size: 0", "9:9: this is not a whole number from 1"},
		{"  data: -2", "9:9: this is not a number above 0 and up to a million million (write it with digits alone: 3000, or 0.5)"},
	} {
		_, messages := Meta("trees", diag.NewText("g.md", []byte(aroundWorkload+"workload:\n"+test.yaml+"\n---\ntext\n")), nil)
		if len(messages) != 1 || said(messages) != test.want {
			t.Errorf("%s\ngives %s\nwant %s", test.yaml, said(messages), test.want)
		}
	}
}

// said writes a message without its file.
func said(list diag.List) string {
	m := list[0]
	text := fmt.Sprintf("%d:%d: %s", m.Line, m.Col, m.Text)
	if m.Hint != "" {
		text += " (" + m.Hint + ")"
	}
	return text
}
