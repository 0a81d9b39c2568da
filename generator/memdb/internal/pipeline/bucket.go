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

var bucketStage = &Stage{
	Name: "$bucket", State: support.Done,
	Options: strings.Fields("groupBy boundaries default output"),
	Reach:   ReachDocuments, Order: OrderFixed, Documents: DocumentsMade, Narrows: true,
	parse: parseBucket,
}

// bucketSpec groups by intervals: a value belongs to the last bound that is not above
// it; values outside of all go to otherwise.
type bucketSpec struct {
	groupSpec
	bounds    []any
	collation *value.Collation
	otherwise any // nil: none
}

func parseBucket(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 40201, "$bucket")
	if err != nil {
		return parsedStage{}, err
	}
	b := &bucketSpec{collation: p.collation()}
	var by *expr.Expr
	b.fields = counting()
	for _, f := range spec {
		switch f.Key {
		case "groupBy":
			by, err = bucketBy(p, f.Value, 40202, "$bucket")
		case "boundaries":
			b.bounds, err = boundaries(p, f.Value)
		case "default":
			b.otherwise, err = bucketConstant(p, f.Value, 40195, "default")
		case "output":
			err = b.output(p, f.Value, 40196, "$bucket")
		default:
			err = errcode.New(40197, "Unrecognized option to $bucket: %s", f.Key)
		}
		if err != nil {
			return parsedStage{}, err
		}
	}
	if by == nil || b.bounds == nil {
		return parsedStage{}, errcode.New(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.")
	}
	if err := b.checkDefault(); err != nil {
		return parsedStage{}, err
	}
	b.id = expr.Map(by, b.bound)
	return parsedStage{run: b.run, grouping: &b.groupSpec}, nil
}

// bucketBy reads the groupBy option: a path, or an operator.
func bucketBy(p *stageParser, v any, code int32, name string) (*expr.Expr, error) {
	text, isText := v.(string)
	if !(isText && strings.HasPrefix(text, "$")) && !expr.IsOperator(v) {
		return nil, errcode.New(code, "The %s 'groupBy' field must be defined as a $-prefixed path or an expression object", name)
	}
	return expr.Parse(v, p.Scope)
}

func bucketConstant(p *stageParser, v any, code int32, what string) (any, error) {
	e, err := expr.Parse(v, p.Scope.Immediate())
	if err != nil {
		return nil, err
	}
	c, ok := e.Constant()
	if !ok {
		return nil, errcode.New(code, "The $bucket '%s' must be a constant, found: %s", what, value.String(v))
	}
	return c, nil
}

func boundaries(p *stageParser, v any) ([]any, error) {
	list, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(40200, "The $bucket 'boundaries' field must be an array, but found type: %s.", value.TypeName(v))
	}
	var bounds []any
	for _, v := range list {
		c, err := bucketConstant(p, v, 40191, "boundaries")
		if err != nil {
			return nil, err
		}
		bounds = append(bounds, c)
	}
	if len(bounds) < 2 {
		return nil, errcode.New(40192, "The $bucket 'boundaries' field must have at least 2 values, but found %d value(s).", len(bounds))
	}
	for i, hi := range bounds[1:] {
		lo := bounds[i]
		if value.Class(lo) != value.Class(hi) {
			return nil, errcode.New(40193, "All values in the the 'boundaries' option to $bucket must have the same type")
		}
		if p.collation().Compare(lo, hi) >= 0 {
			return nil, errcode.New(40194, "The 'boundaries' option to $bucket must be sorted in ascending order")
		}
	}
	return bounds, nil
}

func (b *bucketSpec) checkDefault() error {
	if b.otherwise == nil {
		return nil
	}
	if b.collation.Compare(b.otherwise, b.bounds[0]) >= 0 && b.collation.Compare(b.otherwise, b.bounds[len(b.bounds)-1]) < 0 {
		return errcode.New(40199, "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.")
	}
	return nil
}

// output reads the accumulators of a bucket stage.
func (g *groupSpec) output(p *stageParser, v any, code int32, name string) error {
	spec, ok := v.(bson.D)
	if !ok {
		return errcode.New(code, "The %s 'output' field must be an object, but found type: %s.", name, value.TypeName(v))
	}
	g.fields = nil
	for _, f := range spec {
		if f.Key == "_id" {
			return errcode.New(15948, "the 'output' of %s may not hold _id", name)
		}
		if err := g.addField(p, f); err != nil {
			return err
		}
	}
	return nil
}

// bound returns the lower bound of the bucket that v falls in.
func (b *bucketSpec) bound(v any) (any, error) {
	i, exact := slices.BinarySearchFunc(b.bounds, v, b.collation.Compare)
	if !exact {
		i--
	}
	if i >= 0 && i < len(b.bounds)-1 {
		return b.bounds[i], nil
	}
	if b.otherwise == nil {
		return nil, errcode.New(40066, "$switch could not find a matching branch for an input, and no default was specified.")
	}
	return b.otherwise, nil
}

func (b *bucketSpec) run(r *execution, in Next) Next {
	return later(func() (Next, error) {
		groups, err := b.collect(r, in)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(groups, func(x, y *group) int { return b.collation.Compare(x.id, y.id) })
		docs := make([]bson.D, len(groups))
		for i, at := range groups {
			docs[i] = b.document(r, at)
		}
		return From(docs), nil
	})
}
