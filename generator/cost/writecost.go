package cost

import (
	"bytes"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// written is how many documents and index entries an operation wrote.
type written struct{ documents, entries example.Quantity }

func bothUncounted(why example.Reason) written {
	return written{example.Unmeasured(why), example.Unmeasured(why)}
}

// write looks at the documents that an operation may change, and returns a
// function that counts the changes after it ran. Index entries are looked for
// only if they are wanted.
func (m Meter) write(o example.Operation, entries bool) func(replies *Recorder) written {
	switch effect := o.Effect(); {
	case effect == example.EffectNothing || effect == example.EffectCreates:
		return func(*Recorder) written { return written{example.Measured(0), example.Measured(0)} }
	case effect == example.EffectUncounted:
		return func(*Recorder) written { return bothUncounted(example.NotCounted) }
	case effect == example.EffectChanges && (entries || !o.Counted()), effect == example.EffectMerges:
		return m.compareImages(o)
	case effect == example.EffectReplaces:
		return m.replaced(o)
	case !entries || effect == example.EffectMixed:
		return func(replies *Recorder) written {
			return written{replies.written(), example.Unmeasured(map[bool]example.Reason{true: example.NotCounted, false: example.NotWanted}[entries])}
		}
	}
	return m.difference(o)
}

// repliesOnly counts, from its replies alone, the writes of an operation in a
// transaction, which no other session can see.
func repliesOnly(o example.Operation) func(replies *Recorder) written {
	return func(replies *Recorder) written {
		switch effect := o.Effect(); {
		case effect == example.EffectNothing:
			return written{example.Measured(0), example.Measured(0)}
		case effect == example.EffectUncounted || effect == example.EffectReplaces || !o.Counted():
			return bothUncounted(example.InTransaction)
		}
		return written{replies.written(), example.Unmeasured(example.InTransaction)}
	}
}

// difference counts entries where an operation only adds them, or only takes
// them away.
func (m Meter) difference(o example.Operation) func(replies *Recorder) written {
	collection, _ := o.Target()
	before := m.IndexEntries(collection)
	return func(replies *Recorder) written {
		documents := replies.written()
		if o.Effect() == example.EffectIndexes {
			documents = example.Measured(0)
		}
		entries := before.Minus(m.IndexEntries(collection))
		if n, ok := entries.Number(); ok && n < 0 {
			entries = example.Measured(-n)
		}
		return written{documents, entries}
	}
}

// replaced counts the documents of the collection that $out made.
func (m Meter) replaced(o example.Operation) func(replies *Recorder) written {
	collection, _ := o.Target()
	return func(*Recorder) written {
		all, ok := m.sizes(collection, bson.A{}, nil)
		if !ok {
			return bothUncounted(example.NotCounted)
		}
		return written{example.Measured(all.documents), m.IndexEntries(collection)}
	}
}

// compareImages compares documents before and after: those that a filter finds,
// or for $merge all of the collection that it writes.
func (m Meter) compareImages(o example.Operation) func(replies *Recorder) written {
	collection, filter := o.Target()
	specs, err := m.indexes(collection)
	total := m.IndexEntries(collection)
	before, ok := m.images(collection, filter, o.Query().Collation, specs)
	if !ok || err != nil {
		return func(*Recorder) written { return bothUncounted(example.NotCounted) }
	}
	return func(replies *Recorder) written {
		if o.Effect() != example.EffectMerges {
			filter = before.byID(replies.upserted)
		}
		after, ok := m.images(collection, filter, nil, specs)
		if !ok {
			return bothUncounted(example.NotCounted)
		}
		documents := replies.written()
		if !o.Counted() {
			documents = example.Measured(before.countDifferences(after))
		}
		return written{documents, m.changedEntries(collection, specs, before, after, total)}
	}
}

// changedEntries counts the entries that were added and removed. If they don't
// make the difference that validate sees, they are others.
func (m Meter) changedEntries(collection string, specs []indexSpec, before, after images, total example.Quantity) example.Quantity {
	added, removed := int64(0), int64(0)
	for _, spec := range specs {
		for id := range both(before, after) {
			if bytes.Equal(before[id].document, after[id].document) {
				continue
			}
			if !spec.plain() {
				return example.Unmeasured(example.NotCounted)
			}
			old, new := before[id].keys(spec), after[id].keys(spec)
			added += lacking(new, old)
			removed += lacking(old, new)
		}
	}
	difference := m.IndexEntries(collection).Minus(total)
	switch n, ok := difference.Number(); {
	case !ok:
		return difference
	case n != added-removed:
		return example.Unmeasured(example.NotCounted)
	}
	return example.Measured(added + removed)
}

// lacking counts the keys that others lack.
func lacking(keys, others map[string]bool) int64 {
	n := int64(0)
	for key := range keys {
		if !others[key] {
			n++
		}
	}
	return n
}

// IndexEntries asks how many entries the indexes of a collection have. The
// question would wait for a transaction that is open.
func (m Meter) IndexEntries(collection string) example.Quantity {
	if m.TransactionOpen != nil && m.TransactionOpen() {
		return example.Unmeasured(example.InTransaction)
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
