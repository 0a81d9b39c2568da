package example

import (
	"slices"
	"strconv"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Within returns the position of the value at a path (keys of objects, indexes of
// arrays) inside the value that begins at a position of the file. The position of
// a field is that of its key. If the path does not exist, it is the position of
// the last value on the way. The file is read again, since this is needed rarely.
func (e *Example) Within(pos diag.Pos, path ...string) diag.Pos {
	if pos.File != e.File {
		return pos
	}
	root, _ := ejson.Parse(e.Text)
	v := e.valueAt(root, pos)
	for _, key := range path {
		if v == nil {
			break
		}
		start := 0
		if start, v = memberOf(v, key); v != nil {
			pos = e.Text.Pos(start)
		}
	}
	return pos
}

// valueAt finds the outermost value that begins at a position.
func (e *Example) valueAt(v *ejson.Value, pos diag.Pos) *ejson.Value {
	if v == nil || e.Text.Pos(v.Start) == pos {
		return v
	}
	inside := slices.Clone(v.Items)
	for _, m := range v.Members {
		inside = append(inside, m.Value)
	}
	for _, value := range inside {
		if found := e.valueAt(value, pos); found != nil {
			return found
		}
	}
	return nil
}

// memberOf returns a member or an item of a value and where it begins, or nil.
func memberOf(v *ejson.Value, key string) (start int, value *ejson.Value) {
	if v.Kind == ejson.Array {
		if i, err := strconv.Atoi(key); err == nil && i < len(v.Items) {
			return v.Items[i].Start, v.Items[i]
		}
		return 0, nil
	}
	for _, m := range v.Members {
		if m.Key == key {
			return m.Start, m.Value
		}
	}
	return 0, nil
}
