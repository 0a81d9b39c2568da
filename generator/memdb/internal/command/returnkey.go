package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// keysOnly returns, instead of each document, its key in the index of the server's
// plan, or an empty document if the plan has none. It refuses a query whose plan is
// not certain (src/mongo/db/exec/return_key.cpp, jstests/core/query/return_key.js).
func (c *findCommand) keysOnly(q *query.Query, next pipeline.Next, namespace string) (pipeline.Next, error) {
	if err := c.checkReturnKey(); err != nil || q.Collection == nil {
		return next, err
	}
	if err := q.Collection.CheckNotClustered("find.returnKey"); err != nil {
		return nil, err
	}
	x, err := c.serving(q, namespace)
	if err != nil {
		return nil, err
	}
	if x != nil && (x.Collation != nil || x.Hashed || x.Multikeyed()) {
		return nil, errcode.NotImplemented("find.returnKey by an index that is multikey, hashed, wildcard or has a collation")
	}
	return query.Map(next, func(doc bson.D) (bson.D, error) { return keyOf(x, doc) }), nil
}

// serving returns the index that the server chooses, nil for none.
func (c *findCommand) serving(q *query.Query, namespace string) (*storage.Index, error) {
	if q.Hint.Index != nil {
		return q.Plan.Index, nil
	}
	e := explainedQuery(q, namespace)
	e.Skip, e.Limit = c.Skip, c.Limit
	found, err := explain.Of(e)
	if err != nil {
		return nil, errcode.NotImplemented("find.returnKey where it is not certain which index serves")
	}
	return found.Index(), nil
}

// checkReturnKey refuses options whose effect together with returnKey is not known.
func (c *findCommand) checkReturnKey() error {
	for _, f := range c.Projection {
		if _, isBool := f.Value.(bool); !isBool && !value.IsNumber(f.Value) {
			return errcode.NotImplemented("find.returnKey with a projection that computes a field")
		}
	}
	switch {
	case c.ShowRecordID:
		return errcode.NotImplemented("find.returnKey with showRecordId")
	case c.Tailable:
		return errcode.NotImplemented("find.returnKey with tailable")
	case len(c.Min) > 0, len(c.Max) > 0:
		return errcode.NotImplemented("find.returnKey with min or max")
	}
	return nil
}

// keyOf is the key of a document, with the fields as the index names them.
func keyOf(x *storage.Index, doc bson.D) (bson.D, error) {
	key := bson.D{}
	if x == nil {
		return key, nil
	}
	for _, f := range x.Key {
		v := plan.Field(doc, f.Key)
		switch v.(type) {
		case value.Missing:
			v = bson.Null{}
		case bson.A: // written since the plan was made
			return nil, errcode.NotImplemented("find.returnKey of an array")
		}
		key = append(key, bson.E{Key: f.Key, Value: v})
	}
	return key, nil
}
