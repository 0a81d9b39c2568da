package storage

import "go.mongodb.org/mongo-driver/v2/bson"

// A fork is a collection as it was at one time. It shares its records and index
// entries with the collection that it was made of, in pieces of some hundreds: before
// the first write to a piece it is copied.

// Write is the change of one record, before it is made.
type Write struct {
	id      RecordID // zero for a new one
	changes []change
}

// forkedChange is a change of one record in a fork; after is nil if the record is gone.
type forkedChange struct {
	id      RecordID
	changes []change
	after   bson.Raw
}

// forkLog records the writes to a fork.
type forkLog struct {
	forkedChange []forkedChange
	touched      map[RecordID]bool
	since        RecordID // the count of writes of the collection that it was made of
}

// Fork returns a collection of the same content; writes to either do not show in the
// other. undo is as for NewCollection. There must be no writes meanwhile.
func (c *Collection) Fork(undo *Undo) *Collection {
	f := *c
	f.records = c.records.fork()
	f.Indexes = make([]*Index, len(c.Indexes))
	for i, x := range c.Indexes {
		f.Indexes[i] = x.fork()
	}
	c.watched, f.watched = true, true
	f.undo, f.Check = undo, nil
	f.fork = &forkLog{touched: map[RecordID]bool{}, since: c.writes}
	return &f
}

// Written reports whether something was written to a fork.
func (c *Collection) Written() bool { return c.fork != nil && len(c.fork.forkedChange) > 0 }

// Publish repeats the writes to a fork in the collection that it was made of. That
// must have the same indexes still, and every write must have been checked against it
// by Outdated, and later writes against the fork by Meets.
func (c *Collection) Publish(f *Collection) {
	for _, m := range f.fork.forkedChange {
		changes := make([]change, len(m.changes))
		for i, ch := range m.changes {
			ch.index = c.Indexes[i]
			changes[i] = ch
		}
		apply(changes, m.id)
		before := c.records.get(m.id)
		c.records.restore(m.id, m.after)
		c.note(changes, m.id, before)
		c.release(changes)
	}
}

// release keeps the unique keys that a write gives up: a fork from before the write
// can't take them.
func (c *Collection) release(changes []change) {
	if !c.watched {
		return
	}
	c.writes++
	written := c.writes
	for _, ch := range changes {
		if !ch.index.Unique || sameKeys(ch.out, ch.in) {
			continue
		}
		for _, key := range ch.out {
			ch.index.released.insert(Entry{key, written}, nil)
			c.undo.Note(func() { ch.index.released.remove(Entry{key, written}) })
		}
	}
}

// Settle forgets the state that only forks need, once there are none any more.
func (c *Collection) Settle() {
	c.watched = false
	for _, x := range c.Indexes {
		x.released = tree{descending: x.released.descending}
	}
}

// gaveUp reports whether a key was taken from a record by a write after the one of
// that number.
func (x *Index) gaveUp(key []any, since RecordID) bool {
	sought := Entry{key, since + 1}
	e, ok := x.released.at(x.released.place(sought))
	return ok && x.released.compareKeys(e.Key, key) == 0
}

// Adopt makes a new collection of a transaction visible to all.
func (c *Collection) Adopt(undo *Undo) {
	c.undo, c.Check, c.fork = undo, nil, nil
}

// Meets reports whether a fork has changed the same record, or given a unique key of
// the write to another, even for a while.
func (w Write) Meets(f *Collection) bool {
	if !f.Written() {
		return false
	}
	return f.fork.touched[w.id] || w.claims(f, 0, func(holder RecordID) bool { return f.fork.touched[holder] })
}

// Outdated reports whether, for a write to a fork, the collection that it was made of
// has another version of the record by now, or gave a unique key of the write to a
// record that the fork does not know, even for a while.
func (w Write) Outdated(f, now *Collection) bool {
	if w.id != 0 && !f.fork.touched[w.id] && !sameVersion(f.Get(w.id), now.Get(w.id)) {
		return true
	}
	return w.claims(now, f.fork.since, func(holder RecordID) bool { return !f.fork.touched[holder] })
}

// claims reports whether a unique key of the write is that of another record for which
// is returns true, or was given up since a write.
func (w Write) claims(c *Collection, since RecordID, is func(RecordID) bool) bool {
	for i, ch := range w.changes {
		if !ch.index.Unique {
			continue
		}
		for _, key := range ch.in {
			holder, free := c.Indexes[i].holder(key)
			if free == nil && holder != w.id && is(holder) || free != nil && c.Indexes[i].gaveUp(key, since) {
				return true
			}
		}
	}
	return false
}

// sameVersion compares versions of a record by their addresses: equal ones may have
// been written one after the other.
func sameVersion(a, b bson.Raw) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
