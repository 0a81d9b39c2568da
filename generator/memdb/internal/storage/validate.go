package storage

import (
	"sort"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Validate checks that every index holds exactly the entries of the documents, in their
// order; it returns the number of wrong ones. See, if not nil, looks at each document
// besides, which is decoded once for all.
func (c *Collection) Validate(see func(doc bson.D) error) (wrong int, err error) {
	entries, want := make([]byRecord, len(c.Indexes)), make([]int, len(c.Indexes))
	for i, x := range c.Indexes {
		var misplaced int
		entries[i], misplaced = x.entries.byRecord()
		wrong += misplaced
	}
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		doc, err := value.Decode(raw)
		if err != nil {
			return 0, err
		}
		for i, x := range c.Indexes {
			keys, _, err := x.keysOf(doc)
			if err != nil {
				return 0, err
			}
			want[i] += len(keys)
			wrong += entries[i].lacking(keys, id)
		}
		if see == nil {
			continue
		}
		if err := see(doc); err != nil {
			return 0, err
		}
	}
	for i, x := range c.Indexes {
		wrong += max(0, x.entries.count-want[i])
	}
	return wrong, nil
}

// byRecord holds the entries of a tree that are not looked at yet, in the order of their
// records. Documents come in that order, so that none of the entries has to be searched
// for among all.
type byRecord struct {
	tree *tree
	rest []Entry
}

func (b byRecord) Len() int      { return len(b.rest) }
func (b byRecord) Swap(i, j int) { b.rest[i], b.rest[j] = b.rest[j], b.rest[i] }

func (b byRecord) Less(i, j int) bool {
	if x, y := b.rest[i].ID, b.rest[j].ID; x != y {
		return x < y
	}
	return b.tree.compareKeys(b.rest[i].Key, b.rest[j].Key) < 0
}

// byRecord also counts the entries that do not come after the one before them.
func (t *tree) byRecord() (entries byRecord, misplaced int) {
	all := make([]Entry, 0, t.count)
	for _, l := range t.leaves {
		for at := range l.ids {
			e := l.entry(at, t.fields())
			if n := len(all); n > 0 && t.compare(all[n-1], e) >= 0 {
				misplaced++
			}
			all = append(all, e)
		}
	}
	entries = byRecord{t, all}
	sort.Sort(entries)
	return entries, misplaced
}

// lacking counts the keys of a document that have no entry. The document comes after
// those for which it was called before.
func (b *byRecord) lacking(keys [][]any, id RecordID) (n int) {
	for len(b.rest) > 0 && b.rest[0].ID < id {
		b.rest = b.rest[1:]
	}
	end := 0
	for end < len(b.rest) && b.rest[end].ID == id {
		end++
	}
	entries := b.rest[:end]
	b.rest = b.rest[end:]
	for _, key := range keys {
		at := sort.Search(len(entries), func(i int) bool { return b.tree.compareKeys(entries[i].Key, key) >= 0 })
		if at == len(entries) || b.tree.compareKeys(entries[at].Key, key) != 0 {
			n++
		}
	}
	return n
}
