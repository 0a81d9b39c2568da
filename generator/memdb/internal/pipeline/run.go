package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// execution is the state that the stages of one run share.
type execution struct {
	env       *expr.Env
	catalog   Catalog
	collation *value.Collation // how values compare
	kept      map[any]any      // values that stages keep for when they run again, by the stage
}

// keep returns the value that a stage made when it ran for the first time.
func keep[T any](r *execution, stage any, create func() T) T {
	if kept, ok := r.kept[stage].(T); ok {
		return kept
	}
	made := create()
	r.kept[stage] = made
	return made
}

// with returns the run of a pipeline inside this one.
func (r *execution) with(env *expr.Env) *execution {
	return &execution{env, r.catalog, r.collation, r.kept}
}

func (p *Pipeline) run(r *execution, in Next) Next {
	for _, s := range p.stages {
		in = s.run(r, r.interruptible(in))
	}
	return in
}

// interruptible checks at each document whether the command must end.
func (r *execution) interruptible(in Next) Next {
	return func() (bson.D, bool, error) {
		if err := r.env.Budget.Step(); err != nil {
			return nil, false, err
		}
		return in()
	}
}

// each makes a stage of a function from one document to one.
func each(apply func(r *execution, doc bson.D) (bson.D, error)) func(r *execution, in Next) Next {
	return func(r *execution, in Next) Next {
		return func() (bson.D, bool, error) {
			doc, ok, err := in()
			if !ok || err != nil {
				return nil, false, err
			}
			doc, err = apply(r, doc)
			return doc, err == nil, err
		}
	}
}

// all makes a stage of a function that must see every document first.
func all(apply func(r *execution, docs []bson.D) ([]bson.D, error)) func(r *execution, in Next) Next {
	return func(r *execution, in Next) Next {
		return later(func() (Next, error) {
			docs, err := Collect(in, r.env.Budget)
			if err != nil {
				return nil, err
			}
			docs, err = apply(r, docs)
			return From(docs), err
		})
	}
}

func (r *execution) eval(e *expr.Expr, doc bson.D) (any, error) {
	r.env.Begin(doc)
	return e.Eval(r.env)
}
