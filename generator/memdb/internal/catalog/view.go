package catalog

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// View is a collection that is the result of a pipeline on another.
type View struct {
	On         string
	Pipeline   bson.A
	Reads      []string // the collections and views that it is made from
	Collation  *value.Collation
	TimeSeries *TimeSeries // of a time series collection, nil for a view
}

const maxViewDepth = 20

// Resolve follows views down to a collection: its name, and the stages of all
// views between in the order in which they run.
func (d *Database) Resolve(name string) (collection string, stages bson.A, err error) {
	for range maxViewDepth {
		v := d.Views[name]
		if v == nil {
			return name, stages, nil
		}
		stages = append(append(bson.A{}, v.Pipeline...), stages...)
		name = v.On
	}
	return "", nil, errcode.New(165, "View depth too deep or view cycle detected; maximum depth is %d", maxViewDepth)
}

// StageList returns the stages of a view as the array that they are shown as.
func StageList(stages []bson.D) bson.A {
	list := bson.A{}
	for _, stage := range stages {
		list = append(list, stage)
	}
	return list
}

// Same reports whether two views are defined alike.
func (v *View) Same(other *View) bool {
	return v.TimeSeries == nil && v.On == other.On && value.Equal(v.Pipeline, other.Pipeline) && v.Collation.Same(other.Collation)
}

// DefineView parses a view's stages and sets reads. A view must not read itself, no stage
// may write, and those of a strict client must be in version 1 of the stable API.
func (d *Database) DefineView(name string, v *View, strict bool) error {
	if strings.HasPrefix(v.On, BucketsPrefix) {
		return errcode.NotImplemented("a view on " + v.On)
	}
	if pipeline.WatchesChanges(v.Pipeline) {
		return errcode.New(errcode.OptionNotSupportedOnView, "$changeStream cannot be used in a view definition")
	}
	if strict {
		if err := pipeline.CheckStrict(v.Pipeline); err != nil {
			return err
		}
	}
	return expr.NewScope(v.Collation, nil).Deferred(func(scope *expr.Scope) error {
		parsed, err := pipeline.Parse(v.Pipeline, pipeline.Options{Database: d.Name, Collection: v.On, Scope: scope})
		if err != nil {
			return err
		}
		if parsed.Writes() {
			return errcode.New(errcode.OptionNotSupportedOnView, "The aggregation stage $out or $merge in view definition is not allowed")
		}
		v.Reads = append(parsed.Reads(), v.On)
		return d.checkReads(name, v)
	})
}

func (d *Database) checkReads(name string, v *View) error {
	if err := d.checkCycle(name, v.Reads, 1); err != nil {
		return err
	}
	for _, other := range v.Reads {
		if read := d.Views[other]; read != nil && !read.Collation.Same(v.Collation) {
			return errcode.New(errcode.OptionNotSupportedOnView, "View %s has conflicting collation with view %s", d.Namespace(name), d.Namespace(other))
		}
	}
	return nil
}

func (d *Database) checkCycle(name string, reads []string, depth int) error {
	if depth > maxViewDepth {
		return errcode.New(165, "View depth limit exceeded; maximum depth is %d", maxViewDepth)
	}
	for _, other := range reads {
		if other == name {
			return errcode.New(5, "View cycle detected: %s", name)
		}
		v := d.Views[other]
		if v == nil {
			continue
		}
		if err := d.checkCycle(name, v.Reads, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// CheckViewCollations returns an error if a view among names has another collation
// than the command.
func (d *Database) CheckViewCollations(names []string, collation *value.Collation) error {
	for _, name := range names {
		if v := d.Views[name]; v != nil && v.TimeSeries == nil && !v.Collation.Same(collation) {
			return d.OtherCollation(name)
		}
	}
	return nil
}

// OtherCollation returns the error of a command with another collation than the view that
// it reads.
func (d *Database) OtherCollation(view string) error {
	return errcode.New(errcode.OptionNotSupportedOnView, "Cannot override a view's default collation: %s", d.Namespace(view))
}

// RestoreView sets a view back to old, or deletes it if old is nil.
func (d *Database) RestoreView(name string, old *View) {
	if old == nil {
		delete(d.Views, name)
		return
	}
	d.Views[name] = old
}

// ViewsName is the collection in which a database keeps its views as documents.
// It comes with the first view, stays when the last one goes, and takes all of
// them with it when it is dropped.
const ViewsName = "system.views"
