package ejson

import (
	"cmp"
	"slices"

	"modelbook/generator/diag"
)

// Edit puts a value in the place of the bytes from Start to End. If both are
// the same, the value is put in there, with Before in front of it.
type Edit struct {
	Start, End int
	Before     string
	Value      *Value
}

// Replace returns the text after the edits, which must not overlap, in the
// standard formatting.
func Replace(text *diag.Text, edits []Edit) []byte {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(out, text.Bytes[last:e.Start]...)
		out = append(out, e.Before...)
		out = append(out, flat(e.Value)...)
		last = e.End
	}
	out = append(out, text.Bytes[last:]...)
	return standard(text.File, out)
}

// standard returns edited bytes in the standard formatting.
func standard(file string, edited []byte) []byte {
	value, list := Parse(diag.NewText(file, edited))
	if list.Failed() {
		return edited
	}
	return Format(value)
}
