package cost

import (
	"bytes"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// comparison compares the documents that an operation may change, before it and after.
type comparison struct {
	meter         Meter
	operation     example.Operation
	collection    string
	specs         []indexSpec
	hasCollection bool // before
	before, after images
	ok            bool
	isDone        bool // after was read
}

// compare reads the documents before an operation: those that its filters find, and
// those that have the _ids of documents that it inserts; for $merge all of the
// collection that it writes.
func (m Meter) compare(o example.Operation) *comparison {
	c := &comparison{meter: m, operation: o, before: images{}}
	c.collection, _ = o.Target()
	var err error
	c.specs, err = m.indexes(c.collection)
	c.hasCollection = err == nil
	filter, ok := filterOf(o)
	if c.ok = ok; ok && c.hasCollection && filter != nil {
		c.before, c.ok = m.images(c.collection, filter, o.Query().Collation, c.specs)
	}
	return c
}

// filterOf returns a filter for the documents that an operation may change; nil if
// there can be none yet. It is not ok for requests that compare in different ways.
func filterOf(o example.Operation) (filter bson.D, ok bool) {
	var ids, clauses bson.A
	inserts := func(document any) {
		d, _ := document.(bson.D)
		for _, e := range d {
			if e.Key == "_id" {
				ids = append(ids, e.Value)
			}
		}
	}
	documents, _ := o.Argument("documents").(bson.A)
	for _, document := range append(bson.A{o.Argument("document")}, documents...) {
		inserts(document)
	}
	requests, isBulk := o.Argument("requests").(bson.A)
	for _, item := range requests {
		request, _ := item.(bson.D)
		arguments, _ := request[0].Value.(bson.D)
		for _, e := range arguments {
			switch e.Key {
			case "document":
				inserts(e.Value)
			case "filter":
				clauses = append(clauses, e.Value)
			case "collation":
				return nil, false
			}
		}
	}
	if !isBulk && o.Effect() != example.EffectAdds {
		_, filter := o.Target()
		return filter, true
	}
	if len(ids) > 0 {
		clauses = append(clauses, bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}}})
	}
	if len(clauses) == 0 {
		return nil, true
	}
	return bson.D{{Key: "$or", Value: clauses}}, true
}

// end reads the documents after the operation.
func (c *comparison) end(replies *Recorder) bool {
	if c.isDone || !c.ok {
		return c.ok
	}
	c.isDone = true
	if !c.hasCollection {
		var err error
		if c.specs, err = c.meter.indexes(c.collection); err != nil {
			c.ok = false
			return false
		}
	}
	filter := bson.D{}
	if c.operation.Effect() != example.EffectMerges {
		filter = c.before.byID(replies.stored())
	}
	c.after, c.ok = c.meter.images(c.collection, filter, nil, c.specs)
	return c.ok
}

// changed calls each with the documents that differ.
func (c *comparison) changed(each func(before, after image)) {
	for id := range both(c.before, c.after) {
		if before, after := c.before[id], c.after[id]; !bytes.Equal(before.document, after.document) {
			each(before, after)
		}
	}
}

// explains reports whether as many documents differ as the replies say were written. A
// document that was changed twice, or put in and taken out, was written more often.
func (c *comparison) explains(replies *Recorder) bool {
	n := int64(0)
	c.changed(func(image, image) { n++ })
	documents, ok := replies.written().Number()
	return !c.operation.Counted() || ok && documents == n
}

// entries counts the entries that were added and removed, and their bytes. It is not
// ok if the form of a key is not known.
func (c *comparison) entries() (difference, written, size int64, ok bool) {
	ok = true
	hasIDs := true
	c.changed(func(before, after image) {
		for _, spec := range c.specs {
			old, known := before.keys(spec)
			new, alsoKnown := after.keys(spec)
			if !spec.plain() || !known || !alsoKnown {
				ok = false
				continue
			}
			added, addedBytes := lacking(new, old, after.idSize)
			removed, removedBytes := lacking(old, new, before.idSize)
			difference += added - removed
			written += added + removed
			size += addedBytes + removedBytes
		}
		hasIDs = hasIDs && (before.document == nil || before.idSize > 0) && (after.document == nil || after.idSize > 0)
	})
	if !hasIDs {
		size = -1
	}
	return difference, written, size, ok
}

// lacking counts the keys that others lack, and their bytes with the id of their
// record. A key that differs only by the type of a number is another one, as in
// src/mongo/db/index/index_access_method.cpp.
func lacking(keys, others []indexKey, idSize int) (n, size int64) {
	for _, key := range keys {
		i, isThere := keyAmong(others, key)
		if !isThere || others[i].types != key.types {
			n++
			size += int64(key.size + idSize)
		}
	}
	return n, size
}
