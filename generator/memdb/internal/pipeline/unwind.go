package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var unwindStage = &Stage{
	Name: "$unwind", State: support.Done,
	Options: strings.Fields("path includeArrayIndex preserveNullAndEmptyArrays"),
	Reach:   ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped,
	parse: parseUnwind,
}

type unwindSpec struct {
	path, index []string
	preserve    bool
}

func parseUnwind(_ *stageParser, arg any) (parsedStage, error) {
	u, err := parseUnwindSpec(arg)
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{unwinds: strings.Join(u.path, "."), run: func(r *execution, in Next) Next {
		var doc bson.D
		var left bson.A
		var held int // bytes, while doc has more elements
		i := int64(0)
		return func() (bson.D, bool, error) {
			for len(left) == 0 {
				r.env.Budget.Release(held)
				held = 0
				var ok bool
				var err error
				if doc, ok, err = in(); !ok || err != nil {
					return nil, false, err
				}
				array, ok := u.elements(doc)
				if !ok {
					return u.single(doc), true, nil
				}
				left, i = array, 0
				if len(array) == 0 && u.preserve {
					return u.empty(doc), true, nil
				}
				held = expr.Shallow(array) // the rest of doc may be another stage's, which counts it
				if err := r.env.Budget.Hold(held); err != nil {
					return nil, false, err
				}
			}
			out := setPath(doc, u.path, left[0])
			if u.index != nil {
				out = setPath(out, u.index, i)
			}
			left = left[1:]
			i++
			return out, true, nil
		}
	}}, nil
}

// elements returns the array to unwind; a missing field or null counts as an empty
// one, and ok is false for a value that is no array.
func (u *unwindSpec) elements(doc bson.D) (array bson.A, ok bool) {
	v := plainPath(doc, u.path)
	array, ok = v.(bson.A)
	return array, ok || value.IsNullish(v)
}

func (u *unwindSpec) single(doc bson.D) bson.D {
	if u.index == nil {
		return doc
	}
	return setPath(doc, u.index, bson.Null{})
}

// empty keeps a document without elements: an empty array goes, null stays.
func (u *unwindSpec) empty(doc bson.D) bson.D {
	if _, ok := plainPath(doc, u.path).(bson.A); ok {
		doc = setPath(doc, u.path, value.Missing{})
	}
	return u.single(doc)
}

func parseUnwindSpec(arg any) (*unwindSpec, error) {
	u := &unwindSpec{}
	var path any = value.Missing{}
	switch spec := arg.(type) {
	case string:
		path = spec
	case bson.D:
		var err error
		if path, err = u.options(spec); err != nil {
			return nil, err
		}
	default:
		return nil, errcode.New(15981, "expected either a string or an object as specification for $unwind stage, got %s", value.TypeName(arg))
	}
	text, ok := path.(string)
	switch {
	case value.IsMissing(path) || text == "" && ok:
		return nil, errcode.New(28812, "no path specified to $unwind stage")
	case !ok:
		return nil, errcode.New(28808, "expected a string as the path for $unwind stage, got %s", value.TypeName(path))
	case text[0] != '$':
		return nil, errcode.New(28818, "path option to $unwind stage should be prefixed with a '$': %s", text)
	}
	var err error
	if strings.IndexByte(text, 0) >= 0 {
		return nil, errcode.New(16419, "the path of $unwind holds a null byte")
	}
	u.path, err = expr.SplitPath(text[1:])
	return u, err
}

// options reads the fields beside the path, which it returns unread.
func (u *unwindSpec) options(spec bson.D) (path any, err error) {
	path = value.Missing{}
	for _, f := range spec {
		switch f.Key {
		case "path":
			path = f.Value
			if _, ok := path.(string); !ok {
				return nil, errcode.New(28808, "expected a string as the path for $unwind stage, got %s", value.TypeName(path))
			}
		case "preserveNullAndEmptyArrays":
			preserve, ok := f.Value.(bool)
			if !ok {
				return nil, errcode.New(28809, "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got %s", value.TypeName(f.Value))
			}
			u.preserve = preserve
		case "includeArrayIndex":
			if u.index, err = unwindIndex(f.Value); err != nil {
				return nil, err
			}
		default:
			return nil, errcode.New(28811, "unrecognized option to $unwind stage: %s", f.Key)
		}
	}
	return path, nil
}

func unwindIndex(v any) ([]string, error) {
	name, ok := v.(string)
	if !ok || name == "" {
		return nil, errcode.New(28810, "expected a non-empty string for the includeArrayIndex option to $unwind stage, got %s", value.TypeName(v))
	}
	if strings.HasPrefix(name, "$") {
		return nil, errcode.New(28822, "includeArrayIndex option to $unwind stage should not be prefixed with a '$': %s", name)
	}
	return expr.SplitPath(name)
}
