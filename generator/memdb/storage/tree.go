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
	leaves     []*leaf
	count      int
}

// leaf is a piece of a tree. One that several forks have does not change any more.
type leaf struct {
	entries []Entry
	shared  bool
}

// fork gives a tree of the same entries, which changes by itself.
func (t *tree) fork() tree {
	for _, l := range t.leaves {
		l.shared = true
	}
	return tree{descending: t.descending, leaves: slices.Clone(t.leaves), count: t.count}
}

// writable gives a leaf that may be changed.
func (t *tree) writable(at int) *leaf {
	if t.leaves[at].shared {
		t.leaves[at] = &leaf{entries: slices.Clone(t.leaves[at].entries)}
	}
	return t.leaves[at]
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
	at := sort.Search(len(t.leaves), func(i int) bool {
		entries := t.leaves[i].entries
		return reached(entries[len(entries)-1])
	})
	if at == len(t.leaves) {
		return position{at, 0}
	}
	entries := t.leaves[at].entries
	return position{at, sort.Search(len(entries), func(i int) bool { return reached(entries[i]) })}
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
	return t.leaves[p.leaf].entries[p.at], true
}

func (t *tree) after(p position) position {
	if p.at++; p.at >= len(t.leaves[p.leaf].entries) {
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
	l := t.writable(p.leaf)
	if l.entries = slices.Insert(l.entries, p.at, e); len(l.entries) > leafSize {
		t.split(p.leaf)
	}
}

// append puts an entry after all others: keys that only grow fill their leaves.
func (t *tree) append(e Entry) {
	last := len(t.leaves) - 1
	if last >= 0 && len(t.leaves[last].entries) < leafSize {
		l := t.writable(last)
		l.entries = append(l.entries, e)
		return
	}
	t.leaves = append(t.leaves, &leaf{entries: []Entry{e}})
}

// split halves a leaf that is the tree's own.
func (t *tree) split(at int) {
	lower := t.leaves[at]
	half := len(lower.entries) / 2
	upper := &leaf{entries: slices.Clone(lower.entries[half:])}
	clear(lower.entries[half:])
	lower.entries = lower.entries[:half]
	t.leaves = slices.Insert(t.leaves, at+1, upper)
}

func (t *tree) remove(e Entry) {
	p, ok := t.find(e)
	if !ok {
		return
	}
	t.count--
	l := t.writable(p.leaf)
	if l.entries = slices.Delete(l.entries, p.at, p.at+1); len(l.entries) == 0 {
		t.leaves = slices.Delete(t.leaves, p.leaf, p.leaf+1)
	}
}
