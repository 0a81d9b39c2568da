package parse

import (
	"reflect"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

func TestSketchSizes(t *testing.T) {
	meta, messages := Meta("trees", diag.NewText("g.md", []byte(aroundWorkload+`sketch:
  one: {parts: 1}
  few: {parts: 12, part: 2000}
  many: {part: 12, pats: 3}
---
text
`)), nil)
	at := func(line, col int) diag.Pos { return diag.Pos{File: "g.md", Line: line, Col: col} }
	want := []guide.SketchSizes{
		{Stop: "one", Pos: at(9, 3), Sizes: []guide.SketchSize{{Name: "parts", Value: 1, Pos: at(9, 9)}}},
		{Stop: "few", Pos: at(10, 3), Sizes: []guide.SketchSize{{Name: "parts", Value: 12, Pos: at(10, 9)}, {Name: "part", Value: 2000, Pos: at(10, 20)}}},
		{Stop: "many", Pos: at(11, 3)},
	}
	if !reflect.DeepEqual(meta.Sketch, want) {
		t.Errorf("got %+v\nwant %+v", meta.Sketch, want)
	}
	for i, want := range []string{"11:16: readers enter part from 50 to 1e+06", "11:20: a sketch has no size pats (did you mean parts?)"} {
		if i >= len(messages) || said(messages[i:]) != want {
			t.Errorf("got %v\nwant %s", messages, want)
		}
	}
}
