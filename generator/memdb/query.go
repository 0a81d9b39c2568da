package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// query is a parsed filter with the collection that it reads.
type query struct {
	req     *request
	coll    *collection // nil if there is none
	filter  bson.D
	matcher *match.Matcher
	env     *expr.Env
	sort    *expr.Sort
	hint    any
	min     bson.D
	max     bson.D
	run     *execution
	source  *source
	plan    plan
	result  match.Result // of the document that was matched last
}

// newQuery parses a filter; let gives its variables.
func (r *request) newQuery(c *collection, filter, let bson.D) (*query, *expr.Scope, error) {
	return r.newWriteQuery(c, filter, let, false)
}

// newWriteQuery parses the filter of a write; that of an upsert has no $expr.
func (r *request) newWriteQuery(c *collection, filter, let bson.D, upsert bool) (*query, *expr.Scope, error) {
	scope, env, err := r.environment(let)
	if err != nil {
		return nil, nil, err
	}
	m, err := match.Parse(filter, match.Options{Scope: scope, NoExpr: upsert})
	if err != nil {
		return nil, nil, err
	}
	return &query{req: r, coll: c, filter: filter, matcher: m, env: env, run: &execution{req: r}}, scope, nil
}

// order sets the sort; an empty one is none.
func (q *query) order(spec bson.D) (err error) {
	if len(spec) > 0 {
		q.sort, err = expr.ParseSort(spec)
	}
	return err
}

// documents gives the matching documents in the order asked for.
func (q *query) documents() (pipeline.Next, error) {
	next, err := q.open()
	if err != nil {
		return nil, err
	}
	if q.sort == nil || q.plan.sorted {
		return next, nil
	}
	var sorted pipeline.Next
	return func() (bson.D, bool, error) {
		if sorted == nil {
			docs, err := pipeline.Collect(next)
			if err != nil {
				return nil, false, err
			}
			if docs, err = pipeline.Sorted(docs, q.sort, q.req.db.shuffleSeed()); err != nil {
				return nil, false, err
			}
			sorted = pipeline.From(docs)
		}
		return sorted()
	}, nil
}

// open chooses the plan and gives the matching documents in its order.
func (q *query) open() (pipeline.Next, error) {
	if err := q.choosePlan(); err != nil {
		return nil, err
	}
	if q.plan.index == nil {
		q.source = q.run.read(q.coll, nil, true)
	} else {
		ids, _ := q.plan.records(0)
		q.source = q.run.read(q.coll, ids, false)
	}
	return filtered(q.source.next, q.matches), nil
}

func (q *query) matches(doc bson.D) (bool, error) {
	var err error
	q.result, err = q.matcher.Match(doc, q.env)
	return q.result.OK, err
}

func (q *query) sortFields() bson.D {
	if q.sort == nil || q.req.db.shuffle {
		return nil
	}
	return q.sort.Fields()
}

func (q *query) choosePlan() error {
	switch {
	case q.coll == nil:
	case q.hint != nil:
		return q.hinted()
	case q.min != nil || q.max != nil:
		return errcode.New(51173, "When using min()/max() a hint of which index to use must be provided")
	default:
		q.plan = choose(q.coll, q.filter, q.sortFields())
	}
	return nil
}

// hinted makes the plan that uses the named index, whatever it leaves out.
func (q *query) hinted() error {
	x, natural, err := q.coll.hinted(q.hint)
	if err != nil || natural {
		return err
	}
	conditions, _ := conjuncts(q.filter)
	p, _ := fit(x, withoutNumbered(conditions), q.sortFields())
	if x.Wildcard && p.index == nil {
		return errcode.New(291, "error processing query: planner returned error: no query solutions")
	}
	q.plan = p
	if q.min != nil || q.max != nil {
		return q.limitKeys(x)
	}
	return nil
}

// hinted finds the index of a hint: its name, its key pattern, or $natural.
func (c *collection) hinted(hint any) (x *storage.Index, natural bool, err error) {
	for _, x := range c.Indexes {
		if !x.Hidden && (x.Name == hint || isPattern(hint, x.Key)) {
			return x, false, nil
		}
	}
	if pattern, ok := hint.(bson.D); ok && len(pattern) == 1 && pattern[0].Key == "$natural" {
		if value.Equal(pattern[0].Value, int32(1)) {
			return nil, true, nil
		}
		return nil, false, errcode.NotImplemented("hint {$natural: -1}")
	}
	return nil, false, errcode.New(2, "error processing query: planner returned error: hint provided does not correspond to an existing index")
}

func isPattern(hint any, key bson.D) bool {
	pattern, ok := hint.(bson.D)
	return ok && value.Equal(pattern, key)
}

// limitKeys narrows a plan to the keys from min up to but without max.
func (q *query) limitKeys(x *storage.Index) error {
	for _, limit := range []bson.D{q.min, q.max} {
		if limit != nil && !sameFields(limit, x.Key) {
			return errcode.New(51174, "The index chosen is not compatible with min/max")
		}
	}
	if x.Multikeyed() || len(x.Key) > 1 || storage.Descending(x.Key[0].Value) || x.Hashed {
		return errcode.NotImplemented("min and max on this kind of index")
	}
	in := everything
	if q.min != nil {
		in.Low = q.min[0].Value
	}
	if q.max != nil {
		in.High, in.HighIn = q.max[0].Value, false
	}
	q.plan.bounds = storage.Bounds{{in}}
	return nil
}

func sameFields(a, b bson.D) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Key != b[i].Key {
			return false
		}
	}
	return true
}
