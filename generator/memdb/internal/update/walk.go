package update

import (
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxPadding is how many elements an update may add to an array to reach a
// place beyond its end.
const maxPadding = 1_500_000

// place is the state of an operation on its way through a document.
type place struct {
	update  *Update
	op      *operation
	target  Target
	root    bson.D
	trail   []step // the path so far, with the places in arrays
	made    int    // how many steps lead to the first value that the operation creates; 0: none yet
	added   int    // elements that $push or $addToSet has only appended
	touched map[string]bool
}

// walk applies the operation below v, which is at the part with number depth; it
// returns v itself if nothing changes.
func (p *place) walk(v any, depth int) (any, error) {
	if depth == len(p.op.parts) {
		return p.leaf(v)
	}
	part := p.op.parts[depth]
	if part == "$" { // resolved before the value at its place is known
		n, err := p.positional()
		if err != nil {
			return nil, err
		}
		part = strconv.Itoa(n)
	}
	switch v := v.(type) {
	case bson.D:
		return p.field(v, part, depth)
	case bson.A:
		return p.element(v, part, depth)
	case value.Missing:
		if part == "$[]" || isArrayPart(part) {
			return nil, errcode.New(errcode.BadValue, "The path '%s' must exist in the document in order to apply array updates.", p.here())
		}
		if p.op.onlyExisting {
			return v, nil
		}
		return p.field(bson.D{}, part, depth)
	}
	if isArrayPart(part) {
		return nil, errcode.New(errcode.BadValue, "Cannot apply array updates to non-array element %s: %s", p.lastName(), value.String(v))
	}
	return p.deadEnd(v, part)
}

// deadEnd ends a path that leads into a value which has no fields, or by a name into
// an array: with an error, but for $unset, which leaves the value as it is.
func (p *place) deadEnd(v any, part string) (any, error) {
	switch {
	case !p.op.onlyExisting:
		return nil, errcode.New(errcode.PathNotViable, "Cannot create field '%s' in element {%s: %s}", part, p.lastName(), value.String(v))
	case p.op.noDeadEnd:
		return v, nil
	}
	return nil, errcode.New(errcode.PathNotViable, "Cannot use the part (%s) of (%s) to traverse the element ({%s: %s})",
		part, p.op.path, p.lastName(), value.String(v))
}

// leaf changes the value that the whole path leads to.
func (p *place) leaf(v any) (any, error) {
	if err := p.touch(); err != nil {
		return nil, err
	}
	p.added = 0
	next, err := p.op.change(v, p)
	if err != nil {
		return nil, err
	}
	if p.target.Log != nil {
		p.log(v, next)
	}
	return next, p.checkName(v, next)
}

// log records the change that was made at the path.
func (p *place) log(old, next any) {
	inArray := p.trail[len(p.trail)-1].isIndex
	switch array, _ := next.(bson.A); {
	case value.IsMissing(old) && value.IsMissing(next):
	case value.IsMissing(old):
		p.target.Log.add(p.trail[:p.made], created)
	case value.IsMissing(next) && !inArray:
		p.target.Log.add(p.trail, deleted)
	case p.added > 0:
		for i := len(array) - p.added; i < len(array); i++ {
			p.target.Log.add(append(slices.Clip(p.trail), step{strconv.Itoa(i), true}), created)
		}
	case value.IsMissing(next) && old != any(bson.Null{}), !value.IsMissing(next) && !identical(old, next):
		p.target.Log.add(p.trail, updated)
	}
}

// checkName refuses a field that begins with "$" at the top of a document that is
// there; one that an upsert makes may have it
// (src/mongo/db/exec/mutable_bson storage_validation.cpp).
func (p *place) checkName(old, next any) error {
	first := p.op.parts[0]
	if !strings.HasPrefix(first, "$") || p.target.Insert || value.IsMissing(next) || identical(old, next) {
		return nil
	}
	return errcode.New(errcode.DollarPrefixedFieldName, "The dollar ($) prefixed field '%s' in '%s' is not valid for storage.", first, p.op.path)
}

// touch finds two operations that meet at one place only because of "$[]" or
// of a filter's name.
func (p *place) touch() error {
	here := p.here()
	if p.touched[here] {
		return errcode.New(40, "Update created a conflict at '%s'", here)
	}
	p.touched[here] = true
	return nil
}

func (p *place) here() string {
	names := make([]string, len(p.trail))
	for i, s := range p.trail {
		names[i] = s.name
	}
	return strings.Join(names, ".")
}

func (p *place) lastName() string {
	if len(p.trail) == 0 {
		return ""
	}
	return p.trail[len(p.trail)-1].name
}

func (p *place) field(doc bson.D, part string, depth int) (any, error) {
	if isArrayPart(part) {
		return nil, errcode.New(errcode.BadValue, "Cannot apply array updates to non-array element %s: %s", p.lastName(), value.String(doc))
	}
	at := slices.IndexFunc(doc, func(f bson.E) bool { return f.Key == part })
	var old any = value.Missing{}
	if at >= 0 {
		old = doc[at].Value
	}
	next, err := p.into(old, step{name: part}, depth)
	if err != nil {
		return nil, err
	}
	switch {
	case value.IsMissing(next) && at < 0:
		return doc, nil
	case value.IsMissing(next):
		return slices.Delete(slices.Clone(doc), at, at+1), nil
	case at < 0:
		return append(slices.Clip(doc), bson.E{Key: part, Value: next}), nil
	}
	changed := slices.Clone(doc)
	changed[at].Value = next
	return changed, nil
}

func (p *place) into(v any, at step, depth int) (any, error) {
	p.trail = append(p.trail, at)
	if p.made == 0 && value.IsMissing(v) {
		p.made = len(p.trail)
		defer func() { p.made = 0 }()
	}
	next, err := p.walk(v, depth+1)
	p.trail = p.trail[:len(p.trail)-1]
	return next, err
}

func (p *place) element(array bson.A, part string, depth int) (any, error) {
	switch {
	case part == "$[]":
		return p.elements(array, depth, func(any) (bool, error) { return true, nil })
	case isArrayPart(part):
		filter := p.update.filters[part[2:len(part)-1]]
		return p.elements(array, depth, func(v any) (bool, error) { return filter.matches(v, p.target.Env) })
	}
	if n, ok := arrayIndex(part); ok {
		return p.at(array, n, depth)
	}
	return p.deadEnd(array, part)
}

func (p *place) elements(array bson.A, depth int, chosen func(any) (bool, error)) (any, error) {
	changed := slices.Clone(array)
	before, _ := p.before().(bson.A)
	for i, v := range array {
		was := v
		if i < len(before) {
			was = before[i]
		}
		ok, err := chosen(was)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		p.target.Log.choose(p.trail, i)
		next, err := p.into(v, step{strconv.Itoa(i), true}, depth)
		if err != nil {
			return nil, err
		}
		if value.IsMissing(next) {
			next = bson.Null{}
		}
		changed[i] = next
	}
	return changed, nil
}

// before returns the value at the place as it was before any operation of the update.
// Filters choose elements by it: the server decides on all of them before it changes
// one (src/mongo/db/exec/update/update_array_node.cpp).
func (p *place) before() any {
	v := any(p.target.Doc)
	for _, s := range p.trail {
		switch of := v.(type) {
		case bson.D:
			v = value.Get(of, s.name)
		case bson.A:
			n, err := strconv.Atoi(s.name)
			if err != nil || n >= len(of) {
				return value.Missing{}
			}
			v = of[n]
		default:
			return value.Missing{}
		}
	}
	return v
}

// at changes one element; beyond the end, the array is filled up with nulls.
func (p *place) at(array bson.A, n, depth int) (any, error) {
	var old any = value.Missing{}
	if n < len(array) {
		old = array[n]
	}
	next, err := p.into(old, step{strconv.Itoa(n), true}, depth)
	if err != nil {
		return nil, err
	}
	if value.IsMissing(next) {
		if n >= len(array) {
			return array, nil
		}
		next = bson.Null{}
	}
	if n-len(array) > maxPadding {
		return nil, errcode.New(34, "can't backfill more than %d elements", maxPadding)
	}
	changed := slices.Clone(array)
	for len(changed) <= n {
		changed = append(changed, bson.Null{})
	}
	changed[n] = next
	return changed, nil
}

func (p *place) positional() (int, error) {
	if p.target.Positional < 0 {
		return 0, errcode.New(errcode.BadValue, "The positional operator did not find the match needed from the query.")
	}
	return p.target.Positional, nil
}
