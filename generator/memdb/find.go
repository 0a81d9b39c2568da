package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/plan"
	"modelbook/generator/memdb/project"
	"modelbook/generator/memdb/value"
)

// window is the part of a result that a find asks for.
type window struct {
	skip, limit, batch int64
}

func (r *request) window() (w window, err error) {
	if w.skip, err = r.count("skip", 0); err != nil {
		return w, err
	}
	if w.limit, err = r.count("limit", 0); err != nil {
		return w, err
	}
	w.batch, err = r.count("batchSize", defaultBatch)
	return w, err
}

func runFind(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil {
		return r.findOnView(name)
	}
	q, projection, w, err := r.parseFind(name)
	if err != nil {
		return nil, err
	}
	next, err := q.window(w)
	if err != nil {
		return nil, err
	}
	if projection != nil {
		next = mapped(next, func(doc bson.D) (bson.D, error) { return q.project(projection, doc) })
	}
	c := &cursor{
		namespace: r.database + "." + name,
		reads:     r.database + "." + name,
		next:      next,
		left:      noLimit(w.limit),
		run:       q.run,
		tailable:  q.tail && q.coll != nil && q.coll.Count() > 0, // one on nothing is dead
		awaits:    r.flag("awaitData", false),
		noTimeout: r.flag("noCursorTimeout", false),
	}
	return r.firstBatch(c, w.batch, r.flag("singleBatch", false))
}

// tailable says whether the cursor is to stay open at the end, and gives the
// server's errors for what can't go with it.
func (r *request) tailable() (bool, error) {
	if !r.flag("tailable", false) {
		if r.flag("awaitData", false) {
			return false, errcode.New(errcode.FailedToParse, "Cannot set 'awaitData' without also setting 'tailable'")
		}
		return false, nil
	}
	forwards := bson.D{{Key: "$natural", Value: int32(1)}}
	if sort := r.document("sort"); len(sort) > 0 && !value.Equal(sort, forwards) {
		return false, errcode.New(errcode.BadValue, "cannot use tailable option with a sort other than {$natural: 1}")
	}
	if r.flag("singleBatch", false) {
		return false, errcode.New(errcode.BadValue, "cannot use tailable option with the 'singleBatch' option")
	}
	return true, nil
}

func (r *request) parseFind(name string) (*query, *project.Projection, window, error) {
	w, err := r.window()
	if err != nil {
		return nil, nil, w, err
	}
	c := r.db.collection(r.database, name)
	collation, err := r.collation(c, r.document("collation"))
	if err != nil {
		return nil, nil, w, err
	}
	q, scope, err := r.parseQuery(c, r.document("filter"), r.document("let"), collation, false)
	if err != nil {
		return nil, nil, w, err
	}
	if err := q.arrange(r.document("sort"), r.fields["hint"]); err != nil {
		return nil, nil, w, err
	}
	if q.tail, err = r.tailable(); err != nil {
		return nil, nil, w, err
	}
	q.limits = plan.Limits{Min: r.document("min"), Max: r.document("max")}
	if err := q.limits.Check(); err != nil {
		return nil, nil, w, err
	}
	spec := r.document("projection")
	if len(spec) == 0 {
		return q, nil, w, scope.Failed()
	}
	projection, err := project.Parse(spec, project.Options{Find: true, Scope: scope, Filter: q.filter})
	if err != nil {
		return nil, nil, w, err
	}
	return q, projection, w, scope.Failed()
}

// window skips and limits; the limit also stops the source from reading on.
func (q *query) window(w window) (pipeline.Next, error) {
	next, err := q.documents()
	if err != nil || w.skip == 0 {
		return next, err
	}
	return skipped(next, w.skip), nil
}

func noLimit(limit int64) int64 {
	if limit == 0 {
		return -1
	}
	return limit
}

// findOnView runs a find as the pipeline of a view and stages of its own.
func (r *request) findOnView(name string) (bson.D, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	collation, err := r.readCollation(name)
	if err != nil {
		return nil, err
	}
	if err := r.checkFindOnView(w); err != nil {
		return nil, err
	}
	stages := r.viewStages(w)
	stages = append(stages, r.viewProjection()...)
	a := aggregation{req: r, name: name, stages: stages, let: r.document("let"), hint: r.fields["hint"], batch: w.batch, collation: collation}
	a.single = r.flag("singleBatch", false)
	return a.answer()
}

// checkFindOnView gives the server's errors for what no pipeline can express.
func (r *request) checkFindOnView(w window) error {
	if _, _, err := plan.ParseHint(r.fields["hint"], nil); err != nil {
		return err
	}
	sorted, err := plan.Natural("sort", r.document("sort"))
	if err != nil {
		return err
	}
	tail, err := r.tailable()
	if err != nil {
		return err
	}
	unsupported := ""
	switch {
	case len(r.document("min")) > 0:
		unsupported = "Option min"
	case len(r.document("max")) > 0:
		unsupported = "Option max"
	case tail:
		return errcode.New(errcode.InvalidPipelineOperator, "Tailable cursors are not supported in aggregation.")
	case r.flag("noCursorTimeout", false):
		unsupported = "Option noCursorTimeout"
	case r.flag("allowPartialResults", false):
		unsupported = "Option allowPartialResults"
	case sorted != 0:
		unsupported = "Sort option $natural"
	case r.flag("singleBatch", false) && w.limit != 1:
		unsupported = "Option singleBatch"
	default:
		return nil
	}
	return errcode.New(errcode.InvalidPipelineOperator, "%s not supported in aggregation.", unsupported)
}

func (r *request) viewStages(w window) bson.A {
	stages := bson.A{bson.D{{Key: "$match", Value: nonNil(r.document("filter"))}}}
	if sort := r.document("sort"); len(sort) > 0 {
		stages = append(stages, bson.D{{Key: "$sort", Value: sort}})
	}
	if w.skip > 0 {
		stages = append(stages, bson.D{{Key: "$skip", Value: w.skip}})
	}
	if w.limit > 0 {
		stages = append(stages, bson.D{{Key: "$limit", Value: w.limit}})
	}
	return stages
}

func (r *request) viewProjection() bson.A {
	if spec := r.document("projection"); len(spec) > 0 {
		return bson.A{bson.D{{Key: "$project", Value: spec}}}
	}
	return nil
}

func nonNil(doc bson.D) bson.D {
	if doc == nil {
		return bson.D{}
	}
	return doc
}
