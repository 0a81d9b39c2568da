package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/value"
)

type countCommand struct {
	genericArguments
	Collection idl.CollectionNameOrUUID `idl:",command"`
	Query      bson.D                   `idl:"query"`
	Skip       int64                    `idl:"skip,min=0"`
	Limit      countLimit               `idl:"limit"`
	Hint       idl.Hint                 `idl:"hint"`
	Collation  bson.D                   `idl:"collation"`
	_          any                      `idl:"fields,accepted"`
	_          idl.Refused              `idl:"mode collectionUUID encryptionInformation"`
}

var _ = register[countCommand](command{names: []string{"count"}, locks: locksRead, api1: true, rawData: true, readConcern: true, refusesLevel: noSnapshot})

// countLimit is a number. Any other value, null included, is the error BadValue,
// not TypeMismatch (src/mongo/db/query/count_command.idl).
type countLimit struct {
	n     int64
	given bool
}

// ReadValue reads the number.
func (l *countLimit) ReadValue(_ idl.Path, v any) error {
	if !value.IsNumber(v) {
		return errcode.New(errcode.BadValue, "limit value is not a valid number")
	}
	l.n, l.given = value.ClampLong(v), true
	return nil
}

func noSnapshot(_ runner, level string) error {
	if level == "snapshot" {
		return errcode.New(errcode.InvalidOptions, "read concern snapshot not supported")
	}
	return nil
}

func (c *countCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.ResolveName(c.Collection)
	if err != nil {
		return nil, err
	}
	collation, err := op.ReadCollation(name, c.Collation)
	if err != nil {
		return nil, err
	}
	if c.Limit.given && c.Limit.n == 0 && d.Views[name] != nil {
		return nil, errcode.New(15958, "the limit must be positive") // it becomes a $limit
	}
	next, err := query.Matching(op, name, c.Query, c.Hint, collation)
	if err != nil {
		return nil, err
	}
	n, limit := int64(0), c.limit()
	for limit == 0 || n < c.Skip+limit {
		_, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		n++
	}
	return bson.D{{Key: "n", Value: value.IntOrLong(max(0, n-c.Skip))}}, nil
}

// limit is how many documents are counted at most, zero for all. A negative limit
// counts as its absolute value.
func (c *countCommand) limit() int64 {
	return max(c.Limit.n, -c.Limit.n)
}

func (c *countCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.ResolveName(c.Collection)
	if err != nil {
		return nil, err
	}
	if d.Views[name] != nil || len(c.Query) == 0 || c.Skip > 0 || c.Limit.given || c.Hint.Given() {
		return nil, errcode.NotImplemented("explain of this count")
	}
	coll := d.Collections[name]
	collation, err := op.Collation(coll, c.Collation)
	if err != nil {
		return nil, err
	}
	q, err := query.New(op, coll, c.Query, nil, collation)
	if err != nil {
		return nil, err
	}
	asked := explainedQuery(q, d.Namespace(name))
	asked.Top = &explain.Stage{Name: "COUNT", Counts: func(matched int) bson.D {
		return bson.D{{Key: "nCounted", Value: int32(matched)}}
	}}
	e, err := explain.Of(asked)
	if err != nil {
		return nil, err
	}
	if e.UsesIndex() {
		return nil, errcode.NotImplemented("explain of a count that uses an index")
	}
	return explainReply(op, e, verbosity)
}
