package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

// maxFacets is how many bytes one $facet may give; what leaves the pipeline is
// held to the size of a document besides.
const maxFacets = 100 * 1024 * 1024

type facet struct {
	name string
	of   *Pipeline
}

func parseFacet(p *parsing, arg any) (stage, error) {
	spec, ok := arg.(bson.D)
	if !ok || len(spec) == 0 {
		return stage{}, errcode.New(40169, "the $facet specification must be a non-empty object")
	}
	var facets []facet
	for _, f := range spec {
		if err := expr.CheckFieldName(f.Key); err != nil {
			return stage{}, err
		}
		list, ok := f.Value.(bson.A)
		if !ok {
			return stage{}, errcode.New(40170, "arguments to $facet must be arrays, %s is type %s", f.Key, value.TypeName(f.Value))
		}
		for _, v := range list {
			if _, ok := v.(bson.D); !ok {
				return stage{}, errcode.New(40171, "elements of arrays in $facet must be objects, %s holds type %s", f.Key, value.TypeName(v))
			}
		}
		inner, err := p.sub("$facet", p.Scope)
		if err != nil {
			return stage{}, err
		}
		of, err := inner.pipeline(list)
		if err != nil {
			return stage{}, err
		}
		facets = append(facets, facet{f.Key, of})
	}
	return stage{run: all(func(r *running, docs []bson.D) ([]bson.D, error) {
		doc, err := runFacets(r, facets, docs)
		return []bson.D{doc}, err
	})}, nil
}

func runFacets(r *running, facets []facet, docs []bson.D) (bson.D, error) {
	out := make(bson.D, len(facets))
	size := 0
	for i, f := range facets {
		found, err := Collect(f.of.run(r.with(r.env.Child()), From(docs)))
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

// source is another collection with stages put before its documents.
type source struct {
	from  string
	stage *Pipeline
}

// open gives the documents of a collection or view, filtered by the stages.
func (s source) open(r *running) Next {
	return later(func() (Next, error) {
		in := From(nil)
		if s.from != "" {
			var err error
			if in, err = r.collection(s.from); err != nil {
				return nil, err
			}
		}
		return s.stage.run(r, in), nil
	})
}

// collection gives all documents of a collection or view.
func (r *running) collection(name string) (Next, error) {
	name, view, err := r.resolve(name)
	if err != nil {
		return nil, err
	}
	return view.run(r.with(r.env.Child()), r.catalog.Scan(name)), nil
}

// resolve gives what is behind a name: a collection, and the stages of a view.
func (r *running) resolve(name string) (string, *Pipeline, error) {
	collection, stages, err := r.catalog.View(name)
	if err != nil {
		return "", nil, err
	}
	view, err := Parse(stages, Options{Collection: collection, Scope: expr.NewScope(r.order)})
	return collection, view, err
}

func parseUnionWith(p *parsing, arg any) (stage, error) {
	from, stages := arg, bson.A{}
	spec, ok := arg.(bson.D)
	if _, isName := arg.(string); !ok && !isName {
		return stage{}, errcode.New(9, "the $unionWith stage specification must be an object or string, but found %s", value.TypeName(arg))
	}
	if ok {
		var err error
		if spec, err = given("$unionWith", spec); err != nil {
			return stage{}, err
		}
		from = value.Missing{}
		for _, f := range spec {
			switch f.Key {
			case "coll":
				from = f.Value
			case "pipeline":
				if stages, ok = f.Value.(bson.A); !ok {
					return stage{}, wrongType("$unionWith.pipeline", f.Value, "array")
				}
			default:
				return stage{}, unknownField("$unionWith", f.Key)
			}
		}
	}
	name, ok := from.(string)
	if !ok && !value.IsMissing(from) {
		return stage{}, wrongType("$unionWith.coll", from, "string")
	}
	if ok && name == "" {
		return stage{}, errcode.New(73, "invalid $unionWith namespace: %s.", p.Database)
	}
	of, err := p.other("$unionWith", name, p.Scope, stages)
	if err != nil {
		return stage{}, err
	}
	return stage{run: func(r *running, in Next) Next {
		return concat(in, of.open(r.with(r.env.Child())))
	}}, nil
}

// other reads the pipeline that a stage runs on another collection; without one
// the pipeline must make its own documents.
func (p *parsing) other(inside, from string, scope *expr.Scope, stages bson.A) (source, error) {
	inner, err := p.sub(inside, scope)
	if err != nil {
		return source{}, err
	}
	inner.Collection = from
	*p.reads = append(*p.reads, from)
	of, err := inner.pipeline(stages)
	if err != nil {
		return source{}, err
	}
	own := len(of.stages) > 0 && of.stages[0].name == "$documents"
	if from == "" && !own {
		return source{}, errcode.New(9, "%s without a collection needs a pipeline that begins with $documents", inside)
	}
	if from != "" && own {
		return source{}, errcode.New(9, "%s with $documents in its pipeline may not name a collection", inside)
	}
	return source{from, of}, nil
}

// given gives the fields of a specification that the server reads by a generated
// parser: null counts as left out, and none may stand twice.
func given(stage string, spec bson.D) (bson.D, error) {
	if err := once(stage, spec); err != nil {
		return nil, err
	}
	var fields bson.D
	for _, f := range spec {
		if f.Value != any(bson.Null{}) {
			fields = append(fields, f)
		}
	}
	return fields, nil
}

func once(stage string, spec bson.D) error {
	seen := map[string]bool{}
	for _, f := range spec {
		if seen[f.Key] {
			return errcode.New(40413, "BSON field '%s.%s' is a duplicate field", stage, f.Key)
		}
		seen[f.Key] = true
	}
	return nil
}

func wrongType(path string, v any, want string) error {
	return errcode.New(14, "BSON field '%s' is the wrong type '%s', expected type '%s'", path, value.TypeName(v), want)
}

func unknownField(stage, name string) error {
	return errcode.New(40415, "BSON field '%s.%s' is an unknown field.", stage, name)
}

func missingField(stage, name string) error {
	return errcode.New(40414, "BSON field '%s.%s' is missing but a required field", stage, name)
}

func parseDocuments(p *parsing, arg any) (stage, error) {
	if d, ok := arg.(bson.D); ok && len(d) == 0 {
		return stage{}, errcode.New(51270, "Invalid empty sub-projection in $documents")
	}
	e, err := expr.Parse(arg, p.Scope)
	if err != nil {
		return stage{}, err
	}
	return stage{source: true, run: func(r *running, _ Next) Next {
		return later(func() (Next, error) {
			v, err := r.eval(e, nil)
			if err != nil {
				return nil, err
			}
			list, ok := v.(bson.A)
			if !ok {
				return nil, errcode.New(5858203, "$documents must evaluate to an array, found %s", value.TypeName(v))
			}
			docs := make([]bson.D, len(list))
			for i, v := range list {
				if docs[i], ok = v.(bson.D); !ok {
					return nil, errcode.New(40228, "the elements of $documents must be objects, found %s", value.TypeName(v))
				}
			}
			return From(docs), nil
		})
	}}, nil
}

// fieldsOf refuses fields that a specification does not have.
func fieldsOf(path string, spec bson.D, names ...string) error {
	for _, f := range spec {
		if !slices.Contains(names, f.Key) {
			return unknownField(path, f.Key)
		}
	}
	return nil
}

func wrongOrMissing(path string, v any, want string) error {
	if value.IsMissing(v) {
		return errcode.New(40414, "BSON field '%s' is missing but a required field", path)
	}
	return wrongType(path, v, want)
}
