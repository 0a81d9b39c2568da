package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
)

// otherSource is another collection with stages put before its documents.
type otherSource struct {
	from   string
	stages *Pipeline
}

// open returns the documents of a collection or view, filtered by the stages.
func (s otherSource) open(r *execution) Next {
	return later(func() (Next, error) {
		in := From(nil)
		if s.from != "" {
			var err error
			if in, err = r.collection(s.from); err != nil {
				return nil, err
			}
		}
		return s.stages.run(r, in), nil
	})
}

// collection returns all documents of a collection or view.
func (r *execution) collection(name string) (Next, error) {
	behind, err := r.resolve(name)
	if err != nil {
		return nil, err
	}
	return behind.view.run(r.with(r.env.Child()), r.catalog.Scan(behind.collection)), nil
}

// resolvedNamespace is the target of a name: a collection, and the stages of a view.
type resolvedNamespace struct {
	collection string
	view       *Pipeline
}

// resolvedName is the key under which a run keeps the target of a name.
type resolvedName string

// resolve parses the stages of a view when they are needed for the first time.
func (r *execution) resolve(name string) (resolvedNamespace, error) {
	if known, ok := r.kept[resolvedName(name)].(resolvedNamespace); ok {
		return known, nil
	}
	collection, stages, err := r.catalog.View(name)
	if err != nil {
		return resolvedNamespace{}, err
	}
	view, err := Parse(stages, Options{Collection: collection, Scope: expr.NewScope(r.collation, nil)})
	if err != nil {
		return resolvedNamespace{}, err
	}
	behind := resolvedNamespace{collection, view}
	r.kept[resolvedName(name)] = behind
	return behind, nil
}

// other reads the pipeline that a stage runs on another collection; without one
// the pipeline must make its own documents.
func (p *stageParser) other(inside, from string, scope *expr.Scope, stages bson.A) (otherSource, error) {
	inner, err := p.sub(inside, scope)
	if err != nil {
		return otherSource{}, err
	}
	inner.Collection = from
	*p.reads = append(*p.reads, from)
	if err := checkNames(stages); err != nil {
		return otherSource{}, err
	}
	first := ""
	if len(stages) > 0 {
		first = stages[0].(bson.D)[0].Key
	}
	documents := first == documentsStage.Name
	if from == "" && !documents && first != currentOpStage.Name {
		return otherSource{}, errcode.New(errcode.FailedToParse, "%s without a collection needs a pipeline that begins with $documents", inside)
	}
	of, err := inner.pipeline(stages)
	if err != nil {
		return otherSource{}, err
	}
	if from != "" && documents {
		return otherSource{}, errcode.New(errcode.FailedToParse, "%s with $documents in its pipeline may not name a collection", inside)
	}
	return otherSource{from, of}, nil
}
