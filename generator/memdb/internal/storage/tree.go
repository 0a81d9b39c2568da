package storage

import (
	"slices"
	"sort"

	"modelbook/generator/memdb/internal/value"
)

// Entry is one key of an index and the record it leads to.
type Entry struct {
	Key []any
	ID  RecordID
}

const leafSize = 512

// leafRoom is by how many entries a leaf grows at most: the unused part is lost, and
// there are many leaves.
const leafRoom = 64

// tree keeps the entries of an index in order, in leaves of at most leafSize:
// a tree of two levels. The order is that of the key's fields, each in its
// direction, then of the RecordID.
type tree struct {
	descending []bool
	leaves     []*leaf
	count      int
	version    uint64 // counts the changes that move entries to other positions
}

// leaf is a piece of a tree. One that several forks share does not change any more.
// Its keys are stored one behind the other, because a slice for each would be as large
// as most keys.
type leaf struct {
	values []any // as many an entry as the key has fields
	ids    []RecordID
	shared bool
}

// entry returns an entry of a leaf; its key is valid until the leaf changes.
func (l *leaf) entry(at, fields int) Entry {
	return Entry{l.values[at*fields : (at+1)*fields], l.ids[at]}
}

// piece copies the entries from one to but without another.
func (l *leaf) piece(from, to, fields int) *leaf {
	return &leaf{values: slices.Clone(l.values[from*fields : to*fields]), ids: slices.Clone(l.ids[from:to])}
}

func (l *leaf) insert(at int, e Entry) {
	if n := len(l.ids); n == cap(l.ids) {
		room := n + min(n, leafRoom) + 1
		l.ids = append(make([]RecordID, 0, room), l.ids...)
		l.values = append(make([]any, 0, room*len(e.Key)), l.values...)
	}
	l.ids = slices.Insert(l.ids, at, e.ID)
	l.values = slices.Insert(l.values, at*len(e.Key), e.Key...)
}

func (l *leaf) remove(at, fields int) {
	l.ids = slices.Delete(l.ids, at, at+1)
	l.values = slices.Delete(l.values, at*fields, (at+1)*fields)
}

// fork returns a tree of the same entries, which changes independently.
func (t *tree) fork() tree {
	for _, l := range t.leaves {
		l.shared = true
	}
	return tree{descending: t.descending, leaves: slices.Clone(t.leaves), count: t.count}
}

// writable returns a leaf that may be changed.
func (t *tree) writable(at int) *leaf {
	if t.leaves[at].shared {
		l := t.leaves[at]
		t.leaves[at] = l.piece(0, len(l.ids), t.fields())
	}
	return t.leaves[at]
}

// fields is how many values a key has.
func (t *tree) fields() int { return len(t.descending) }

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
		l := t.leaves[i]
		return reached(l.entry(len(l.ids)-1, t.fields()))
	})
	if at == len(t.leaves) {
		return position{at, 0}
	}
	l := t.leaves[at]
	return position{at, sort.Search(len(l.ids), func(i int) bool { return reached(l.entry(i, t.fields())) })}
}

// place returns the position of the first entry that is not before another: where that
// one is, or belongs. It is what search does, without a call for each comparison.
func (t *tree) place(e Entry) position {
	fields := t.fields()
	low, high := 0, len(t.leaves)
	for low < high {
		middle := int(uint(low+high) / 2)
		l := t.leaves[middle]
		if t.compare(l.entry(len(l.ids)-1, fields), e) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(t.leaves) {
		return position{leaf: low}
	}
	p, l := position{leaf: low}, t.leaves[low]
	low, high = 0, len(l.ids)
	for low < high {
		middle := int(uint(low+high) / 2)
		if t.compare(l.entry(middle, fields), e) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	p.at = low
	return p
}

func (t *tree) find(e Entry) (position, bool) {
	p := t.place(e)
	found, ok := t.at(p)
	return p, ok && t.compare(found, e) == 0
}

// searchBack returns the position of the last entry for which reached is true; reached
// must be true up to some place and false from there on.
func (t *tree) searchBack(reached func(Entry) bool) position {
	return t.before(t.search(func(e Entry) bool { return !reached(e) }))
}

func (t *tree) at(p position) (Entry, bool) {
	if p.leaf < 0 || p.leaf >= len(t.leaves) {
		return Entry{}, false
	}
	return t.leaves[p.leaf].entry(p.at, t.fields()), true
}

func (t *tree) after(p position) position {
	if p.at++; p.at >= len(t.leaves[p.leaf].ids) {
		return position{p.leaf + 1, 0}
	}
	return p
}

// before returns the position before another, of leaf -1 if there is none.
func (t *tree) before(p position) position {
	if p.at--; p.at < 0 && p.leaf > 0 {
		return position{p.leaf - 1, len(t.leaves[p.leaf-1].ids) - 1}
	}
	if p.at < 0 {
		return position{leaf: -1}
	}
	return p
}

// gap is a place where an entry belongs, as long as the tree has that version.
type gap struct {
	at      position
	version uint64
}

// insert adds an entry; it must not be there yet. Its place is searched, unless a gap
// is known.
func (t *tree) insert(e Entry, known *gap) {
	var p position
	if known != nil && known.version == t.version {
		p = known.at
	} else {
		p = t.place(e)
	}
	t.count++
	t.version++
	if p.leaf == len(t.leaves) {
		t.append(e)
		return
	}
	l := t.writable(p.leaf)
	if l.insert(p.at, e); len(l.ids) > leafSize {
		t.split(p.leaf)
	}
}

// append puts an entry after all others: keys that only grow fill their leaves.
func (t *tree) append(e Entry) {
	last := len(t.leaves) - 1
	if last < 0 || len(t.leaves[last].ids) >= leafSize {
		t.leaves = append(t.leaves, new(leaf))
		last++
	}
	l := t.writable(last)
	l.insert(len(l.ids), e)
}

// split halves a leaf.
func (t *tree) split(at int) {
	l := t.leaves[at]
	half := len(l.ids) / 2
	t.leaves[at] = l.piece(0, half, t.fields())
	t.leaves = slices.Insert(t.leaves, at+1, l.piece(half, len(l.ids), t.fields()))
}

func (t *tree) remove(e Entry) {
	p, ok := t.find(e)
	if !ok {
		return
	}
	t.count--
	t.version++
	l := t.writable(p.leaf)
	if l.remove(p.at, t.fields()); len(l.ids) == 0 {
		t.leaves = slices.Delete(t.leaves, p.leaf, p.leaf+1)
	}
}
