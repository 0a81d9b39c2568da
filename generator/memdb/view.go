package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/value"
)

// view is a collection that is the result of a pipeline on another.
type view struct {
	on        string
	pipeline  bson.A
	collation *value.Collation // of its collation
}

const maxViewDepth = 20

// resolve follows views down to a collection: its name, and the stages of all
// views between in the order in which they run.
func (r *request) resolve(name string) (collection string, stages bson.A, err error) {
	for range maxViewDepth {
		v := r.db.view(r.database, name)
		if v == nil {
			return name, stages, nil
		}
		stages = append(append(bson.A{}, v.pipeline...), stages...)
		name = v.on
	}
	return "", nil, errcode.New(165, "View depth too deep or view cycle detected; maximum depth is %d", maxViewDepth)
}

// checkView parses a view's definition: what it reads must not lead back to
// it, and no stage may write.
func (r *request) checkView(name, on string, stages bson.A, collation *value.Collation) error {
	scope := expr.NewScope(collation).Defer()
	parsed, err := pipeline.Parse(stages, pipeline.Options{Database: r.database, Collection: on, Scope: scope})
	if err != nil {
		return err
	}
	if parsed.Writes() {
		return errcode.New(errcode.OptionNotSupportedOnView, "The aggregation stage $out or $merge in view definition is not allowed")
	}
	if err := r.checkCycle(name, append(readBy(stages), on), 1); err != nil {
		return err
	}
	for _, other := range append(parsed.Reads(), on) {
		if v := r.db.view(r.database, other); v != nil && !v.collation.Same(collation) {
			return errcode.New(errcode.OptionNotSupportedOnView, "View %s.%s has conflicting collation with view %s.%s", r.database, name, r.database, other)
		}
	}
	return scope.Failed()
}

func (r *request) checkCycle(name string, reads []string, depth int) error {
	if depth > maxViewDepth {
		return errcode.New(165, "View depth limit exceeded; maximum depth is %d", maxViewDepth)
	}
	for _, other := range reads {
		if other == name {
			return errcode.New(5, "View cycle detected: %s", name)
		}
		v := r.db.view(r.database, other)
		if v == nil {
			continue
		}
		if err := r.checkCycle(name, append(readBy(v.pipeline), v.on), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// readBy lists the collections that stages name in $lookup, $graphLookup and
// $unionWith, also inside other stages.
func readBy(v any) []string {
	var names []string
	switch v := v.(type) {
	case bson.A:
		for _, e := range v {
			names = append(names, readBy(e)...)
		}
	case bson.D:
		for _, f := range v {
			if name, ok := f.Value.(string); ok && (f.Key == "from" || f.Key == "coll" || f.Key == "$unionWith") {
				names = append(names, name)
			}
			names = append(names, readBy(f.Value)...)
		}
	}
	return names
}
