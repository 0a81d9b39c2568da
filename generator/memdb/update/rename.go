package update

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// parseRename reads {$rename: {source: target}}; the operation stands at its
// target's path.
func (u *Update) parseRename(op operation, v any) error {
	target, ok := v.(string)
	if !ok {
		return errcode.New(2, "The 'to' field for $rename must be a string: %s: %s", op.path, value.String(v))
	}
	parts, err := parsePath(target)
	if err != nil {
		return err
	}
	for _, path := range [][]string{op.parts, parts} {
		if slices.ContainsFunc(path, func(p string) bool { return p == "$" || isArrayPart(p) }) {
			return errcode.New(2, "The source and target field for $rename must not be dynamic: %s", strings.Join(path, "."))
		}
	}
	if target == op.path {
		return errcode.New(2, "The source and target field for $rename must differ: %s: %q", op.path, target)
	}
	op.rename, op.parts, op.path = op.parts, parts, target
	op.creates = true
	u.operations = append(u.operations, op)
	return nil
}

// applyRename takes the source's value away and appends it under its new name.
func (p *place) applyRename(doc bson.D) (bson.D, error) {
	source, err := lookupField(doc, p.op.rename, "source")
	if err != nil || isMissing(source) {
		return doc, err
	}
	if _, err := lookupField(doc, p.op.parts, "destination"); err != nil {
		return nil, err
	}
	for _, path := range [][]string{p.op.rename, p.op.parts} {
		if doc, err = p.with(doc, path, value.Missing{}, false); err != nil {
			return nil, err
		}
	}
	return p.with(doc, p.op.parts, source, true)
}

func (p *place) with(doc bson.D, path []string, v any, creates bool) (bson.D, error) {
	op := operation{operator: "$rename", parts: path, creates: creates}
	op.change = func(any, *place) (any, error) { return v, nil }
	at := &place{update: p.update, op: &op, target: p.target, root: p.root, touched: map[string]bool{}}
	changed, err := at.walk(doc, 0)
	if err != nil {
		return nil, err
	}
	return changed.(bson.D), nil
}

// lookupField follows a path through objects; an array on it is an error.
func lookupField(doc bson.D, path []string, which string) (any, error) {
	var v any = doc
	for _, part := range path {
		if _, array := v.(bson.A); array {
			return nil, errcode.New(2, "The %s field cannot be an array element, '%s' in doc with _id: %s has an array field called '%s'",
				which, strings.Join(path, "."), value.String(value.Get(doc, "_id")), path[0])
		}
		inner, ok := v.(bson.D)
		if !ok {
			return value.Missing{}, nil
		}
		v = value.Get(inner, part)
	}
	return v, nil
}
