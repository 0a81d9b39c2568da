package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
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
