package pipeline

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var setWindowFieldsStage = &Stage{
	Name: "$setWindowFields", State: support.Done,
	Options: strings.Fields("partitionBy sortBy output"),
	Reach:   ReachDocuments, Order: OrderOpen, Documents: DocumentsReshaped,
	parse: parseSetWindowFields,
}

// windowsSpec is $setWindowFields: documents in partitions, sorted, each with values
// computed from those around it.
type windowsSpec struct {
	partition *expr.Expr // nil: all documents are one
	sort      *expr.Sort // nil: as they come
	outputs   []windowOutput
}

type windowOutput struct {
	path []string
	of   windowFunction
}

// windowFunction returns a value for each document of a sorted partition.
type windowFunction func(r *execution, part *partition) ([]any, error)

type partition struct {
	id   any
	docs []bson.D
	keys [][]any // their sort keys
}

func parseSetWindowFields(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 9, "$setWindowFields")
	if err != nil {
		return parsedStage{}, err
	}
	if spec, err = given("$setWindowFields", spec); err != nil {
		return parsedStage{}, err
	}
	w := &windowsSpec{}
	for _, f := range spec {
		if f.Key != "partitionBy" && f.Key != "sortBy" && f.Key != "output" {
			return parsedStage{}, unknownField("$setWindowFields", f.Key)
		}
	}
	if by := value.Get(spec, "partitionBy"); !value.IsMissing(by) {
		if err = p.atOnce(func(scope *expr.Scope) (err error) {
			w.partition, err = expr.Parse(by, scope)
			return err
		}); err != nil {
			return parsedStage{}, err
		}
	}
	if w.sort, err = windowSort(p, value.Get(spec, "sortBy")); err != nil {
		return parsedStage{}, err
	}
	if err := w.parseOutput(p, value.Get(spec, "output")); err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: all(w.apply)}, nil
}

func windowSort(p *stageParser, v any) (*expr.Sort, error) {
	if value.IsNullish(v) {
		return nil, nil
	}
	spec, ok := v.(bson.D)
	if !ok {
		return nil, wrongType("$setWindowFields.sortBy", v, "object")
	}
	return expr.ParseSort(spec, p.collation())
}

func (w *windowsSpec) parseOutput(p *stageParser, v any) error {
	if value.IsMissing(v) {
		return missingField("$setWindowFields", "output")
	}
	spec, ok := v.(bson.D)
	if !ok {
		return wrongType("$setWindowFields.output", v, "object")
	}
	for _, f := range spec {
		path, err := expr.SplitPath(f.Key)
		if err != nil {
			return err
		}
		of, err := w.parseFunction(p, f)
		if err != nil {
			return err
		}
		w.outputs = append(w.outputs, windowOutput{path, of})
	}
	return nil
}

// parseFunction reads {$function: argument, window: …}.
func (w *windowsSpec) parseFunction(p *stageParser, field bson.E) (windowFunction, error) {
	spec, ok := field.Value.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.FailedToParse, "the output field '%s' of $setWindowFields must be an object", field.Key)
	}
	f := windowFunctionSpec{windowsSpec: w, p: p}
	for _, e := range spec {
		switch {
		case e.Key == "window":
			f.window = e.Value
		case strings.HasPrefix(e.Key, "$") && f.name == "":
			f.name, f.arg = e.Key, e.Value
		case f.extra == "":
			f.extra = e.Key
		}
	}
	if f.name == "" {
		return nil, errcode.New(errcode.FailedToParse, "Expected a $-prefixed window function, in the field '%s'", field.Key)
	}
	return f.parse()
}

func (w *windowsSpec) apply(r *execution, docs []bson.D) ([]bson.D, error) {
	parts, err := w.partitions(r, docs)
	if err != nil {
		return nil, err
	}
	var out []bson.D
	for _, part := range parts {
		if err := w.sorted(r, part); err != nil {
			return nil, err
		}
		done, err := w.compute(r, part)
		if err != nil {
			return nil, err
		}
		out = append(out, done...)
	}
	return out, nil
}

// partitions returns the groups in the order of their values; a missing one is null.
func (w *windowsSpec) partitions(r *execution, docs []bson.D) ([]*partition, error) {
	if w.partition == nil {
		return []*partition{{docs: docs}}, nil
	}
	var parts []*partition
	byKey := map[string]*partition{}
	for _, doc := range docs {
		id, err := r.eval(w.partition, doc)
		if err != nil {
			return nil, err
		}
		if _, array := id.(bson.A); array {
			return nil, errcode.New(errcode.TypeMismatch, "An expression used to partition cannot evaluate to value of type array")
		}
		if value.IsMissing(id) {
			id = bson.Null{}
		}
		key := r.collation.Key(id)
		if byKey[key] == nil {
			byKey[key] = &partition{id: id}
			parts = append(parts, byKey[key])
		}
		byKey[key].docs = append(byKey[key].docs, doc)
	}
	slices.SortStableFunc(parts, func(a, b *partition) int { return r.collation.Compare(a.id, b.id) })
	return parts, nil
}

func (w *windowsSpec) sorted(r *execution, part *partition) error {
	if w.sort == nil {
		part.keys = make([][]any, len(part.docs))
		return nil
	}
	docs, err := Sorted(part.docs, w.sort, r.env.Shuffle, r.env.Budget)
	if err != nil {
		return err
	}
	part.docs = docs
	for _, doc := range docs {
		key, err := w.sort.Key(doc)
		if err != nil {
			return err
		}
		if _, err := r.env.Budget.HoldValue(bson.A(key)); err != nil {
			return err
		}
		part.keys = append(part.keys, key)
	}
	return nil
}

func (w *windowsSpec) compute(r *execution, part *partition) ([]bson.D, error) {
	out := slices.Clone(part.docs)
	for _, o := range w.outputs {
		values, err := o.of(r, part)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			out[i] = setPath(out[i], o.path, v)
		}
	}
	return out, nil
}
