// Package pipeline runs aggregation pipelines.
//
// Parse takes the array of stages as a command has it and gives a Pipeline; all
// errors of form, and every refusal, come from it, before a document is read.
// Run takes the documents to start from and gives those that come out. Stages
// pull: only those that must see everything first ($sort, $group, …) hold more
// than one document. Other collections are reached through a Catalog.
package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

// Options say where a pipeline stands.
type Options struct {
	Database   string
	Collection string      // the one it reads; "" with aggregate: 1
	Scope      *expr.Scope // the command's let, and how values compare
}

// Pipeline is a parsed pipeline; it may be run any number of times.
type Pipeline struct {
	stages    []stage
	collation *value.Collation
	reads     []string // see Reads
	steady    int      // how many of the first stages give the same whatever the variables around
}

// stage is one parsed stage: run gives its output for the input it pulls.
type stage struct {
	name   string
	run    func(r *running, in Next) Next
	filter bson.D     // of $match
	sort   *expr.Sort // of $sort
	source bool       // makes its own documents: must be first
	writes bool       // must be last
	join   *joined    // of $lookup and $graphLookup
	unwind string     // the path of $unwind
	// of $group and what is built on it
	grouping *grouping
}

// running is what the stages of one run share.
type running struct {
	env       *expr.Env
	catalog   Catalog
	collation *value.Collation // how values compare
	kept      map[any]any      // what stages keep when they run again, by the stage
}

// keep gives what a stage made when it ran for the first time.
func keep[T any](r *running, stage any, create func() T) T {
	if kept, ok := r.kept[stage].(T); ok {
		return kept
	}
	made := create()
	r.kept[stage] = made
	return made
}

// with is the run of a pipeline inside this one.
func (r *running) with(env *expr.Env) *running { return &running{env, r.catalog, r.collation, r.kept} }

func (p *parsing) collation() *value.Collation { return p.Scope.Collation() }

// parsing is where in a command the stages stand that are being read.
type parsing struct {
	Options
	inside string // "", "$lookup", "$facet", "$unionWith"
	facet  bool   // inside a $facet, however deep
	depth  int    // of sub-pipelines
	reads  *[]string
	early  *error // see atOnce
}

const (
	maxStages       = 1000
	maxSubPipelines = 20
)

// Parse reads the stages of a pipeline.
func Parse(stages bson.A, o Options) (*Pipeline, error) {
	p := &parsing{Options: o, reads: new([]string), early: new(error)}
	out, err := p.pipeline(stages)
	if err != nil && *p.early != nil && !errcode.Refused(err) {
		return nil, *p.early
	}
	return out, err
}

// atOnce parses what the server folds as soon as it has read it: an error of a
// constant in there comes before those of the stages behind, but for refusals.
func (p *parsing) atOnce(parse func(scope *expr.Scope) error) error {
	failed, err := p.Scope.Hold(parse)
	if err != nil {
		return err
	}
	if *p.early == nil {
		*p.early = failed
	}
	return p.Scope.PutOff(failed)
}

func (p *parsing) pipeline(stages bson.A) (*Pipeline, error) {
	if len(stages) > maxStages {
		return nil, errcode.New(7749501, "Pipeline length must be no longer than %d stages.", maxStages)
	}
	if err := checkNames(stages); err != nil {
		return nil, err
	}
	out := &Pipeline{collation: p.collation()}
	for i, v := range stages {
		depends := false
		inner := *p
		inner.Scope = p.Scope.Watch(&depends)
		s, err := inner.stage(v.(bson.D)[0])
		if err != nil {
			return nil, err
		}
		out.stages = append(out.stages, s)
		if out.steady == i && !depends && s.name != "$sample" {
			out.steady++
		}
	}
	if p.inside == "" {
		slot(out.stages)
	}
	out.reads = *p.reads
	freeJoins(out.stages)
	return out, p.checkPlaces(out.stages)
}

// Reads gives the names of the collections and views that stages read, also
// those inside other stages.
func (p *Pipeline) Reads() []string { return p.reads }

// slot marks the groupings at the head of a pipeline, which the server runs in its
// newer engine: that has other errors for a division by zero, and its $min and
// $max keep the last of equal values.
func slot(stages []stage) {
	for _, s := range stages {
		switch s.name {
		case "$match", "$sort", "$limit", "$skip":
			continue
		}
		if s.grouping == nil {
			return
		}
		s.grouping.slotted = true
		for _, f := range s.grouping.fields {
			f.by.PreferLast()
		}
	}
}

// checkNames finds what is no stage, before any stage is read.
func checkNames(list bson.A) error {
	for _, v := range list {
		if _, ok := v.(bson.D); !ok {
			return errcode.New(errcode.TypeMismatch, "Each element of the 'pipeline' array must be an object")
		}
	}
	for _, v := range list {
		d := v.(bson.D)
		if len(d) != 1 {
			return errcode.New(40323, "A pipeline stage specification object must contain exactly one field.")
		}
		if support.State(support.Stage, d[0].Key) == support.Unknown {
			return errcode.New(40324, "Unrecognized pipeline stage name: '%s'", d[0].Key)
		}
	}
	return nil
}

func (p *parsing) stage(f bson.E) (stage, error) {
	if err := p.checkInside(f.Key); err != nil {
		return stage{}, err
	}
	parse, ok := stages[f.Key]
	if !ok {
		return stage{}, refusedStage(f.Key)
	}
	s, err := parse(p, f.Value)
	s.name = f.Key
	return s, err
}

func refusedStage(name string) error {
	if support.State(support.Stage, name) == support.Error {
		return errcode.New(40573, "The $changeStream stage is only supported on replica sets")
	}
	return errcode.NotImplemented("the stage " + name)
}

// notInFacet are the stages that a facet can't have, nor a sub-pipeline in it.
var notInFacet = map[string]bool{
	"$out": true, "$merge": true, "$facet": true, "$indexStats": true, "$collStats": true, "$documents": true,
	"$geoNear": true, "$changeStream": true, "$planCacheStats": true, "$querySettings": true, "$listCatalog": true,
	"$changeStreamSplitLargeEvent": true,
}

func (p *parsing) checkInside(name string) error {
	writes := name == "$out" || name == "$merge"
	switch {
	case p.inside == "$lookup" && writes:
		return errcode.New(51047, "%s is not allowed within a $lookup's sub-pipeline", name)
	case p.inside == "$unionWith" && writes:
		return errcode.New(31441, "%s is not allowed within a $unionWith's sub-pipeline", name)
	case p.facet && notInFacet[name]:
		return errcode.New(40600, "%s is not allowed to be used within a $facet stage", name)
	}
	return nil
}

func (p *parsing) checkPlaces(stages []stage) error {
	for i, s := range stages {
		if s.source && i > 0 {
			return errcode.New(40602, "%s is only valid as the first stage in a pipeline", s.name)
		}
		if s.writes && i < len(stages)-1 {
			return errcode.New(40601, "%s can only be the final stage in the pipeline", s.name)
		}
	}
	if p.inside == "" && p.Collection != "" && len(stages) > 0 && stages[0].name == "$documents" {
		return errcode.New(errcode.InvalidNamespace, "'$documents' can only be run with {aggregate: 1}")
	}
	return nil
}

// sub is the parsing of a pipeline inside a stage.
func (p *parsing) sub(inside string, scope *expr.Scope) (*parsing, error) {
	if p.depth == maxSubPipelines {
		return nil, errcode.New(232, "Maximum number of nested sub-pipelines exceeded. Limit is %d", maxSubPipelines)
	}
	inner := &parsing{
		Options: p.Options, inside: inside, facet: p.facet || inside == "$facet", depth: p.depth + 1, reads: p.reads, early: p.early,
	}
	inner.Scope = scope
	return inner, nil
}

// Run gives the documents that come out. env holds $$NOW and the values of the
// variables in Options.Scope; it is the run's own from then on.
func (p *Pipeline) Run(env *expr.Env, in Next, catalog Catalog) Next {
	return held(p.run(&running{env, catalog, p.collation, map[any]any{}}, in))
}

// maxDocument is the size of a document, with what the server allows on top for
// its own fields.
const maxDocument = 16*1024*1024 + 16*1024

// held refuses what is too large to leave the pipeline; between its stages
// documents may be larger.
func held(in Next) Next {
	return func() (bson.D, bool, error) {
		doc, ok, err := in()
		if !ok || err != nil {
			return nil, false, err
		}
		if size := value.Size(doc); size > maxDocument {
			return nil, false, errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, maxDocument)
		}
		return doc, true, nil
	}
}

func (p *Pipeline) run(r *running, in Next) Next {
	for _, s := range p.stages {
		in = s.run(r, r.interruptible(in))
	}
	return in
}

// interruptible asks now and then whether the command must end.
func (r *running) interruptible(in Next) Next {
	if r.env.Interrupted == nil {
		return in
	}
	pulled := 0
	return func() (bson.D, bool, error) {
		if pulled++; pulled&63 == 0 {
			if err := r.env.Interrupted(); err != nil {
				return nil, false, err
			}
		}
		return in()
	}
}

// Prefix is what the first stages ask of a collection, for the planner to find
// an index for.
type Prefix struct {
	Filter bson.D     // all leading $match stages as one filter, nil if none
	Sort   *expr.Sort // a $sort right after them, nil if none
}

// Prefix takes the leading $match stages and a $sort off the pipeline. The rest
// expects documents that are filtered and sorted so.
func (p *Pipeline) Prefix() (Prefix, *Pipeline) {
	var found Prefix
	rest := p.stages
	var filters bson.A
	for len(rest) > 0 && rest[0].name == "$match" {
		filters = append(filters, rest[0].filter)
		rest = rest[1:]
	}
	switch len(filters) {
	case 0:
	case 1:
		found.Filter = filters[0].(bson.D)
	default:
		found.Filter = bson.D{{Key: "$and", Value: filters}}
	}
	if len(rest) > 0 && rest[0].name == "$sort" {
		found.Sort = rest[0].sort
		rest = rest[1:]
	}
	return found, &Pipeline{stages: rest, collation: p.collation, reads: p.reads}
}

// MakesDocuments says whether stages that were not parsed yet begin with one that
// makes the documents itself.
func MakesDocuments(stages bson.A) bool {
	if len(stages) == 0 {
		return false
	}
	first, _ := stages[0].(bson.D)
	return len(first) == 1 && makers[first[0].Key]
}

var makers = map[string]bool{"$documents": true, "$indexStats": true, "$collStats": true, "$listSessions": true, "$currentOp": true}

// MakesDocuments says whether the first stage makes the documents itself, so
// that the pipeline reads no collection.
func (p *Pipeline) MakesDocuments() bool { return len(p.stages) > 0 && p.stages[0].source }

// Writes says whether the pipeline ends in $out or $merge.
func (p *Pipeline) Writes() bool {
	return len(p.stages) > 0 && p.stages[len(p.stages)-1].writes
}

// Stages gives the names of the stages.
func (p *Pipeline) Stages() []string {
	names := make([]string, len(p.stages))
	for i, s := range p.stages {
		names[i] = s.name
	}
	return names
}

// each makes a stage of a function from one document to one.
func each(apply func(r *running, doc bson.D) (bson.D, error)) func(r *running, in Next) Next {
	return func(r *running, in Next) Next {
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
func all(apply func(r *running, docs []bson.D) ([]bson.D, error)) func(r *running, in Next) Next {
	return func(r *running, in Next) Next {
		return later(func() (Next, error) {
			docs, err := Collect(in)
			if err != nil {
				return nil, err
			}
			docs, err = apply(r, docs)
			return From(docs), err
		})
	}
}

// document gives the specification of a stage that takes a document.
func document(v any, code int32, name string) (bson.D, error) {
	d, ok := v.(bson.D)
	if !ok {
		return nil, errcode.New(code, "the %s stage specification must be an object, found %s", name, value.TypeName(v))
	}
	return d, nil
}

func (r *running) eval(e *expr.Expr, doc bson.D) (any, error) {
	r.env.Root = doc
	return e.Eval(r.env)
}
