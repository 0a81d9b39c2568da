package update

import (
	"maps"
	"slices"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// The server logs an update by a pipeline as the difference of two documents if that
// is shorter than the document. The lengths that it compares are near those of the
// difference's BSON. Source: src/mongo/db/update/document_diff_calculator.cpp and
// document_diff_serialization.cpp.

const (
	entryFrame    = 15 // of the log's entry around the difference
	emptyDocument = 5
	emptyArray    = 9
	sectionFrame  = 8 // of the fields deleted, updated or inserted
	fieldFrame    = 2 // type and the end of a name
)

// Diff returns the difference that makes one document of another; nil if the whole
// document is shorter.
func Diff(before, after bson.D) *Delta {
	d, _ := diffDocuments(before, after, entryFrame)
	if d == nil {
		return nil
	}
	return deltaOf(d)
}

// diffDocuments returns the difference and its length, nil if it is no shorter than
// the document. A field that has moved counts as deleted, and inserted again.
func diffDocuments(before, after bson.D, frame int) (*documentDelta, int) {
	d, length, whole := &documentDelta{}, frame+emptyDocument, value.Size(after)
	deleted := map[string]bool{}
	for len(before) > 0 && len(after) > 0 {
		if whole < length {
			return nil, 0
		}
		old, f := before[0], after[0]
		before = before[1:]
		if old.Key != f.Key {
			deleted[old.Key] = true
			continue
		}
		after = after[1:]
		if !identical(old.Value, f.Value) {
			length += d.change(old, f)
		}
	}
	for _, f := range before {
		length += d.remove(f.Key)
	}
	for _, f := range after {
		length += d.insert(f)
		delete(deleted, f.Key)
	}
	for _, name := range slices.Sorted(maps.Keys(deleted)) {
		length += d.remove(name)
	}
	if whole <= length {
		return nil, 0
	}
	return d, length
}

// change adds a field with another value, and returns its length.
func (d *documentDelta) change(old, f bson.E) int {
	if inner, length := diffValues(old.Value, f.Value); inner != nil {
		d.inner = append(d.inner, innerDelta{f.Key, inner})
		return len("s") + len(f.Key) + fieldFrame + length
	}
	d.updates = append(d.updates, f)
	return section(len(d.updates)) + len(f.Key) + fieldFrame + value.Size(f.Value)
}

func (d *documentDelta) insert(f bson.E) int {
	d.inserts = append(d.inserts, f)
	return section(len(d.inserts)) + len(f.Key) + fieldFrame + value.Size(f.Value)
}

func (d *documentDelta) remove(name string) int {
	d.deletes = append(d.deletes, name)
	return section(len(d.deletes)) + len(name) + fieldFrame + len("0")
}

// section returns the length of the frame around fields, for the first of them.
func section(fields int) int {
	if fields == 1 {
		return sectionFrame
	}
	return 0
}

// diffValues returns the difference of two documents or two arrays, nil if the second
// value is to be written whole.
func diffValues(before, after any) (delta, int) {
	switch after := after.(type) {
	case bson.D:
		if before, ok := before.(bson.D); ok {
			if d, length := diffDocuments(before, after, 0); d != nil {
				return d, length
			}
		}
	case bson.A:
		if before, ok := before.(bson.A); ok {
			if d, length := diffArrays(before, after); d != nil {
				return d, length
			}
		}
	}
	return nil, 0
}

func diffArrays(before, after bson.A) (*arrayDelta, int) {
	d, length, whole := &arrayDelta{newSize: -1, elements: map[int]any{}}, emptyArray, value.Size(after)
	for i, v := range after {
		if i < len(before) && whole < length {
			return nil, 0
		}
		var inner delta
		size := value.Size(v)
		if i < len(before) {
			if identical(before[i], v) {
				continue
			}
			if by, of := diffValues(before[i], v); by != nil {
				inner, size = by, of
			}
		}
		if d.elements[i] = v; inner != nil {
			d.elements[i] = inner
		}
		length += len("u") + len(strconv.Itoa(i)) + fieldFrame + size
	}
	if len(before) > len(after) {
		d.newSize = len(after)
		length += len("l") + 4 + fieldFrame
	}
	if whole <= length {
		return nil, 0
	}
	return d, length
}
