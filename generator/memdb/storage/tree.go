package storage

import (
	"slices"
	"sort"

	"modelbook/generator/memdb/value"
)

// Entry is one key of an index and the record it leads to.
type Entry struct {
	Key []any
	ID  RecordID
}

const leafSize = 512

// tree keeps the entries of an index in order, in leaves of at most leafSize:
// a tree of two levels. The order is that of the key's fields, each in its
// direction, then of the RecordID.
type tree struct {
	descending []bool
	leaves     [][]Entry
	count      int
}

func (t *tree) compareKeys(a, b []any) int {
	for i := range a {
		if i >= len(b) {
			return 0
		}
		c := value.Compare(a[i], b[i])
		if t.descending[i] {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func (t *tree) compare(a, b Entry) int {
	if c := t.compareKeys(a.Key, b.Key); c != 0 {
		return c
	}
	switch {
	case a.ID < b.ID:
		return -1
	case a.ID > b.ID:
		return 1
	}
	return 0
}

// position of the first entry for which reached is true; reached must be false
// before some place and true from there on.
type position struct{ leaf, at int }

func (t *tree) search(reached func(Entry) bool) position {
	leaf := sort.Search(len(t.leaves), func(i int) bool {
		return reached(t.leaves[i][len(t.leaves[i])-1])
	})
	if leaf == len(t.leaves) {
		return position{leaf, 0}
	}
	at := sort.Search(len(t.leaves[leaf]), func(i int) bool { return reached(t.leaves[leaf][i]) })
	return position{leaf, at}
}

func (t *tree) find(e Entry) (position, bool) {
	p := t.search(func(x Entry) bool { return t.compare(x, e) >= 0 })
	found, ok := t.at(p)
	return p, ok && t.compare(found, e) == 0
}

func (t *tree) at(p position) (Entry, bool) {
	if p.leaf >= len(t.leaves) {
		return Entry{}, false
	}
	return t.leaves[p.leaf][p.at], true
}

func (t *tree) after(p position) position {
	if p.at++; p.at >= len(t.leaves[p.leaf]) {
		return position{p.leaf + 1, 0}
	}
	return p
}

// insert adds an entry; it must not be there yet.
func (t *tree) insert(e Entry) {
	t.count++
	p, _ := t.find(e)
	if p.leaf == len(t.leaves) {
		t.append(e)
		return
	}
	leaf := slices.Insert(t.leaves[p.leaf], p.at, e)
	t.leaves[p.leaf] = leaf
	if len(leaf) > leafSize {
		t.split(p.leaf)
	}
}

// append puts an entry after all others: keys that only grow fill their leaves.
func (t *tree) append(e Entry) {
	last := len(t.leaves) - 1
	if last >= 0 && len(t.leaves[last]) < leafSize {
		t.leaves[last] = append(t.leaves[last], e)
		return
	}
	t.leaves = append(t.leaves, []Entry{e})
}

func (t *tree) split(leaf int) {
	half := len(t.leaves[leaf]) / 2
	upper := slices.Clone(t.leaves[leaf][half:])
	clear(t.leaves[leaf][half:])
	t.leaves[leaf] = t.leaves[leaf][:half]
	t.leaves = slices.Insert(t.leaves, leaf+1, upper)
}

func (t *tree) remove(e Entry) {
	p, ok := t.find(e)
	if !ok {
		return
	}
	t.count--
	t.leaves[p.leaf] = slices.Delete(t.leaves[p.leaf], p.at, p.at+1)
	if len(t.leaves[p.leaf]) == 0 {
		t.leaves = slices.Delete(t.leaves, p.leaf, p.leaf+1)
	}
}
