package cost

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// written is how much an operation wrote.
type written struct{ documents, entries, indexBytes, oplog example.Quantity }

func unwritten(why example.Reason) written {
	return written{example.Unmeasured(why), example.Unmeasured(why), example.Unmeasured(why), example.Unmeasured(why)}
}

// write looks at the documents that an operation may change, and returns a
// function that counts the changes after it ran. Index entries, their bytes and what
// replication carries are looked for only if they are wanted.
func (m Meter) write(o example.Operation, wants func(measure string) bool) func(replies *Recorder) written {
	entries, deep := wants("indexEntriesWritten"), wants("indexBytesWritten") || wants("oplogBytes")
	zero := example.Measured(0)
	switch effect := o.Effect(); effect {
	case example.EffectNothing:
		return func(*Recorder) written { return written{zero, zero, zero, logged(o, zero)} }
	case example.EffectCreates:
		return func(*Recorder) written { return written{zero, zero, zero, example.Unmeasured(example.NotCounted)} }
	case example.EffectUncounted:
		return func(*Recorder) written { return unwritten(example.NotCounted) }
	case example.EffectReplaces:
		return m.replaced(o)
	case example.EffectIndexes:
		if entries || deep {
			return m.indexed(o)
		}
	}
	count := m.byTotals(o, entries)
	if !deep && (o.Counted() && !entries || o.Effect() != example.EffectChanges && o.Effect() != example.EffectMerges) {
		return count
	}
	c := m.compare(o)
	total := m.IndexEntries(c.collection)
	return func(replies *Recorder) written {
		w := count(replies)
		isRead := c.end(replies)
		if effect := o.Effect(); effect == example.EffectChanges && (entries || !o.Counted()) || effect == example.EffectMerges {
			w.documents, w.entries = example.Unmeasured(example.NotCounted), example.Unmeasured(example.NotCounted)
			if isRead && c.hasCollection {
				if w.documents = replies.written(); !o.Counted() {
					w.documents = example.Measured(c.before.countDifferences(c.after))
				}
				w.entries = c.changedEntries(total)
			}
		}
		switch {
		case !deep:
			w.indexBytes, w.oplog = example.Unmeasured(example.NotWanted), example.Unmeasured(example.NotWanted)
		case !isRead || !c.explains(replies):
			w.indexBytes, w.oplog = example.Unmeasured(example.NotCalculated), example.Unmeasured(example.NotCalculated)
		default:
			w.indexBytes, w.oplog = c.indexBytes(w.entries), c.oplogBytes(replies)
		}
		return w
	}
}

// logged returns what an operation that writes no document adds to the oplog: nothing,
// but for those of which it carries the command, or all that a transaction did.
func logged(o example.Operation, nothing example.Quantity) example.Quantity {
	switch o.Name {
	case "rename":
		return example.Unmeasured(example.NotCounted)
	case "commitTransaction":
		return example.Unmeasured(example.InTransaction)
	}
	return nothing
}

// repliesOnly counts, from its replies alone, the writes of an operation in a
// transaction, which no other session can see.
func repliesOnly(o example.Operation) func(replies *Recorder) written {
	return func(replies *Recorder) written {
		zero := example.Measured(0)
		w := unwritten(example.InTransaction)
		switch effect := o.Effect(); {
		case effect == example.EffectNothing:
			return written{zero, zero, zero, logged(o, zero)}
		case effect == example.EffectUncounted || effect == example.EffectReplaces || !o.Counted():
			return w
		}
		w.documents = replies.written()
		return w
	}
}

// byTotals counts documents by the replies, and entries by their total where an operation only adds
// them, or only takes them away.
func (m Meter) byTotals(o example.Operation, entries bool) func(replies *Recorder) written {
	if effect := o.Effect(); !entries || effect != example.EffectAdds && effect != example.EffectRemoves {
		why := map[bool]example.Reason{true: example.NotCounted, false: example.NotWanted}[entries]
		return func(replies *Recorder) written {
			w := unwritten(why)
			w.documents = replies.written()
			return w
		}
	}
	collection, _ := o.Target()
	before := m.IndexEntries(collection)
	return func(replies *Recorder) written {
		w := unwritten(example.NotWanted)
		w.documents, w.entries = replies.written(), distance(before, m.IndexEntries(collection))
		return w
	}
}

// distance returns how far two quantities are from each other.
func distance(a, b example.Quantity) example.Quantity {
	d := b.Minus(a)
	if n, ok := d.Number(); ok && n < 0 {
		return example.Measured(-n)
	}
	return d
}

// indexed counts the entries of an index that comes or goes.
func (m Meter) indexed(o example.Operation) func(replies *Recorder) written {
	collection, _ := o.Target()
	entries, bytes := m.IndexEntries(collection), m.IndexBytes(collection)
	return func(*Recorder) written {
		return written{
			example.Measured(0), distance(entries, m.IndexEntries(collection)), distance(bytes, m.IndexBytes(collection)),
			example.Unmeasured(example.NotCounted),
		}
	}
}

// replaced counts the documents of the collection that $out made. What replication
// carries of them is as if they were inserted.
func (m Meter) replaced(o example.Operation) func(replies *Recorder) written {
	collection, _ := o.Target()
	return func(*Recorder) written {
		all, ok := m.sizes(collection, bson.A{}, nil)
		if !ok {
			return unwritten(example.NotCounted)
		}
		return written{example.Measured(all.documents), m.IndexEntries(collection), m.IndexBytes(collection), example.Measured(all.bytes)}
	}
}

// changedEntries returns the number of entries that were added and removed. If they
// don't make the difference that validate sees, they are others.
func (c *comparison) changedEntries(total example.Quantity) example.Quantity {
	counted, written, _, ok := c.entries()
	if !ok {
		return example.Unmeasured(example.NotCounted)
	}
	difference := c.meter.IndexEntries(c.collection).Minus(total)
	switch n, ok := difference.Number(); {
	case !ok:
		return difference
	case n != counted:
		return example.Unmeasured(example.NotCounted)
	}
	return example.Measured(written)
}

// indexBytes returns the bytes of the entries that were added and removed, if they are
// as many as were counted.
func (c *comparison) indexBytes(entries example.Quantity) example.Quantity {
	_, written, size, ok := c.entries()
	n, isCounted := entries.Number()
	switch {
	case !isCounted && c.operation.Effect() != example.EffectMixed:
		return entries
	case !ok || size < 0 || isCounted && n != written:
		return example.Unmeasured(example.NotCalculated)
	}
	return example.Measured(size)
}

// IndexEntries asks how many entries the indexes of a collection have. The
// question would wait for a transaction that is open.
func (m Meter) IndexEntries(collection string) example.Quantity {
	if m.TransactionOpen != nil && m.TransactionOpen() {
		return example.Unmeasured(example.InTransaction)
	}
	if m.Entries != nil {
		if n, ok := m.Entries(collection); ok {
			return example.Measured(n)
		}
		return example.Unmeasured(example.NotCounted)
	}
	var reply struct {
		KeysPerIndex map[string]int64 `bson:"keysPerIndex"`
	}
	if err := m.decode(bson.D{{Key: "validate", Value: collection}}, &reply); err != nil || reply.KeysPerIndex == nil {
		return example.Unmeasured(example.NotCounted)
	}
	sum := int64(0)
	for _, n := range reply.KeysPerIndex {
		sum += n
	}
	return example.Measured(sum)
}

// IndexBytes returns the bytes of these entries in the server's key format, with the
// ids of their records. They are calculated from the documents.
func (m Meter) IndexBytes(collection string) example.Quantity {
	entries := m.IndexEntries(collection)
	n, ok := entries.Number()
	if !ok {
		return entries
	}
	l, ok := m.layout(collection)
	if !ok {
		return example.Unmeasured(example.NotCalculated)
	}
	bytes, ok := l.indexBytes(n)
	if !ok {
		return example.Unmeasured(example.NotCalculated)
	}
	return example.Measured(bytes)
}
