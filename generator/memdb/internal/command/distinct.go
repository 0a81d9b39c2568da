package command

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

type distinctCommand struct {
	genericArguments
	Collection idl.CollectionNameOrUUID `idl:",command"`
	Key        string                   `idl:"key,required"`
	Query      bson.D                   `idl:"query"`
	Collation  bson.D                   `idl:"collation"`
	Hint       idl.Hint                 `idl:"hint"`
	_          idl.Refused              `idl:"collectionUUID queryMode"`
}

var _ = register[distinctCommand](command{names: []string{"distinct"}, transaction: true, locks: locksRead, readConcern: true})

func (c *distinctCommand) run(op *engine.Operation) (bson.D, error) {
	name, err := op.Store.Database(op.Database).ResolveName(c.Collection)
	if err != nil {
		return nil, err
	}
	collation, err := op.ReadCollation(name, c.Collation)
	if err != nil {
		return nil, err
	}
	if strings.Contains(c.Key, "\x00") {
		return nil, errcode.New(31032, "Key field cannot contain an embedded null byte")
	}
	if op.Store.Database(op.Database).Views[name] != nil && slices.Contains(strings.Split(c.Key, "."), "") {
		return nil, errcode.NotImplemented("distinct of a view by a path with an empty part")
	}
	next, err := query.Matching(op, name, c.Query, c.Hint, collation)
	if err != nil {
		return nil, err
	}
	found := distinctValues{collation: collation, seen: map[string]bool{}}
	for {
		doc, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		found.add(doc, c.Key)
		if found.size > engine.MaxDocumentSize {
			return nil, errcode.New(17217, "distinct too big, 16mb cap")
		}
	}
	return bson.D{{Key: "values", Value: found.sorted(op.DB)}}, nil
}

// distinctValues collects the different values at a path, of equal values the first.
type distinctValues struct {
	collation *value.Collation
	seen      map[string]bool
	values    bson.A
	size      int
}

func (d *distinctValues) add(doc bson.D, path string) {
	d.walk(doc, strings.Split(path, "."))
}

// walk follows a path through objects, and through arrays by spreading them or
// by a number.
func (d *distinctValues) walk(v any, path []string) {
	if len(path) == 0 {
		if array, ok := v.(bson.A); ok {
			for _, e := range array {
				d.put(e)
			}
			return
		}
		d.put(v)
		return
	}
	switch v := v.(type) {
	case bson.D:
		if inner := value.Get(v, path[0]); !value.IsMissing(inner) {
			d.walk(inner, path[1:])
		}
	case bson.A:
		for _, e := range v {
			if inner, ok := e.(bson.D); ok {
				d.walk(inner, path)
			}
		}
		if n, err := strconv.Atoi(path[0]); err == nil && n >= 0 && n < len(v) {
			d.walk(v[n], path[1:])
		}
	}
}

func (d *distinctValues) put(v any) {
	if key := d.collation.Key(v); !d.seen[key] {
		d.seen[key] = true
		d.values = append(d.values, v)
		d.size += value.Size(v) + 8
	}
}

// sorted returns the values in BSON order, as the server does. It promises no order,
// so Shuffle changes it.
func (d *distinctValues) sorted(db *engine.DB) bson.A {
	values := append(bson.A{}, d.values...)
	slices.SortStableFunc(values, d.collation.Compare)
	if db.IsShuffled {
		random := rand.New(rand.NewPCG(uint64(db.Seed), uint64(len(values))))
		random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	}
	return values
}

// explain explains a distinct whose key no index has. With an index, the server may
// skip from value to value.
func (c *distinctCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.ResolveName(c.Collection)
	if err != nil {
		return nil, err
	}
	coll := d.Collections[name]
	collation, err := op.Collation(coll, c.Collation)
	if err != nil {
		return nil, err
	}
	if hasIndexOn(coll, c.Key) || c.Hint.Given() || d.Views[name] != nil {
		return nil, errcode.NotImplemented("explain of this distinct")
	}
	q, err := query.New(op, coll, query.NonNil(c.Query), nil, collation)
	if err != nil {
		return nil, err
	}
	if conditions, others := plan.Conjuncts(q.Filter); !others && len(conditions) == 1 && conditions[0].Path == "_id" {
		return nil, errcode.NotImplemented("explain of a distinct by _id")
	}
	e := explainedQuery(q, d.Namespace(name))
	e.Projection = bson.D{{Key: c.Key, Value: int32(1)}, {Key: "_id", Value: int32(0)}}
	return explainQuery(op, e, verbosity)
}

// hasIndexOn reports whether an index has the path, or one above or below it.
func hasIndexOn(c *catalog.Collection, path string) bool {
	return c != nil && slices.ContainsFunc(c.Indexes, func(x *storage.Index) bool {
		return slices.ContainsFunc(x.Key, func(f bson.E) bool {
			return f.Key == path || strings.HasPrefix(f.Key, path+".") || strings.HasPrefix(path, f.Key+".")
		})
	})
}
