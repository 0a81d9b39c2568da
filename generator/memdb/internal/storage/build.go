package storage

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Build makes indexes over the documents of a collection, one document at a step.
// Between two steps other commands may write: records that they change after they were
// indexed are indexed again at the end, and only then can a key be there twice. The
// caller that starts a build ends it.
type Build struct {
	Indexes    []*Index // that it makes
	collection *Collection
	at         RecordID              // the last record that was indexed
	touched    map[RecordID]bson.Raw // the indexed form of records that have changed since, nil for records that were not there
}

// StartBuild begins a build, as yet of no index.
func (c *Collection) StartBuild() *Build {
	b := &Build{collection: c, touched: map[RecordID]bson.Raw{}}
	c.records.builds = append(c.records.builds, b)
	return b
}

// Add makes an index one of those that are built. It must be called before all steps.
func (b *Build) Add(spec Spec) { b.Indexes = append(b.Indexes, newIndex(spec)) }

// Step indexes one document, or returns the error of an index that it does not fit.
// done says that there was none left.
func (b *Build) Step() (done bool, err error) {
	if id, raw := b.collection.After(b.at); id != 0 {
		b.at = id
		delete(b.touched, id)
		return false, b.take(id, raw)
	}
	for id, before := range b.touched {
		delete(b.touched, id)
		if err := b.forget(id, before); err != nil {
			return false, err
		}
		now := b.collection.Get(id)
		if now == nil {
			return false, nil
		}
		return false, b.take(id, now)
	}
	return true, nil
}

// Finish adds the indexes to the collection, in the same step as the last document.
func (b *Build) Finish() {
	b.collection.Indexes = append(b.collection.Indexes, b.Indexes...)
}

// End detaches the build from the collection.
func (b *Build) End() {
	b.collection.records.builds = slices.DeleteFunc(b.collection.records.builds, func(other *Build) bool { return other == b })
}

func (b *Build) take(id RecordID, raw bson.Raw) error {
	doc, err := value.Decode(raw)
	if err != nil {
		return err
	}
	for _, x := range b.Indexes {
		keys, multikey, err := x.keysOf(doc)
		if err != nil {
			return err
		}
		free, err := b.collection.checkUnique(x, keys, id)
		if err != nil { // perhaps only with a key that its record no longer has
			if err := b.forgetTouched(); err != nil {
				return err
			}
			if free, err = b.collection.checkUnique(x, keys, id); err != nil {
				return err
			}
		}
		x.add(keys, multikey, id, free)
	}
	return nil
}

// forget removes the entries of a record; before is its indexed form.
func (b *Build) forget(id RecordID, before bson.Raw) error {
	if before == nil {
		return nil
	}
	doc, err := value.Decode(before)
	if err != nil {
		return err
	}
	for _, x := range b.Indexes {
		keys, _, err := x.keysOf(doc)
		if err != nil {
			return err
		}
		x.drop(keys, id)
	}
	return nil
}

func (b *Build) forgetTouched() error {
	for id, before := range b.touched {
		if err := b.forget(id, before); err != nil {
			return err
		}
		b.touched[id] = nil
	}
	return nil
}

// touch notes in the builds that a record changes, whose document so far is before.
func (r *records) touch(id RecordID, before bson.Raw) {
	for _, b := range r.builds {
		if _, known := b.touched[id]; !known {
			b.touched[id] = before
		}
	}
}
