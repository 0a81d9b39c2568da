package ejson

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"modelbook/generator/diag"
)

// Edit puts a value in the place of the bytes from Start to End. If both are
// the same, the value is put in there, with Before in front of it.
type Edit struct {
	Start, End int
	Before     string
	Value      *Value
}

// Replace gives the text's bytes after the edits, which must not overlap.
// Nothing outside of them changes, and each value is laid out for the line
// where it stands. A text that was in the standard formatting is so again.
func Replace(text *diag.Text, edits []Edit) []byte {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(out, text.Bytes[last:e.Start]...)
		out = append(out, e.Before...)
		line := out[bytes.LastIndexByte(out, '\n')+1:]
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		out = append(out, layout(e.Value, indent, utf8.RuneCount(line))...)
		last = e.End
	}
	out = append(out, text.Bytes[last:]...)
	return formattedLike(text, out)
}

// formattedLike formats the new bytes if the old ones were formatted.
func formattedLike(old *diag.Text, edited []byte) []byte {
	before, list := Parse(old)
	if list.Failed() || !bytes.Equal(Format(before), old.Bytes) {
		return edited
	}
	after, list := Parse(diag.NewText(old.File, edited))
	if list.Failed() {
		return edited
	}
	return Format(after)
}
