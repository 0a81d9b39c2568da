package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// deleting is a parsed delete statement.
type deleting struct {
	query *query
	one   bool
}

func runDelete(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	docs, err := r.batch("deletes")
	if err != nil {
		return nil, err
	}
	list, err := parseStatements("delete.deletes", docs)
	if err != nil {
		return nil, err
	}
	c, err := r.writable(name)
	if err != nil {
		return nil, err
	}
	parsed, failures := make([]*deleting, len(docs)), make([]error, len(docs))
	for i, s := range list {
		parsed[i], failures[i] = r.parseDelete(c, s)
		if errcode.EndsCommand(failures[i]) {
			return nil, failures[i]
		}
	}
	n := int32(0)
	errs, err := r.statements(len(docs), func(i int) error {
		if failures[i] != nil {
			return failures[i]
		}
		deleted, err := r.delete(parsed[i])
		if err == nil {
			n += deleted
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return withErrors(bson.D{{Key: "n", Value: n}}, errs), nil
}

func (r *request) parseDelete(c *collection, s statement) (*deleting, error) {
	collation, err := r.collation(c, s.document("collation"))
	if err != nil {
		return nil, err
	}
	q, err := r.newQuery(c, s.document("q"), r.document("let"), collation)
	if err != nil {
		return nil, err
	}
	return &deleting{q, value.Truthy(s.fields["limit"])}, q.arrange(nil, s.fields["hint"])
}

func (r *request) delete(s *deleting) (n int32, err error) {
	found, err := s.query.locate(s.one)
	if err != nil {
		return 0, err
	}
	for _, hit := range found {
		r.watch(s.query.coll)
		if err := s.query.coll.Delete(hit.id); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
