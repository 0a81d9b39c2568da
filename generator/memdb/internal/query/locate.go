package query

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Located is a record that a filter found.
type Located struct {
	ID     storage.RecordID
	Doc    bson.D
	Result match.Result
}

// Locate returns the records that a write is to change: all, or the first in the
// query's order.
func (q *Query) Locate(one bool) ([]Located, error) {
	next, err := q.open()
	if err != nil {
		return nil, err
	}
	var found []Located
	for {
		doc, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		found = append(found, Located{q.source.last, doc, q.result})
		if one && (q.Sort == nil || q.Plan.Sorted) {
			break
		}
	}
	if q.Sort == nil || q.Plan.Sorted || len(found) < 2 {
		return found, nil
	}
	return q.firstInOrder(found)
}

// firstInOrder returns the record that the sort puts first; of equals the one
// that was found first.
func (q *Query) firstInOrder(found []Located) ([]Located, error) {
	first := found[0]
	best, err := q.Sort.Key(first.Doc)
	if err != nil {
		return nil, err
	}
	for _, hit := range found[1:] {
		key, err := q.Sort.Key(hit.Doc)
		if err != nil {
			return nil, err
		}
		if q.Sort.Compare(key, best) < 0 {
			first, best = hit, key
		}
	}
	return []Located{first}, nil
}

// WriteEach writes to a record that the query found. A statement that may yield fetches
// it again.
func (q *Query) WriteEach(hit Located, write func(Located) error) error {
	if !q.op.MayYieldInStatement {
		return write(hit)
	}
	return q.op.WriteConflictRetry(func() error {
		now, ok, err := q.refetch(hit)
		if err != nil || !ok {
			return err
		}
		return write(now)
	})
}

// refetch yields, if that is due, and returns a record as it is now; ok is false if the
// filter does not match it any more.
func (q *Query) refetch(hit Located) (now Located, ok bool, err error) {
	if err := q.op.CheckForInterrupt(); err != nil {
		return hit, false, err
	}
	if err := q.op.YieldBetweenDocuments(q.Collection.Collection); err != nil {
		return hit, false, err
	}
	if q.op.NumYields == 0 {
		return hit, true, nil
	}
	if err := q.op.CheckNotDropped(q.Collection.Name, q.Collection.Collection); err != nil {
		return hit, false, err
	}
	raw := q.Collection.Get(hit.ID)
	if raw == nil {
		return hit, false, nil
	}
	doc, err := value.Decode(raw)
	if err != nil {
		return hit, false, err
	}
	ok, err = q.Matches(doc)
	return Located{hit.ID, doc, q.result}, ok, err
}

// WritesMayYield reports whether a command that writes to the query's documents may
// yield.
func (q *Query) WritesMayYield() bool { return q.collation == nil && q.op.WritesMayYield(q.Collection) }
