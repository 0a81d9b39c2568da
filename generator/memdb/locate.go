package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// located is a record that a filter found.
type located struct {
	id     storage.RecordID
	doc    bson.D
	result match.Result
}

// locate returns the records that a write is to change: all, or the first in the
// query's order.
func (q *query) locate(one bool) ([]located, error) {
	next, err := q.open()
	if err != nil {
		return nil, err
	}
	var found []located
	for {
		doc, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		found = append(found, located{q.source.last, doc, q.result})
		if one && (q.sort == nil || q.plan.Sorted) {
			break
		}
	}
	if q.sort == nil || q.plan.Sorted || len(found) < 2 {
		return found, nil
	}
	return q.firstInOrder(found)
}

// firstInOrder returns the record that the sort puts first; of equals the one
// that was found first.
func (q *query) firstInOrder(found []located) ([]located, error) {
	first := found[0]
	best, err := q.sort.Key(first.doc)
	if err != nil {
		return nil, err
	}
	for _, hit := range found[1:] {
		key, err := q.sort.Key(hit.doc)
		if err != nil {
			return nil, err
		}
		if q.sort.Compare(key, best) < 0 {
			first, best = hit, key
		}
	}
	return []located{first}, nil
}

// writeEach writes to a record that the query found. A statement that may yield fetches
// it again.
func (q *query) writeEach(hit located, write func(located) error) error {
	if !q.req.mayYieldInStatement {
		return write(hit)
	}
	return q.req.writeConflictRetry(func() error {
		now, ok, err := q.refetch(hit)
		if err != nil || !ok {
			return err
		}
		return write(now)
	})
}

// refetch yields, if that is due, and returns a record as it is now; ok is false if the
// filter does not match it any more.
func (q *query) refetch(hit located) (now located, ok bool, err error) {
	if err := q.req.checkForInterrupt(); err != nil {
		return hit, false, err
	}
	if err := q.req.yieldBetweenDocuments(q.coll.Collection); err != nil {
		return hit, false, err
	}
	if q.req.yields == 0 {
		return hit, true, nil
	}
	if err := q.req.checkNotDropped(q.coll.Name, q.coll.Collection); err != nil {
		return hit, false, err
	}
	raw := q.coll.Get(hit.id)
	if raw == nil {
		return hit, false, nil
	}
	doc, err := value.Decode(raw)
	if err != nil {
		return hit, false, err
	}
	ok, err = q.matches(doc)
	return located{hit.id, doc, q.result}, ok, err
}

// writesMayYield reports whether a command that writes to the query's documents may
// yield.
func (q *query) writesMayYield() bool { return q.collation == nil && q.req.writesMayYield(q.coll) }
