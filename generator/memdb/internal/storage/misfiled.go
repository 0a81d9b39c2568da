//go:build !js

package storage

import (
	"cmp"
	"slices"
)

// filed is where the entry of a record is; isMisplaced says that a search misses it.
type filed struct {
	id          RecordID
	at          position
	isMisplaced bool
}

// byRecord returns the entries in the order of their records.
func (x *Index) byRecord() []filed {
	list := make([]filed, 0, x.entries.count)
	var before Entry
	for leaf, l := range x.entries.leaves {
		for at := range l.ids {
			e := l.entry(at, x.entries.fields())
			f := filed{id: e.ID, at: position{leaf, at}}
			if len(list) > 0 && x.entries.compare(before, e) > 0 {
				list[len(list)-1].isMisplaced, f.isMisplaced = true, true
			}
			list, before = append(list, f), e
		}
	}
	slices.SortStableFunc(list, func(a, b filed) int { return cmp.Compare(a.id, b.id) })
	return list
}

// lacking counts the keys of a document that have no entry. The list begins with the
// entries of its record or of records before, and is cut to what comes after.
func (x *Index) lacking(keys [][]any, id RecordID, list *[]filed) (n int) {
	from, _ := slices.BinarySearchFunc(*list, id, func(f filed, id RecordID) int { return cmp.Compare(f.id, id) })
	to := from
	for to < len(*list) && (*list)[to].id == id {
		to++
	}
	of := (*list)[from:to]
	*list = (*list)[to:]
	for _, key := range keys {
		if !slices.ContainsFunc(of, func(f filed) bool {
			e, _ := x.entries.at(f.at)
			return !f.isMisplaced && x.entries.compareKeys(e.Key, key) == 0
		}) {
			n++
		}
	}
	return n
}
