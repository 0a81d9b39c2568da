package verify

import (
	"bytes"
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// written is how many documents and index entries an operation wrote.
type written struct{ documents, entries example.Quantity }

func bothUncounted(why example.Reason) written {
	return written{example.Unmeasured(why), example.Unmeasured(why)}
}

// writeCost looks at what an operation may change, and gives what counts the
// changes after it ran. Index entries are looked for only if they are wanted.
func (r *run) writeCost(ctx context.Context, o example.Operation, entries bool) func(replies *recorder) written {
	switch effect := o.Effect(); {
	case effect == example.EffectNothing:
		return func(*recorder) written { return written{example.Measured(0), example.Measured(0)} }
	case effect == example.EffectUncounted:
		return func(*recorder) written { return bothUncounted(example.NotCounted) }
	case effect == example.EffectChanges && (entries || !o.Counted()), effect == example.EffectMerges:
		return r.compareImages(ctx, o)
	case effect == example.EffectReplaces:
		return r.replaced(ctx, o)
	case !entries || effect == example.EffectMixed:
		return func(replies *recorder) written {
			return written{replies.written(), example.Unmeasured(map[bool]example.Reason{true: example.NotCounted, false: example.NotWanted}[entries])}
		}
	}
	return r.difference(ctx, o)
}

// repliesOnly counts what replies tell of an operation in a transaction, of which
// nobody else sees anything.
func repliesOnly(o example.Operation) func(replies *recorder) written {
	return func(replies *recorder) written {
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
func (r *run) difference(ctx context.Context, o example.Operation) func(replies *recorder) written {
	collection, _ := o.Target()
	before := r.indexEntries(ctx, collection)
	return func(replies *recorder) written {
		documents := replies.written()
		if o.Effect() == example.EffectIndexes {
			documents = example.Measured(0)
		}
		entries := before.Minus(r.indexEntries(ctx, collection))
		if n, ok := entries.Number(); ok && n < 0 {
			entries = example.Measured(-n)
		}
		return written{documents, entries}
	}
}

// replaced counts what is in the collection that $out made.
func (r *run) replaced(ctx context.Context, o example.Operation) func(replies *recorder) written {
	collection, _ := o.Target()
	return func(*recorder) written {
		found, ok := r.sizes(ctx, collection, bson.A{}, nil)
		if !ok {
			return bothUncounted(example.NotCounted)
		}
		return written{example.Measured(found.documents), r.indexEntries(ctx, collection)}
	}
}

// compareImages counts by what documents were and are: those that a filter finds, or
// for $merge all of the collection that it writes.
func (r *run) compareImages(ctx context.Context, o example.Operation) func(replies *recorder) written {
	collection, filter := o.Target()
	specs, err := r.indexes(ctx, collection)
	total := r.indexEntries(ctx, collection)
	before, ok := r.images(ctx, collection, filter, o.Query().Collation, specs)
	if !ok || err != nil {
		return func(*recorder) written { return bothUncounted(example.NotCounted) }
	}
	return func(replies *recorder) written {
		if o.Effect() != example.EffectMerges {
			filter = before.byID(replies.upserted)
		}
		after, ok := r.images(ctx, collection, filter, nil, specs)
		if !ok {
			return bothUncounted(example.NotCounted)
		}
		documents := replies.written()
		if !o.Counted() {
			documents = example.Measured(before.countDifferences(after))
		}
		return written{documents, r.changedEntries(ctx, collection, specs, before, after, total)}
	}
}

// changedEntries counts the entries that were added and removed. If they don't
// make the difference that validate sees, they are others.
func (r *run) changedEntries(ctx context.Context, collection string, specs []indexSpec, before, after images, total example.Quantity) example.Quantity {
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
	difference := r.indexEntries(ctx, collection).Minus(total)
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

// indexEntries asks how many entries the indexes of a collection have. The
// question would wait for a transaction that is open.
func (r *run) indexEntries(ctx context.Context, collection string) example.Quantity {
	if r.transactionOpen() {
		return example.Unmeasured(example.InTransaction)
	}
	var reply struct {
		KeysPerIndex map[string]int64 `bson:"keysPerIndex"`
	}
	if err := r.db.RunCommand(ctx, bson.D{{Key: "validate", Value: collection}}).Decode(&reply); err != nil || reply.KeysPerIndex == nil {
		return example.Unmeasured(example.NotCounted)
	}
	sum := int64(0)
	for _, n := range reply.KeysPerIndex {
		sum += n
	}
	return example.Measured(sum)
}
