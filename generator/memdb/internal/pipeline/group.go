package pipeline

import (
	"math/rand/v2"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var groupStage = &Stage{
	Name: "$group", State: support.Done,
	Reach: ReachDocuments, Order: OrderOpen, Documents: DocumentsMade, Narrows: true,
	parse: parseGroup,
}

// groupSpec is an _id and accumulators: $group, and the stages that are built on it.
type groupSpec struct {
	id          *expr.Expr
	fields      []groupField
	isSlotBased bool // see markSlotBased
	handsOver   bool // a stage of the other engine reads the groups
}

type groupField struct {
	name string
	by   *expr.Accumulator
}

func parseGroup(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 15947, "$group")
	if err != nil {
		return parsedStage{}, err
	}
	g := &groupSpec{}
	for _, f := range spec {
		if f.Key != "_id" {
			err = g.addField(p, f)
		} else if g.id != nil {
			err = errcode.New(15948, "a group's _id may only be specified once")
		} else {
			g.id, err = groupID(p, f.Value)
		}
		if err != nil {
			return parsedStage{}, err
		}
	}
	if g.id == nil {
		return parsedStage{}, errcode.New(15955, "a group specification must include an _id")
	}
	return parsedStage{run: g.run, grouping: g}, nil
}

func groupID(p *stageParser, v any) (*expr.Expr, error) {
	if d, ok := v.(bson.D); ok && !expr.IsOperator(d) {
		for _, f := range d {
			if _, isBool := f.Value.(bool); isBool || value.IsNumber(f.Value) {
				return nil, errcode.New(17390, "$group does not support inclusion-style expressions")
			}
		}
	}
	return expr.Parse(v, p.Scope)
}

func (g *groupSpec) addField(p *stageParser, f bson.E) error {
	spec, ok := f.Value.(bson.D)
	switch {
	case !ok || len(spec) == 0:
		return errcode.New(40234, "The field '%s' must be an accumulator object", f.Key)
	case strings.Contains(f.Key, "."):
		return errcode.New(40235, "The field name '%s' cannot contain '.'", f.Key)
	case strings.HasPrefix(f.Key, "$"):
		return errcode.New(40236, "The field name '%s' cannot be an operator name", f.Key)
	case len(spec) != 1:
		return errcode.New(40238, "The field '%s' must specify one accumulator", f.Key)
	}
	if !strings.HasPrefix(spec[0].Key, "$") {
		return errcode.New(40234, "The field '%s' must be an accumulator object", f.Key)
	}
	a, err := expr.ParseAccumulator(spec[0].Key, spec[0].Value, p.Scope)
	if err != nil {
		return err
	}
	g.fields = append(g.fields, groupField{f.Key, a})
	return nil
}

// groupWeight is the estimated size of a group, and of each of its fields.
const groupWeight = 100

type group struct {
	id      any
	running []*expr.Running
}

func (g *groupSpec) run(r *execution, in Next) Next {
	return later(func() (Next, error) {
		groups, err := g.collect(r, in)
		if err != nil {
			return nil, err
		}
		shuffle(r, groups)
		i := 0
		return func() (bson.D, bool, error) {
			if i == len(groups) {
				return nil, false, nil
			}
			i++
			return g.document(r, groups[i-1]), true, nil
		}, nil
	})
}

// shuffle changes the order of a list that has none, if the run is to show that.
func shuffle[T any](r *execution, list []T) {
	if r.env.Shuffle != 0 {
		random := rand.New(rand.NewPCG(r.env.Shuffle, uint64(len(list))))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
}

// collect returns the groups in the order of their first documents.
func (g *groupSpec) collect(r *execution, in Next) ([]*group, error) {
	groups, err := g.gather(r, in)
	if g.isSlotBased {
		err = expr.SlotBasedError(err)
	}
	return groups, err
}

func (g *groupSpec) gather(r *execution, in Next) ([]*group, error) {
	var groups []*group
	byKey := map[string]*group{}
	for {
		doc, ok, err := in()
		if !ok || err != nil {
			return groups, err
		}
		id, err := r.eval(g.id, doc)
		if err != nil {
			return nil, err
		}
		switch code := id.(type) {
		case value.Missing:
			id = bson.Null{}
		case bson.JavaScript:
			if g.isSlotBased { // its keys have no code
				id = string(code)
			}
		}
		key := r.collation.Key(id)
		at := byKey[key]
		if at == nil {
			if at, err = g.begin(r, id); err != nil {
				return nil, err
			}
			byKey[key] = at
			groups = append(groups, at)
			if err := r.env.Budget.Hold(len(key) + expr.Weight(id, expr.MaxHeld) + groupWeight*(1+len(g.fields))); err != nil {
				return nil, err
			}
		}
		if err := at.add(r, doc); err != nil {
			return nil, err
		}
	}
}

// begin starts the group; the n of an accumulator may depend on its _id.
func (g *groupSpec) begin(r *execution, id any) (*group, error) {
	at := &group{id: id}
	r.env.Root, _ = id.(bson.D)
	for _, f := range g.fields {
		running, err := f.by.Begin(r.env)
		if err != nil {
			return nil, err
		}
		at.running = append(at.running, running)
	}
	return at, nil
}

func (at *group) add(r *execution, doc bson.D) error {
	r.env.Begin(doc)
	for _, running := range at.running {
		if err := running.Add(r.env); err != nil {
			return err
		}
	}
	return nil
}

func (g *groupSpec) document(r *execution, at *group) bson.D {
	out := make(bson.D, 0, 1+len(g.fields))
	out = append(out, bson.E{Key: "_id", Value: at.id})
	for i, f := range g.fields {
		out = append(out, bson.E{Key: f.name, Value: at.running[i].Value(r.env)})
	}
	if g.handsOver {
		for i := range out {
			out[i].Value = handedOver(out[i].Value)
		}
	}
	return out
}

// handedOver returns the form in which a value passes between the server's engines:
// the least and the greatest key get a document around them, in an array too.
func handedOver(v any) any {
	switch v := v.(type) {
	case bson.MinKey, bson.MaxKey:
		return bson.D{{Key: "", Value: v}}
	case bson.A:
		out := slices.Clone(v)
		for i := range out {
			switch out[i].(type) {
			case bson.MinKey, bson.MaxKey:
				out[i] = handedOver(out[i])
			}
		}
		return out
	}
	return v
}

// counting is the default output of the stages that count.
func counting() []groupField {
	one, _ := expr.ParseAccumulator("$sum", int32(1), nil) // can't fail
	return []groupField{{"count", one}}
}
