package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
)

// parsedStage is a stage of one pipeline: run returns its output for the input it
// pulls.
type parsedStage struct {
	of       *Stage
	arg      any
	run      func(r *execution, in Next) Next
	filter   *match.Filter // of $match
	sort     *expr.Sort    // of $sort
	limit    int64         // of $limit
	join     *joinedArray  // of $lookup and $graphLookup
	unwinds  string        // the path of $unwind
	grouping *groupSpec    // of $group and the stages that are built on it
}

// stageParser holds the place in a command of the stages that are being read.
type stageParser struct {
	Options
	inside    string // "", "$lookup", "$facet", "$unionWith"
	isInFacet bool   // inside a $facet, however deep
	depth     int    // of sub-pipelines
	of        *Stage // that is being read
	reads     *[]string
	early     *error // see atOnce
}

func (p *stageParser) collation() *value.Collation { return p.Scope.Collation() }

const (
	maxStages       = 1000
	maxSubPipelines = 20
)

// Parse reads the stages of a pipeline.
func Parse(stages bson.A, o Options) (*Pipeline, error) {
	p := &stageParser{Options: o, reads: new([]string), early: new(error)}
	out, err := p.pipeline(stages)
	if err != nil && *p.early != nil && !errcode.Refused(err) {
		return nil, *p.early
	}
	return out, err
}

func (p *stageParser) pipeline(stages bson.A) (*Pipeline, error) {
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
		if out.uncorrelated == i && !depends && !s.of.Random {
			out.uncorrelated++
		}
	}
	if p.inside == "" {
		markSlotBased(out.stages)
	}
	out.reads = *p.reads
	freeJoins(out.stages)
	limitSorts(out.stages)
	return out, p.checkPlaces(out.stages)
}

// checkNames finds unknown stages, before any stage is read.
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
		if stages[d[0].Key] == nil {
			return errcode.New(40324, "Unrecognized pipeline stage name: '%s'", d[0].Key)
		}
	}
	return nil
}

func (p *stageParser) stage(f bson.E) (parsedStage, error) {
	of := stages[f.Key]
	if err := p.checkInside(of); err != nil {
		return parsedStage{}, err
	}
	if of.parse == nil {
		return parsedStage{}, errcode.NotImplemented("the stage " + of.Name)
	}
	if err := of.checkOptions(f.Value); err != nil {
		return parsedStage{}, err
	}
	p.of = of
	s, err := of.parse(p, f.Value)
	s.of, s.arg = of, f.Value
	return s, err
}

// atOnce parses an argument that the server folds as soon as it has read it: an error
// of a constant in there comes before the errors of the stages behind, but for
// refusals.
func (p *stageParser) atOnce(parse func(scope *expr.Scope) error) error {
	failed, err := p.Scope.Hold(parse)
	if err != nil {
		return err
	}
	if *p.early == nil {
		*p.early = failed
	}
	return p.Scope.PutOff(failed)
}

// sub is the parsing of a pipeline inside a stage.
func (p *stageParser) sub(inside string, scope *expr.Scope) (*stageParser, error) {
	if p.depth == maxSubPipelines {
		return nil, errcode.New(232, "Maximum number of nested sub-pipelines exceeded. Limit is %d", maxSubPipelines)
	}
	inner := &stageParser{
		Options: p.Options, inside: inside, isInFacet: p.isInFacet || inside == "$facet", depth: p.depth + 1, reads: p.reads, early: p.early,
	}
	inner.Scope = scope
	return inner, nil
}

// document returns the specification of a stage that takes a document.
func document(v any, code int32, name string) (bson.D, error) {
	d, ok := v.(bson.D)
	if !ok {
		return nil, errcode.New(code, "the %s stage specification must be an object, found %s", name, value.TypeName(v))
	}
	return d, nil
}
