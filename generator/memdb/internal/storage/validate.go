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
	entries, want := make([]map[RecordID][]Entry, len(c.Indexes)), make([]int, len(c.Indexes))
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
			wrong += x.entries.lacking(keys, entries[i][id])
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

// byRecord returns the entries of each record, in their order, so that none of a
// document has to be searched for among all. It also counts the entries that do not come
// after the one before them.
func (t *tree) byRecord() (entries map[RecordID][]Entry, misplaced int) {
	entries = make(map[RecordID][]Entry, t.count)
	var last Entry
	for _, l := range t.leaves {
		for at := range l.ids {
			e := l.entry(at, t.fields())
			if last.ID != 0 && t.compare(last, e) >= 0 {
				misplaced++
			}
			entries[e.ID], last = append(entries[e.ID], e), e
		}
	}
	return entries, misplaced
}

// lacking counts the keys of a document that are not among its entries.
func (t *tree) lacking(keys [][]any, entries []Entry) (n int) {
	for _, key := range keys {
		at := sort.Search(len(entries), func(i int) bool { return t.compareKeys(entries[i].Key, key) >= 0 })
		if at == len(entries) || t.compareKeys(entries[at].Key, key) != 0 {
			n++
		}
	}
	return n
}
