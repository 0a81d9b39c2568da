package storage

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Collection holds documents in the order of insertion, and their indexes, of
// which the first is that of _id.
type Collection struct {
	Name    string // "db.coll", for messages
	Indexes []*Index
	records records
	maxSize int64 // of a capped collection, in bytes; zero for others
	maxDocs int64
	undo    *Undo
	Check   func(Write) error // called before each change; nil if there are no other writers
	fork    *forkLog          // nil for a collection that is no fork
	watched bool              // it has forks
	writes  RecordID          // counts the writes that released unique keys while there were forks
}

// NewCollection makes an empty collection. Capped ones have a size in bytes, and may
// have a number of documents beyond which the oldest are removed. Its index on _id has
// the order of the collection's default collation. Every change of a document is noted
// in undo.
func NewCollection(name string, cappedSize, cappedMax int64, collation *value.Collation, undo *Undo) *Collection {
	id := Spec{Name: "_id_", Key: bson.D{{Key: "_id", Value: int32(1)}}, Unique: true, Collation: collation}
	return &Collection{
		Name:    name,
		Indexes: []*Index{newIndex(id)},
		records: newRecords(),
		maxSize: cappedSize,
		maxDocs: cappedMax,
		undo:    undo,
	}
}

// Count is the number of documents.
func (c *Collection) Count() int { return c.records.count }

// Bytes is the sum of the sizes of the documents' BSON.
func (c *Collection) Bytes() int64 { return c.records.bytes }

// Capped reports whether the collection has a limit of size.
func (c *Collection) Capped() bool { return c.maxSize > 0 }

// Get returns the document of a record, nil if there is none.
func (c *Collection) Get(id RecordID) bson.Raw { return c.records.get(id) }

// Fields returns the document of a record, decoded.
func (c *Collection) Fields(id RecordID) (bson.D, error) { return value.Decode(c.records.get(id)) }

// After returns the record that follows id in the order of insertion; zero begins
// and ends.
func (c *Collection) After(id RecordID) (RecordID, bson.Raw) { return c.records.after(id) }

// Before returns the record in front of id in the order of insertion; zero begins
// at the end, and ends.
func (c *Collection) Before(id RecordID) (RecordID, bson.Raw) { return c.records.before(id) }

// change is the effect of one write on one index.
type change struct {
	index     *Index
	out, in   [][]any
	multikeys []Depths
	free      *gap // where the entry belongs, if that is known
}

// Limit changes the limits of a capped collection, for the next insert.
func (c *Collection) Limit(size, most int64) { c.maxSize, c.maxDocs = size, most }

// Numbered reports whether every document has got a number: no index refused one.
func (c *Collection) Numbered() bool { return !*c.records.failed }

// Insert adds a document, or returns the error of an index and adds nothing.
func (c *Collection) Insert(doc Document) (RecordID, error) {
	changes, err := c.plan(0, nil, doc.fields)
	if err != nil {
		*c.records.failed = true
		return 0, err
	}
	id := c.records.add(slices.Clone(doc.raw)) // without the spare capacity of encoding
	apply(changes, id)
	c.wrote(changes, id, nil)
	return id, c.evict(id)
}

// Replace puts another document in the place of a record's, whose fields are old, or
// returns the error of an index and changes nothing.
func (c *Collection) Replace(id RecordID, old bson.D, doc Document) error {
	changes, err := c.plan(id, old, doc.fields)
	if err != nil {
		return err
	}
	apply(changes, id)
	before := c.records.get(id)
	c.records.replace(id, slices.Clone(doc.raw))
	c.wrote(changes, id, before)
	return nil
}

// Delete removes a record, whose fields are old.
func (c *Collection) Delete(id RecordID, old bson.D) error {
	changes, err := c.plan(id, old, nil)
	if err != nil {
		return err
	}
	apply(changes, id)
	before := c.records.get(id)
	c.records.remove(id)
	c.wrote(changes, id, before)
	return nil
}

// plan computes the effect of a write on every index, before anything is changed;
// before and after are nil where there is no such document.
func (c *Collection) plan(id RecordID, before, after bson.D) ([]change, error) {
	changes := make([]change, len(c.Indexes))
	for i, x := range c.Indexes {
		ch := &changes[i]
		ch.index = x
		var err error
		if before != nil {
			if ch.out, _, err = x.keysOf(before); err != nil {
				return nil, err
			}
		}
		if after == nil {
			continue
		}
		if err := x.checkClustered(after); err != nil {
			return nil, err
		}
		if ch.in, ch.multikeys, err = x.keysOf(after); err != nil {
			return nil, err
		}
		if ch.free, err = c.checkUnique(x, ch.in, id); err != nil {
			return nil, err
		}
	}
	if c.Check != nil {
		return changes, c.Check(Write{id, changes})
	}
	return changes, nil
}

// checkUnique returns an error if another record has one of the keys, else where the
// entry belongs, if there is one key and the index is unique.
func (c *Collection) checkUnique(x *Index, keys [][]any, self RecordID) (free *gap, err error) {
	if !x.Unique {
		return nil, nil
	}
	for _, key := range keys {
		var holder RecordID
		if holder, free = x.holder(key); free == nil && holder != self {
			return nil, x.duplicate(c.Name, key)
		}
	}
	if len(keys) > 1 {
		return nil, nil
	}
	return free, nil
}

func apply(changes []change, id RecordID) {
	for _, ch := range changes {
		if sameKeys(ch.out, ch.in) {
			continue
		}
		ch.index.drop(ch.out, id)
		ch.index.add(ch.in, ch.multikeys, id, ch.free)
	}
}

// sameKeys holds only for keys of equal type too, because an entry's form is
// shown in the errors of later duplicates.
func sameKeys(a, b [][]any) bool {
	return slices.EqualFunc(a, b, func(x, y []any) bool {
		return slices.EqualFunc(x, y, func(v, w any) bool {
			return value.TypeCode(v) == value.TypeCode(w) && value.Equal(v, w)
		})
	})
}

// evict removes the oldest documents of a capped collection that is over its
// limits, but never the one just inserted.
func (c *Collection) evict(last RecordID) error {
	for c.Capped() && (c.records.bytes > c.maxSize || (c.maxDocs > 0 && int64(c.records.count) > c.maxDocs)) {
		oldest, _ := c.After(0)
		if oldest == last {
			return nil
		}
		fields, err := c.Fields(oldest)
		if err != nil {
			return err
		}
		if err := c.Delete(oldest, fields); err != nil {
			return err
		}
	}
	return nil
}

// AddIndex builds an index over all documents, or returns the error of the first that
// does not fit and builds nothing.
func (c *Collection) AddIndex(spec Spec) error {
	b := c.StartBuild()
	defer b.End()
	b.Add(spec)
	for {
		done, err := b.Step()
		if err != nil {
			return err
		}
		if done {
			b.Finish()
			return nil
		}
	}
}

// DropIndex removes an index; that of _id stays for as long as the collection.
func (c *Collection) DropIndex(x *Index) {
	c.Indexes = slices.DeleteFunc(c.Indexes, func(other *Index) bool { return other == x })
}

// Index finds an index by its name.
func (c *Collection) Index(name string) *Index {
	for _, x := range c.Indexes {
		if x.Name == name {
			return x
		}
	}
	return nil
}

// Validate checks that every index holds exactly the entries of the documents; it
// returns the number of wrong ones. See, if not nil, looks at each document besides,
// which is decoded once for all.
func (c *Collection) Validate(see func(doc bson.D) error) (wrong int, err error) {
	want, entries := make([]int, len(c.Indexes)), make([][]filed, len(c.Indexes))
	for i, x := range c.Indexes {
		entries[i] = x.byRecord()
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
			wrong += x.lacking(keys, id, &entries[i])
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
