package update

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// parseRename reads {$rename: {source: target}}; the operation is kept under its
// target's path.
func (u *Update) parseRename(op operation, v any) error {
	target, ok := v.(string)
	if !ok {
		return errcode.New(errcode.BadValue, "The 'to' field for $rename must be a string: %s: %s", op.path, value.String(v))
	}
	if strings.Contains(target, "\x00") {
		return errcode.New(9867600, "The 'to' field for $rename cannot contain an embedded null byte: %q", target)
	}
	parts, err := parsePath(target)
	if err != nil {
		return err
	}
	for _, path := range [][]string{op.parts, parts} {
		if slices.ContainsFunc(path, func(p string) bool { return p == "$" || isArrayPart(p) }) {
			return errcode.New(errcode.BadValue, "The source and target field for $rename must not be dynamic: %s", strings.Join(path, "."))
		}
	}
	if target == op.path {
		return errcode.New(errcode.BadValue, "The source and target field for $rename must differ: %s: %q", op.path, target)
	}
	if short := min(len(op.parts), len(parts)); slices.Equal(op.parts[:short], parts[:short]) {
		return errcode.New(errcode.BadValue, "The source and target field for $rename must not be on the same path: %s: %q", op.path, target)
	}
	op.rename, op.parts, op.path = op.parts, parts, target
	u.operations = append(u.operations, op)
	return nil
}

// applyRename removes the source's value and appends it under its new name.
func (p *place) applyRename(doc bson.D) (bson.D, error) {
	source, err := renamed(doc, p.op.rename)
	if err != nil || value.IsMissing(source) {
		return doc, err
	}
	if p.op.parts[0] == "_id" {
		return nil, errcode.New(errcode.ImmutableField, "Performing an update on the path '_id' would modify the immutable field '_id'")
	}
	if err := checkTarget(doc, p.op.parts); err != nil {
		return nil, err
	}
	if p.target.Log != nil {
		p.logRename(doc, source)
	}
	for _, path := range [][]string{p.op.rename, p.op.parts} {
		if doc, err = p.with(doc, path, value.Missing{}, false); err != nil {
			return nil, err
		}
	}
	return p.with(doc, p.op.parts, source, true)
}

// logRename logs the target before the source. Neither is in an array.
func (p *place) logRename(doc bson.D, source any) {
	var old any = doc
	var trail []step
	for _, part := range p.op.parts {
		inner, _ := old.(bson.D)
		old = value.Get(inner, part)
		if trail = append(trail, step{name: part}); value.IsMissing(old) {
			break
		}
	}
	switch {
	case value.IsMissing(old):
		p.target.Log.add(trail, created)
	case !identical(old, source):
		p.target.Log.add(trail, updated)
	}
	from := make([]step, len(p.op.rename))
	for i, part := range p.op.rename {
		from[i].name = part
	}
	p.target.Log.add(from, deleted)
}

func (p *place) with(doc bson.D, path []string, v any, creates bool) (bson.D, error) {
	op := operation{operator: operator{onlyExisting: !creates}, name: "$rename", parts: path}
	op.change = func(any, *place) (any, error) { return v, nil }
	at := &place{update: p.update, op: &op, target: p.target, root: p.root, touched: map[string]bool{}}
	at.target.Log = nil // which learns both ends at once
	changed, err := at.walk(doc, 0)
	if err != nil {
		return nil, err
	}
	return changed.(bson.D), nil
}

// renamed finds the source's value. A path that leads into a value without
// fields, or by a name into an array, is an error; so is an element of an array,
// or a field of one, if it is there.
func renamed(doc bson.D, path []string) (any, error) {
	var v any = doc
	array := ""
	for i, part := range path {
		switch at := v.(type) {
		case bson.D:
			v = value.Get(at, part)
			continue
		case bson.A:
			if n, ok := arrayIndex(part); ok && n >= len(at) {
				return value.Missing{}, nil
			} else if ok {
				v, array = at[n], path[i-1]
				continue
			}
		case value.Missing:
			return v, nil
		}
		return nil, errcode.New(errcode.PathNotViable, "Cannot use the part (%s) of (%s) to traverse the element ({%s: %s})",
			part, strings.Join(path, "."), path[i-1], value.String(v))
	}
	if array != "" && !value.IsMissing(v) {
		return nil, inArray(doc, "source", path, array)
	}
	return v, nil
}

// checkTarget looks for an array on the way to the target.
func checkTarget(doc bson.D, path []string) error {
	inner := doc
	for _, part := range path[:len(path)-1] {
		switch v := value.Get(inner, part).(type) {
		case bson.A:
			return inArray(doc, "destination", path, part)
		case bson.D:
			inner = v
		default:
			return nil
		}
	}
	return nil
}

func inArray(doc bson.D, which string, path []string, array string) error {
	return errcode.New(errcode.BadValue, "The %s field cannot be an array element, '%s' in doc with _id: %s has an array field called '%s'",
		which, strings.Join(path, "."), value.String(value.Get(doc, "_id")), array)
}
