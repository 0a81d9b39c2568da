package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var addFieldsStage = &Stage{
	Name: "$addFields", State: support.Done, canFollowChangeStream: true,
	InUpdate: true,
	Reach:    ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped,
	parse: parseAddFields("$addFields"),
}

// $set is another name of $addFields.
var setStage = &Stage{
	Name: "$set", State: support.Done, canFollowChangeStream: true,
	InUpdate: true,
	Reach:    ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped,
	parse: parseAddFields("$set"),
}

// additions is a tree of computed fields, in the order of the specification.
type additions struct {
	fields []*addition
}

// addition is a field that is computed, or one with additions inside it.
type addition struct {
	name   string
	by     *expr.Expr
	inside *additions
}

func parseAddFields(name string) func(p *stageParser, arg any) (parsedStage, error) {
	return func(p *stageParser, arg any) (parsedStage, error) {
		spec, err := document(arg, 40272, name)
		if err != nil {
			return parsedStage{}, err
		}
		tree := &additions{}
		for _, f := range spec {
			path, err := expr.SplitPath(f.Key)
			if err != nil {
				return parsedStage{}, err
			}
			if err := tree.add(p, path, f.Value); err != nil {
				return parsedStage{}, err
			}
		}
		return parsedStage{run: each(func(r *execution, doc bson.D) (bson.D, error) {
			r.env.Begin(doc)
			return tree.apply(r, doc)
		})}, nil
	}
}

// add puts the value of a path into the tree; a document without operator is more
// fields.
func (a *additions) add(p *stageParser, path []string, v any) error {
	at := a.find(path[0])
	if len(path) > 1 {
		if at == nil {
			at = &addition{name: path[0], inside: &additions{}}
			a.fields = append(a.fields, at)
		}
		if at.inside == nil {
			return collision(path[0])
		}
		return at.inside.add(p, path[1:], v)
	}
	d, isDocument := v.(bson.D)
	if isDocument && len(d) > 0 && !expr.IsOperator(d) {
		return a.addDocument(p, path[0], d)
	}
	if isDocument && len(d) > 1 {
		return errcode.New(40181, "an object representing an expression must have exactly one field: %s", value.String(d))
	}
	if at != nil {
		return collision(path[0])
	}
	e, err := expr.Parse(v, p.Scope)
	if err != nil {
		return err
	}
	a.fields = append(a.fields, &addition{name: path[0], by: e})
	return nil
}

func (a *additions) addDocument(p *stageParser, name string, d bson.D) error {
	for _, f := range d {
		if strings.HasPrefix(f.Key, "$") {
			return errcode.New(40181, "an object representing an expression must have exactly one field: %s", value.String(d))
		}
		if strings.Contains(f.Key, ".") {
			return errcode.New(40183, "cannot use dotted field name '%s' in a sub object", f.Key)
		}
		if _, err := expr.SplitPath(f.Key); err != nil {
			return err
		}
		if err := a.add(p, []string{name, f.Key}, f.Value); err != nil {
			return err
		}
	}
	return nil
}

func (a *additions) find(name string) *addition {
	for _, f := range a.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

func collision(name string) error {
	return errcode.New(40176, "specification contains two conflicting paths. Cannot specify both '%s' and a field inside it, or one field twice", name)
}

func (a *additions) apply(r *execution, doc bson.D) (bson.D, error) {
	for _, f := range a.fields {
		v, err := f.value(r, value.Get(doc, f.name))
		if err != nil {
			return nil, err
		}
		doc = expr.With(doc, f.name, v)
	}
	return doc, nil
}

func (f *addition) value(r *execution, have any) (any, error) {
	if f.by != nil {
		return f.by.Eval(r.env)
	}
	switch have := have.(type) {
	case bson.D:
		return f.inside.apply(r, have)
	case bson.A:
		out := make(bson.A, len(have))
		for i, element := range have {
			v, err := f.value(r, element)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	return f.inside.apply(r, bson.D{})
}
