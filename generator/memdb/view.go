package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// view is a collection that is the result of a pipeline on another.
type view struct {
	on        string
	pipeline  bson.A
	reads     []string // the collections and views that it is made from
	collation *value.Collation
	series    *timeSeries // of a time series collection, nil for a view
}

const maxViewDepth = 20

// resolve follows views down to a collection: its name, and the stages of all
// views between in the order in which they run.
func (d *database) resolve(name string) (collection string, stages bson.A, err error) {
	for range maxViewDepth {
		v := d.views[name]
		if v == nil {
			return name, stages, nil
		}
		stages = append(append(bson.A{}, v.pipeline...), stages...)
		name = v.on
	}
	return "", nil, errcode.New(165, "View depth too deep or view cycle detected; maximum depth is %d", maxViewDepth)
}

// stageList returns the stages of a view as the array that they are shown as.
func stageList(stages []bson.D) bson.A {
	list := bson.A{}
	for _, stage := range stages {
		list = append(list, stage)
	}
	return list
}

// same reports whether two views are defined alike.
func (v *view) same(other *view) bool {
	return v.series == nil && v.on == other.on && value.Equal(v.pipeline, other.pipeline) && v.collation.Same(other.collation)
}

// define parses a view's stages and sets reads. A view must not read itself, no stage
// may write, and those of a strict client must be in version 1 of the stable API.
func (d *database) define(name string, v *view, strict bool) error {
	if strings.HasPrefix(v.on, bucketsPrefix) {
		return errcode.NotImplemented("a view on " + v.on)
	}
	if pipeline.WatchesChanges(v.pipeline) {
		return errcode.New(errcode.OptionNotSupportedOnView, "$changeStream cannot be used in a view definition")
	}
	if strict {
		if err := pipeline.CheckStrict(v.pipeline); err != nil {
			return err
		}
	}
	return expr.NewScope(v.collation, nil).Deferred(func(scope *expr.Scope) error {
		parsed, err := pipeline.Parse(v.pipeline, pipeline.Options{Database: d.name, Collection: v.on, Scope: scope})
		if err != nil {
			return err
		}
		if parsed.Writes() {
			return errcode.New(errcode.OptionNotSupportedOnView, "The aggregation stage $out or $merge in view definition is not allowed")
		}
		v.reads = append(parsed.Reads(), v.on)
		return d.checkReads(name, v)
	})
}

func (d *database) checkReads(name string, v *view) error {
	if err := d.checkCycle(name, v.reads, 1); err != nil {
		return err
	}
	for _, other := range v.reads {
		if read := d.views[other]; read != nil && !read.collation.Same(v.collation) {
			return errcode.New(errcode.OptionNotSupportedOnView, "View %s has conflicting collation with view %s", d.namespace(name), d.namespace(other))
		}
	}
	return nil
}

func (d *database) checkCycle(name string, reads []string, depth int) error {
	if depth > maxViewDepth {
		return errcode.New(165, "View depth limit exceeded; maximum depth is %d", maxViewDepth)
	}
	for _, other := range reads {
		if other == name {
			return errcode.New(5, "View cycle detected: %s", name)
		}
		v := d.views[other]
		if v == nil {
			continue
		}
		if err := d.checkCycle(name, v.reads, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// checkViewCollations returns an error if a view among names has another collation
// than the command.
func (d *database) checkViewCollations(names []string, collation *value.Collation) error {
	for _, name := range names {
		if v := d.views[name]; v != nil && v.series == nil && !v.collation.Same(collation) {
			return d.otherCollation(name)
		}
	}
	return nil
}

func (d *database) otherCollation(view string) error {
	return errcode.New(errcode.OptionNotSupportedOnView, "Cannot override a view's default collation: %s", d.namespace(view))
}

// restoreView sets a view back to old, or deletes it if old is nil.
func (d *database) restoreView(name string, old *view) {
	if old == nil {
		delete(d.views, name)
		return
	}
	d.views[name] = old
}

// viewsName is the collection in which a database keeps its views as documents.
// It comes with the first view, stays when the last one goes, and takes all of
// them with it when it is dropped.
const viewsName = "system.views"
