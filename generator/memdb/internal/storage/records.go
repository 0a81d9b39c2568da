package storage

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// RecordID numbers the records of a collection in the order of insertion. It
// is never used twice; zero is no record.
type RecordID int64

const chunkSize = 256

// chunk is a piece of the records. One that several forks share does not change any
// more.
type chunk struct {
	docs   []bson.Raw // at most chunkSize, as far as there are any
	live   int
	shared bool
}

// get returns the document of a record that belongs into the chunk.
func (c *chunk) get(id RecordID) bson.Raw {
	if at := int(id) % chunkSize; at < len(c.docs) {
		return c.docs[at]
	}
	return nil
}

// set puts the document of such a record in.
func (c *chunk) set(id RecordID, doc bson.Raw) {
	at := int(id) % chunkSize
	if at >= cap(c.docs) && at >= chunkSize/8 { // the rest will come
		c.docs = append(make([]bson.Raw, 0, chunkSize), c.docs...)
	}
	for at >= len(c.docs) {
		c.docs = append(c.docs, nil)
	}
	c.docs[at] = doc
}

// records keeps documents by RecordID. Chunks that have lost all their documents are
// freed, so that a queue does not grow with the documents that went through it.
type records struct {
	chunks []*chunk
	next   *RecordID // all forks number together
	failed *bool     // an index refused a document, in any of the forks
	count  int
	bytes  int64
	builds []*Build // that record each change
}

func newRecords() records {
	first := RecordID(1)
	return records{next: &first, failed: new(bool)}
}

// fork returns the same records, which change independently.
func (r *records) fork() records {
	for _, c := range r.chunks {
		if c != nil {
			c.shared = true
		}
	}
	return records{chunks: slices.Clone(r.chunks), next: r.next, failed: r.failed, count: r.count, bytes: r.bytes}
}

// writable returns the chunk of a record, which may be changed.
func (r *records) writable(id RecordID) *chunk {
	at := int(id) / chunkSize
	if r.chunks[at].shared {
		r.chunks[at] = &chunk{docs: slices.Clone(r.chunks[at].docs), live: r.chunks[at].live}
	}
	return r.chunks[at]
}

func (r *records) add(doc bson.Raw) RecordID {
	id := *r.next
	*r.next++
	r.put(id, doc)
	return id
}

// put stores a document under an id that is free.
func (r *records) put(id RecordID, doc bson.Raw) {
	r.touch(id, nil)
	at := int(id) / chunkSize
	for len(r.chunks) <= at {
		r.chunks = append(r.chunks, nil)
	}
	if r.chunks[at] == nil {
		r.chunks[at] = new(chunk)
	}
	c := r.writable(id)
	c.set(id, doc)
	c.live++
	r.count++
	r.bytes += int64(len(doc))
}

func (r *records) get(id RecordID) bson.Raw {
	at := int(id) / chunkSize
	if id <= 0 || at >= len(r.chunks) || r.chunks[at] == nil {
		return nil
	}
	return r.chunks[at].get(id)
}

func (r *records) replace(id RecordID, doc bson.Raw) {
	r.touch(id, r.get(id))
	c := r.writable(id)
	r.bytes += int64(len(doc)) - int64(len(c.get(id)))
	c.set(id, doc)
}

func (r *records) remove(id RecordID) {
	r.touch(id, r.get(id))
	c := r.writable(id)
	r.count--
	r.bytes -= int64(len(c.get(id)))
	c.set(id, nil)
	if c.live--; c.live == 0 {
		r.chunks[int(id)/chunkSize] = nil
	}
}

// end is behind all records.
func (r *records) end() RecordID { return RecordID(len(r.chunks) * chunkSize) }

// restore puts back the former document of a record, nil for none.
func (r *records) restore(id RecordID, before bson.Raw) {
	switch {
	case before == nil:
		r.remove(id)
	case r.get(id) == nil:
		r.put(id, before)
	default:
		r.replace(id, before)
	}
}

// after returns the first record whose id is greater than id, or zero.
func (r *records) after(id RecordID) (RecordID, bson.Raw) {
	for id++; id < r.end(); {
		c := r.chunks[int(id)/chunkSize]
		if c == nil {
			id = RecordID((int(id)/chunkSize + 1) * chunkSize)
			continue
		}
		if doc := c.get(id); doc != nil {
			return id, doc
		}
		id++
	}
	return 0, nil
}

// before returns the last record whose id is less than id, or zero; of zero, the
// last of all.
func (r *records) before(id RecordID) (RecordID, bson.Raw) {
	if id == 0 {
		id = r.end()
	}
	for id--; id > 0; {
		c := r.chunks[int(id)/chunkSize]
		if c == nil {
			id = RecordID(int(id)/chunkSize*chunkSize - 1)
			continue
		}
		if doc := c.get(id); doc != nil {
			return id, doc
		}
		id--
	}
	return 0, nil
}
