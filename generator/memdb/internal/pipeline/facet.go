package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var facetStage = &Stage{
	Name: "$facet", State: support.Done,
	NotInFacet: true,
	Reach:      ReachDocuments, Order: OrderSingle, Documents: DocumentsMade,
	Pipelines: []string{"*"},
	parse:     parseFacet,
}

// maxFacets is the number of bytes that one $facet may return; documents that leave
// the pipeline are held to the size of a document besides.
const maxFacets = 100 * 1024 * 1024

type namedPipeline struct {
	name string
	of   *Pipeline
}

func parseFacet(p *stageParser, arg any) (parsedStage, error) {
	spec, ok := arg.(bson.D)
	if !ok || len(spec) == 0 {
		return parsedStage{}, errcode.New(40169, "the $facet specification must be a non-empty object")
	}
	var facets []namedPipeline
	for _, f := range spec {
		if err := expr.CheckFieldName(f.Key); err != nil {
			return parsedStage{}, err
		}
		list, ok := f.Value.(bson.A)
		if !ok {
			return parsedStage{}, errcode.New(40170, "arguments to $facet must be arrays, %s is type %s", f.Key, value.TypeName(f.Value))
		}
		for _, v := range list {
			if _, ok := v.(bson.D); !ok {
				return parsedStage{}, errcode.New(40171, "elements of arrays in $facet must be objects, %s holds type %s", f.Key, value.TypeName(v))
			}
		}
		inner, err := p.sub("$facet", p.Scope)
		if err != nil {
			return parsedStage{}, err
		}
		of, err := inner.pipeline(list)
		if err != nil {
			return parsedStage{}, err
		}
		facets = append(facets, namedPipeline{f.Key, of})
	}
	return parsedStage{run: all(func(r *execution, docs []bson.D) ([]bson.D, error) {
		doc, err := runFacets(r, facets, docs)
		return []bson.D{doc}, err
	})}, nil
}

func runFacets(r *execution, facets []namedPipeline, docs []bson.D) (bson.D, error) {
	out := make(bson.D, len(facets))
	size := 0
	for i, f := range facets {
		found, err := Collect(f.of.run(r.with(r.env.Child()), From(docs)), r.env.Budget)
		if err != nil {
			return nil, err
		}
		list := make(bson.A, len(found))
		for j, doc := range found {
			list[j] = doc
		}
		out[i] = bson.E{Key: f.name, Value: list}
		if size += value.Size(list); size > maxFacets {
			return nil, errcode.New(4031700, "document constructed by $facet is %d bytes, which exceeds the limit of %d bytes", size, maxFacets)
		}
	}
	return out, nil
}
