package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var graphLookupStage = &Stage{
	Name: "$graphLookup", State: support.Done,
	Options: strings.Fields("from startWith connectFromField connectToField as maxDepth depthField restrictSearchWithMatch"),
	Reach:   ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped,
	Namespaces: []Namespace{{Option: "from"}},
	Arrays:     "as",
	parse:      parseGraphLookup,
}

// graphLookupSpec follows connectFrom to connectTo in another collection, breadth
// first, and collects each document once with its smallest depth.
type graphLookupSpec struct {
	from, connectTo string
	as, connectFrom []string
	depthField      []string
	start           *expr.Expr
	maxDepth        int64 // -1: none
	restrict        *match.Filter
	array           *joinedArray
}

func parseGraphLookup(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 9, "$graphLookup")
	if err != nil {
		return parsedStage{}, err
	}
	g := &graphLookupSpec{maxDepth: -1}
	if err := g.parseFrom(p, spec); err != nil {
		return parsedStage{}, err
	}
	for _, f := range spec {
		if err := g.option(p, f); err != nil {
			return parsedStage{}, err
		}
	}
	if g.as == nil || g.start == nil || g.connectFrom == nil || g.connectTo == "" {
		return parsedStage{}, errcode.New(40105, "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.")
	}
	*p.reads = append(*p.reads, g.from)
	g.array = &joinedArray{as: g.as, code: 8442700}
	return parsedStage{run: g.run, join: g.array}, nil
}

// parseFrom reads the collection, whose errors come before all others.
func (g *graphLookupSpec) parseFrom(p *stageParser, spec bson.D) error {
	from := value.Get(spec, "from")
	if value.IsMissing(from) {
		return errcode.New(errcode.FailedToParse, "missing 'from' option to $graphLookup stage specification: %s", value.String(spec))
	}
	if d, ok := from.(bson.D); ok && len(d) > 0 {
		return errcode.NotImplemented("$graphLookup.from of another database")
	}
	var ok bool
	if g.from, ok = from.(string); !ok {
		return errcode.New(errcode.FailedToParse, "$graphLookup 'from' field must be a string, but found %s", value.TypeName(from))
	}
	if g.from == "" {
		return errcode.New(errcode.InvalidNamespace, "invalid $graphLookup namespace: %s.", p.Database)
	}
	return nil
}

func (g *graphLookupSpec) option(p *stageParser, f bson.E) error {
	var err error
	switch f.Key {
	case "startWith":
		g.start, err = expr.Parse(f.Value, p.Scope)
		return err
	case "maxDepth":
		g.maxDepth, err = graphDepth(f.Value)
		return err
	case "restrictSearchWithMatch":
		filter, ok := f.Value.(bson.D)
		if !ok {
			return errcode.New(40185, "restrictSearchWithMatch must be an object, found %s", value.TypeName(f.Value))
		}
		g.restrict, err = match.Parse(filter, match.Options{Scope: p.Scope})
		return err
	}
	text, ok := f.Value.(string)
	if !ok {
		return errcode.New(40103, "expected string as argument for %s, found: %s", f.Key, value.TypeName(f.Value))
	}
	return g.path(f.Key, text)
}

func (g *graphLookupSpec) path(name, text string) error {
	var err error
	switch name {
	case "from": // read before
	case "as":
		g.as, err = expr.SplitPath(text)
	case "connectFromField":
		g.connectFrom, err = expr.SplitPath(text)
	case "connectToField":
		g.connectTo = text
		_, err = expr.SplitPath(text)
	case "depthField":
		g.depthField, err = expr.SplitPath(text)
	default:
		err = errcode.New(40104, "Unknown argument to $graphLookup: %s", name)
	}
	return err
}

func graphDepth(v any) (int64, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(40100, "maxDepth requires numeric argument, found %s", value.TypeName(v))
	}
	n, whole := value.Whole(v)
	if value.CompareNumbers(v, int32(0)) < 0 {
		return 0, errcode.New(40101, "maxDepth requires a nonnegative argument, found: %s", value.String(v))
	}
	if !whole {
		return 0, errcode.New(40102, "maxDepth could not be represented as a long long: %s", value.String(v))
	}
	return n, nil
}

func (g *graphLookupSpec) run(r *execution, in Next) Next {
	other := keep(r, g, func() *foreign { return newForeign(g.from, g.connectTo) })
	return joining(in, r.env.Budget, func(doc bson.D) (bson.D, int, error) {
		start, err := r.eval(g.start, doc)
		if err != nil {
			return nil, 0, err
		}
		var found bson.A
		if err := r.env.Budget.Pass(func() error {
			found, err = g.search(r, other, trailingValues(start))
			return err
		}); err != nil {
			return nil, 0, err
		}
		weight := expr.Shallow(found)
		if !other.keeps() {
			weight = expr.Weight(found, expr.MaxHeld)
		}
		return setPath(doc, g.as, r.env.Unordered(found)), weight, nil
	})
}

func (g *graphLookupSpec) search(r *execution, other *foreign, frontier []any) (bson.A, error) {
	found := bson.A{}
	visited, asked := map[string]bool{}, map[string]bool{}
	frontier = addUnvisited(r.collation, nil, frontier, asked)
	size := 0
	for depth := int64(0); len(frontier) > 0 && (g.maxDepth < 0 || depth <= g.maxDepth); depth++ {
		docs, err := other.find(r, frontier)
		if err != nil {
			return nil, err
		}
		frontier = nil
		for _, doc := range docs {
			fresh, err := g.visit(r, doc, visited)
			if err != nil {
				return nil, err
			}
			if !fresh {
				continue
			}
			if g.depthField != nil {
				doc = setPath(doc, g.depthField, depth)
			}
			frontier = addUnvisited(r.collation, frontier, joinValues(doc, g.connectFrom), asked)
			found = append(found, doc)
			if err := r.env.Budget.Hold(expr.Shallow(doc)); err != nil {
				return nil, err
			}
			if err := g.array.add(doc, &size); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// addUnvisited adds to the frontier the values that were not searched for before; null
// leads nowhere.
func addUnvisited(collation *value.Collation, frontier, values []any, asked map[string]bool) []any {
	for _, v := range values {
		if value.IsNullish(v) {
			continue
		}
		if k := collation.Key(v); !asked[k] {
			asked[k] = true
			frontier = append(frontier, v)
		}
	}
	return frontier
}

// visit reports whether a document counts: it passes the filter and is new.
func (g *graphLookupSpec) visit(r *execution, doc bson.D, visited map[string]bool) (bool, error) {
	if g.restrict != nil {
		ok, err := g.restrict.Match(doc, r.env)
		if err != nil || !ok.OK {
			return false, err
		}
	}
	id := value.Get(doc, "_id")
	if value.IsMissing(id) {
		return false, errcode.New(40271, "Documents in the '%s' namespace must contain an _id for de-duplication in $graphLookup", g.from)
	}
	k := value.Key(id)
	fresh := !visited[k]
	visited[k] = true
	return fresh, nil
}
