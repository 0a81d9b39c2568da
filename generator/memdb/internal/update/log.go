package update

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Log holds the changes that the operators of one update made to a document, in their
// order. Source: logUpdate of src/mongo/db/update/modifier_node.cpp and its kin.
type Log struct {
	entries []logEntry
	arrays  map[string]*chosenElements
}

// step is a name on the way into a document, or a place in an array.
type step struct {
	name    string
	isIndex bool
}

type logEntry struct {
	path []step
	did  alteration
}

type alteration int

const (
	updated alteration = iota
	created            // with the rest of its path
	deleted
)

// chosenElements are those of one array that "$[]" or filters chose.
type chosenElements struct {
	path  []step
	which map[int]bool
}

// add appends a change, unless it is inside a value that the update has created and
// that is logged as a whole.
func (l *Log) add(path []step, did alteration) {
	around := func(e logEntry) bool {
		return e.did == created && len(e.path) <= len(path) && slices.Equal(e.path, path[:len(e.path)])
	}
	if !slices.ContainsFunc(l.entries, around) {
		l.entries = append(l.entries, logEntry{slices.Clone(path), did})
	}
}

// choose notes that operators were applied to an element which a filter chose.
func (l *Log) choose(array []step, i int) {
	if l == nil {
		return
	}
	key := pathKey(array)
	if l.arrays == nil {
		l.arrays = map[string]*chosenElements{}
	}
	if l.arrays[key] == nil {
		l.arrays[key] = &chosenElements{slices.Clone(array), map[int]bool{}}
	}
	l.arrays[key].which[i] = true
}

func pathKey(path []step) string {
	names := make([]string, len(path))
	for i, s := range path {
		names[i] = s.name
	}
	return strings.Join(names, "\x00")
}

// collapse logs arrays in which filters chose several elements as the server does: as
// the whole array if more than one of them changed, else as the whole element. Source:
// src/mongo/db/update/update_array_node.cpp.
func (l *Log) collapse() {
	arrays := make([]*chosenElements, 0, len(l.arrays))
	for _, a := range l.arrays {
		arrays = append(arrays, a)
	}
	slices.SortFunc(arrays, func(a, b *chosenElements) int { return cmp.Compare(len(a.path), len(b.path)) })
	for _, a := range arrays {
		if len(a.which) > 1 {
			l.collapseArray(a.path)
		}
	}
}

func (l *Log) collapseArray(array []step) {
	changed := map[string]bool{}
	inside := func(e logEntry) bool { return len(e.path) > len(array) && slices.Equal(e.path[:len(array)], array) }
	var kept []logEntry
	whole := -1
	for _, e := range l.entries {
		if !inside(e) {
			kept = append(kept, e)
			continue
		}
		changed[e.path[len(array)].name] = true
		if whole < 0 {
			whole = len(kept)
			kept = append(kept, logEntry{e.path[:len(array)+1], updated})
		}
	}
	if len(changed) > 1 {
		kept[whole].path = array
	}
	l.entries = kept
}

// difference returns the log with the values that the document has in the end.
func (l *Log) difference(after bson.D) *documentDelta {
	l.collapse()
	root := &documentDelta{}
	for _, e := range l.entries {
		root.place(e.path, e.did, after)
	}
	return root
}

// place puts the value of an entry of the log at its path, below a document that is
// from in the end.
func (at *documentDelta) place(path []step, did alteration, from bson.D) {
	name := path[0].name
	if len(path) == 1 {
		switch did {
		case deleted:
			at.deletes = append(at.deletes, name)
		case created:
			at.inserts = append(at.inserts, bson.E{Key: name, Value: valueAt(from, path[0])})
		case updated:
			at.updates = append(at.updates, bson.E{Key: name, Value: valueAt(from, path[0])})
		}
		return
	}
	i := slices.IndexFunc(at.inner, func(f innerDelta) bool { return f.name == name })
	if i < 0 {
		i = len(at.inner)
		at.inner = append(at.inner, innerDelta{name, deltaFor(path[1])})
	}
	placeIn(at.inner[i].delta, path[1:], did, valueAt(from, path[0]))
}

func (at *arrayDelta) place(path []step, did alteration, from bson.A) {
	i, _ := strconv.Atoi(path[0].name)
	v := valueAt(from, path[0])
	if len(path) == 1 {
		at.elements[i] = v
		return
	}
	if at.elements[i] == nil {
		at.elements[i] = deltaFor(path[1])
	}
	placeIn(at.elements[i].(delta), path[1:], did, v)
}

func deltaFor(next step) delta {
	if next.isIndex {
		return &arrayDelta{newSize: -1, elements: map[int]any{}}
	}
	return &documentDelta{}
}

func placeIn(at delta, path []step, did alteration, from any) {
	switch at := at.(type) {
	case *documentDelta:
		at.place(path, did, from.(bson.D))
	case *arrayDelta:
		at.place(path, did, from.(bson.A))
	}
}

// valueAt returns the value of a field or an element that is there.
func valueAt(v any, at step) any {
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			if f.Key == at.name {
				return f.Value
			}
		}
	case bson.A:
		i, _ := strconv.Atoi(at.name)
		return v[i]
	}
	return nil
}
