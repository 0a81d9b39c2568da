package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var lookupStage = &Stage{
	Name: "$lookup", State: support.Done,
	Options:        strings.Fields("from localField foreignField as let pipeline"),
	RefusedOptions: strings.Fields("_internalCollation _internalUnwind"),
	Reach:          ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped,
	Namespaces: []Namespace{{Option: "from"}},
	Pipelines:  []string{"pipeline"},
	Arrays:     "as",
	parse:      parseLookup,
}

// lookupSpec joins by the equality of two fields, by a pipeline, or by both: then the
// pipeline sees the documents with equal fields.
type lookupSpec struct {
	from     string
	as       []string
	local    []string // nil: no equality
	foreign  string
	let      []letVariable
	pipeline *Pipeline // nil: none
	begins   *correlation
	array    *joinedArray
}

func parseLookup(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 9, "$lookup")
	if err != nil {
		return parsedStage{}, err
	}
	if value.IsMissing(value.Get(spec, "from")) && value.IsMissing(value.Get(spec, "pipeline")) {
		return parsedStage{}, errcode.New(errcode.FailedToParse, "must specify 'pipeline' when 'from' is empty")
	}
	l := &lookupSpec{}
	if spec, err = given(p.of.Name, spec); err != nil {
		return parsedStage{}, err
	}
	got, err := lookupFields(p.of, spec)
	if err != nil {
		return parsedStage{}, err
	}
	if l.from, err = lookupText(got, "from"); err != nil {
		return parsedStage{}, err
	}
	if err := l.parseAs(got); err != nil {
		return parsedStage{}, err
	}
	if err := l.parseEquality(got); err != nil {
		return parsedStage{}, err
	}
	if err := l.parsePipeline(p, got); err != nil {
		return parsedStage{}, err
	}
	*p.reads = append(*p.reads, l.from)
	l.array = &joinedArray{as: l.as, code: 4568}
	return parsedStage{run: l.run, join: l.array}, nil
}

func lookupFields(of *Stage, spec bson.D) (map[string]any, error) {
	if err := fieldsOf(of.Name, spec, of.Options...); err != nil {
		return nil, err
	}
	got := map[string]any{}
	for _, f := range spec {
		got[f.Key] = f.Value
	}
	if d, ok := got["from"].(bson.D); ok && len(d) > 0 {
		return nil, errcode.NotImplemented("$lookup.from of another database")
	}
	return got, nil
}

// lookupText returns an option that is a string, "" if it was left out.
func lookupText(got map[string]any, name string) (string, error) {
	v, given := got[name]
	s, ok := v.(string)
	if given && !ok {
		return "", wrongType("$lookup."+name, v, "string")
	}
	return s, nil
}

func (l *lookupSpec) parseAs(got map[string]any) error {
	as, err := lookupText(got, "as")
	if err != nil {
		return err
	}
	if got["as"] == nil {
		return missingField("$lookup", "as")
	}
	l.as, err = expr.SplitPath(as)
	return err
}

func (l *lookupSpec) parseEquality(got map[string]any) error {
	local, err := lookupText(got, "localField")
	if err != nil {
		return err
	}
	if l.foreign, err = lookupText(got, "foreignField"); err != nil {
		return err
	}
	hasLocal, hasForeign := local != "", l.foreign != ""
	_, hasPipeline := got["pipeline"]
	if hasLocal != hasForeign || !hasLocal && !hasPipeline {
		return errcode.New(errcode.FailedToParse, "$lookup requires both or neither of 'localField' and 'foreignField' to be specified, and a 'pipeline' if neither is")
	}
	if !hasLocal {
		return nil
	}
	if got["from"] == nil {
		return errcode.New(errcode.FailedToParse, "$lookup with localField and foreignField needs 'from'")
	}
	if _, err := expr.SplitPath(l.foreign); err != nil {
		return err
	}
	l.local, err = expr.SplitPath(local)
	return err
}

func (l *lookupSpec) parsePipeline(p *stageParser, got map[string]any) error {
	let, hasLet := got["let"]
	v, given := got["pipeline"]
	if hasLet && !given {
		return errcode.New(errcode.FailedToParse, "$lookup with a 'let' needs a 'pipeline'")
	}
	if !given {
		return nil
	}
	stages, ok := v.(bson.A)
	if !ok {
		return wrongType("$lookup.pipeline", v, "array")
	}
	scope := p.Scope
	if hasLet {
		vars, ok := let.(bson.D)
		if !ok {
			return wrongType("$lookup.let", let, "object")
		}
		var err error
		if l.let, scope, err = p.parseLet(vars); err != nil {
			return err
		}
	}
	of, err := p.other("$lookup", l.from, scope, stages)
	l.pipeline = of.stages
	if l.from != "" && l.local == nil {
		l.begins = correlationOf(stages, scope)
	}
	return err
}

func (l *lookupSpec) run(r *execution, in Next) Next {
	other := keep(r, l, func() *foreign { return newForeign(l.from, l.foreign) })
	return joining(in, r.env.Budget, func(doc bson.D) (bson.D, int, error) {
		found, err := l.join(r, other, doc)
		if err != nil {
			return nil, 0, err
		}
		return setPath(doc, l.as, found), l.weight(other, found), nil
	})
}

// weight is the size of a joined array, without the documents that the other side
// keeps.
func (l *lookupSpec) weight(other *foreign, found bson.A) int {
	computed := l.pipeline != nil && (l.local != nil || l.pipeline.uncorrelated < len(l.pipeline.stages))
	if computed || !other.keeps() {
		return expr.Weight(found, expr.MaxHeld)
	}
	return expr.Shallow(found)
}

func (l *lookupSpec) join(r *execution, other *foreign, doc bson.D) (bson.A, error) {
	var docs []bson.D
	err := r.env.Budget.Pass(func() (err error) {
		docs, err = l.found(r, other, doc)
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make(bson.A, len(docs))
	bytes := 0
	for i, d := range docs {
		if err := l.array.add(d, &bytes); err != nil {
			return nil, err
		}
		list[i] = d
	}
	return r.env.Unordered(list), nil
}

// found returns the foreign documents that belong to a local one.
func (l *lookupSpec) found(r *execution, other *foreign, doc bson.D) ([]bson.D, error) {
	if l.pipeline == nil {
		return l.equal(r, other, doc)
	}
	inner, err := r.bind(l.let, doc)
	if err != nil {
		return nil, err
	}
	if l.local == nil && l.pipeline.uncorrelated > 0 {
		// The result of the first stages is the same for every local document.
		all, n := l.pipeline.stages, l.pipeline.uncorrelated
		docs, err := other.through(r, &Pipeline{stages: all[:n]})
		if err != nil {
			return nil, err
		}
		if n == len(all) {
			return Collect(docs, nil) // they are kept by foreign
		}
		rest := &Pipeline{stages: all[n:]}
		return Collect(rest.run(r.with(inner), docs), r.env.Budget)
	}
	docs, err := l.candidates(r, other, doc, inner)
	if err != nil {
		return nil, err
	}
	return Collect(l.pipeline.run(r.with(inner), From(docs)), r.env.Budget)
}

// candidates returns the documents that the pipeline sees.
func (l *lookupSpec) candidates(r *execution, other *foreign, doc bson.D, inner *expr.Env) ([]bson.D, error) {
	switch {
	case l.local != nil:
		return l.equal(r, other, doc)
	case l.begins != nil:
		return l.begins.candidates(r, other, inner)
	}
	return other.all(r)
}

// equal returns the documents whose foreign field equals the local one; a missing
// one counts as null.
func (l *lookupSpec) equal(r *execution, other *foreign, doc bson.D) ([]bson.D, error) {
	values := joinValues(doc, l.local)
	if len(values) == 0 {
		values = []any{bson.Null{}}
	}
	return other.find(r, values)
}
