package pipeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

// merge writes each document into a collection: over the one whose on fields are
// equal, or as a new one.
type merge struct {
	into       string
	on         []string
	matched    string // merge, replace, keepExisting, fail, pipeline
	notMatched string // insert, discard, fail
	pipeline   *Pipeline
	let        []letVariable
}

func parseMerge(p *parsing, arg any) (stage, error) {
	if p.order() != nil {
		return stage{}, errcode.NotImplemented("$merge under a collation")
	}
	m := &merge{on: []string{"_id"}, matched: "merge", notMatched: "insert"}
	spec, isSpec := arg.(bson.D)
	if name, isName := arg.(string); isName {
		spec = bson.D{{Key: "into", Value: name}}
	} else if !isSpec {
		return stage{}, errcode.New(14, "$merge requires a string or object argument, but found %s", value.TypeName(arg))
	}
	if err := once("$merge", spec); err != nil {
		return stage{}, err
	}
	for _, f := range spec {
		if err := m.option(p, f); err != nil {
			return stage{}, err
		}
	}
	if m.into == "" {
		return stage{}, missingField("$merge", "into")
	}
	if err := m.parsePipeline(p, value.Get(spec, "let"), value.Get(spec, "whenMatched")); err != nil {
		return stage{}, err
	}
	if (m.matched == "keepExisting" || m.matched == "fail") && m.notMatched != "insert" {
		return stage{}, errcode.New(51181, "Combination of $merge modes 'whenMatched: %s' and 'whenNotMatched: %s' is not supported", m.matched, m.notMatched)
	}
	return stage{writes: true, run: m.run}, nil
}

func (m *merge) option(p *parsing, f bson.E) error {
	var err error
	switch f.Key {
	case "into":
		m.into, err = p.mergeTarget(f.Value)
	case "on":
		m.on, err = mergeOn(f.Value)
	case "let":
	case "whenMatched":
		m.matched, err = mergeMode(f, "merge", "replace", "keepExisting", "fail")
	case "whenNotMatched":
		m.notMatched, err = mergeMode(f, "insert", "discard", "fail")
	default:
		err = unknownField("$merge", f.Key)
	}
	return err
}

func (p *parsing) mergeTarget(v any) (string, error) {
	name, ok := v.(string)
	if spec, isSpec := v.(bson.D); isSpec {
		for _, f := range spec {
			if f.Key != "db" && f.Key != "coll" {
				return "", unknownField("$merge.into", f.Key)
			}
		}
		coll := value.Get(spec, "coll")
		if value.IsMissing(coll) || coll == any(bson.Null{}) {
			return "", errcode.New(5786801, "$merge 'into' must name a collection")
		}
		var err error
		if name, err = p.namespace("$merge", value.Get(spec, "db"), coll, 31320); err != nil {
			return "", err
		}
		ok = true
	}
	switch {
	case !ok:
		return "", errcode.New(51178, "$merge 'into' field must be either a string or an object, but found %s", value.TypeName(v))
	case name == "":
		return "", errcode.New(5786800, "$merge 'into' must be a non-empty string")
	case strings.HasPrefix(name, "system."):
		return "", errcode.New(31319, "Cannot $merge to special collection: %s", name)
	}
	return name, nil
}

func mergeOn(v any) ([]string, error) {
	if name, ok := v.(string); ok {
		return []string{name}, nil
	}
	list, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(51186, "$merge 'on' field must be either a string or an array of strings, but found %s", value.TypeName(v))
	}
	if len(list) == 0 {
		return nil, errcode.New(51187, "If explicitly specifying $merge 'on', must include at least one field")
	}
	var on []string
	for _, v := range list {
		name, ok := v.(string)
		if !ok {
			return nil, errcode.New(51134, "$merge 'on' array elements must be strings, but found %s", value.TypeName(v))
		}
		for _, have := range on {
			if have == name {
				return nil, errcode.New(31465, "Found a duplicate field '%s' in $merge.on", name)
			}
		}
		on = append(on, name)
	}
	return on, nil
}

func mergeMode(f bson.E, modes ...string) (string, error) {
	if _, pipeline := f.Value.(bson.A); pipeline && f.Key == "whenMatched" {
		return "pipeline", nil
	}
	mode, ok := f.Value.(string)
	if !ok && f.Key == "whenMatched" {
		return "", errcode.New(51191, "$merge 'whenMatched' field must be either a string or an array, but found %s", value.TypeName(f.Value))
	}
	if !ok {
		return "", wrongType("$merge."+f.Key, f.Value, "string")
	}
	for _, known := range modes {
		if mode == known {
			return mode, nil
		}
	}
	return "", errcode.New(2, "Enumeration value '%s' for field '$merge.%s' is not a valid value.", mode, f.Key)
}

// updateStages are those that a pipeline which changes one document may have.
var updateStages = map[string]bool{
	"$addFields": true, "$set": true, "$project": true, "$unset": true, "$replaceRoot": true, "$replaceWith": true,
}

func (m *merge) parsePipeline(p *parsing, let, stages any) error {
	noLet := value.IsNullish(let)
	if m.matched != "pipeline" {
		if !noLet {
			return errcode.New(51199, "Cannot use 'let' variables with 'whenMatched: %s' mode", m.matched)
		}
		return nil
	}
	vars, ok := let.(bson.D)
	if !ok && !noLet {
		return wrongType("$merge.let", let, "object")
	}
	if noLet {
		vars = bson.D{{Key: "new", Value: "$$ROOT"}}
	} else if own := value.Get(vars, "new"); value.IsMissing(own) {
		vars = append(vars[:len(vars):len(vars)], bson.E{Key: "new", Value: "$$ROOT"})
	} else if own != any("$$ROOT") {
		return errcode.New(51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'")
	}
	l := &lookup{}
	scope, err := l.parseLet(p, vars)
	if err != nil {
		return err
	}
	m.let = l.let
	inner := &parsing{Options: p.Options, inside: "$merge", reads: p.reads}
	inner.Scope = scope
	if m.pipeline, err = inner.pipeline(stages.(bson.A)); err != nil {
		return err
	}
	for _, name := range m.pipeline.Stages() {
		if !updateStages[name] {
			return errcode.New(72, "%s is not allowed to be used within an update", name)
		}
	}
	return nil
}

// The limits of what is gathered before it is written.
const (
	mergeBatchDocuments = 100_000
	mergeBatchBytes     = 16 << 20
)

// run gathers documents and writes them together, as the server does: what goes
// wrong while they are gathered leaves none of them written, what goes wrong with
// one of the writes leaves the others written, and the first such error counts.
func (m *merge) run(r *running, in Next) Next {
	return later(func() (Next, error) {
		sparse, err := m.checkIndex(r)
		if err != nil {
			return nil, err
		}
		var batch []mergeWrite
		bytes := 0
		for {
			doc, ok, err := in()
			if err != nil {
				return nil, err
			}
			if !ok {
				return From(nil), m.flush(r, batch)
			}
			w, err := m.gather(r, doc, sparse)
			if err != nil {
				return nil, err
			}
			size := value.Size(doc)
			if len(batch) == mergeBatchDocuments || len(batch) > 0 && bytes+size > mergeBatchBytes {
				if err := m.flush(r, batch); err != nil {
					return nil, err
				}
				batch, bytes = nil, 0
			}
			batch, bytes = append(batch, w), bytes+size
		}
	})
}

// mergeWrite is one document to be merged.
type mergeWrite struct {
	doc bson.D
	key bson.D // its values of the on fields; nil: it matches nothing
	let []any
}

func (m *merge) gather(r *running, doc bson.D, sparse bool) (mergeWrite, error) {
	key, err := m.key(doc, sparse)
	w := mergeWrite{doc: doc, key: key}
	for _, v := range m.let {
		if err != nil {
			break
		}
		var to any
		to, err = r.eval(v.by, doc)
		w.let = append(w.let, to)
	}
	return w, err
}

func (m *merge) flush(r *running, batch []mergeWrite) error {
	var first, unmatched error
	for _, w := range batch {
		switch err := m.write(r, w); {
		case errcode.Is(err, 13113):
			unmatched = err
		case err != nil && first == nil:
			first = err
		}
	}
	if first == nil {
		return unmatched
	}
	return first
}

// checkIndex wants a unique index on the on fields and says whether it is sparse.
func (m *merge) checkIndex(r *running) (sparse bool, err error) {
	if len(m.on) == 1 && m.on[0] == "_id" {
		return false, nil
	}
	unique, sparse, err := r.catalog.Unique(m.into, m.on)
	if err == nil && !unique {
		err = errcode.New(51183, "Cannot find index to verify that join fields will be unique")
	}
	return sparse, err
}

func (m *merge) write(r *running, w mergeWrite) error {
	var old bson.D
	found := false
	if w.key != nil {
		var err error
		if old, found, err = r.catalog.FindOne(m.into, w.key); err != nil {
			return err
		}
	}
	if !found {
		return m.writeNew(r, w)
	}
	switch m.matched {
	case "keepExisting":
		return nil
	case "fail":
		return errcode.New(11000, "$merge with whenMatched: fail found an existing document with the same values for the 'on' fields: %s", value.String(w.key))
	}
	changed, err := m.change(r, old, w)
	if err != nil {
		return err
	}
	id, was := value.Get(changed, "_id"), value.Get(old, "_id")
	if value.IsMissing(id) {
		changed = append(bson.D{{Key: "_id", Value: was}}, changed...)
	} else if value.Compare(id, was) != 0 {
		return errcode.New(66, "$merge failed to update the matching document, did you attempt to modify the _id or the shard key?")
	}
	return r.catalog.Replace(m.into, changed)
}

// key gives a document's values of the on fields; nil if it has no _id and so
// matches nothing.
func (m *merge) key(doc bson.D, sparse bool) (bson.D, error) {
	key := bson.D{}
	for _, name := range m.on {
		path, err := expr.SplitPath(name)
		if err != nil {
			return nil, err
		}
		v, err := onValue(doc, path)
		if err != nil {
			return nil, err
		}
		if value.IsMissing(v) && name == "_id" {
			return nil, nil
		}
		if value.IsNullish(v) && sparse && name != "_id" {
			return nil, errcode.New(51132, "$merge write error: 'on' field '%s' cannot be missing, null or undefined if supporting index is sparse", name)
		}
		if value.IsNullish(v) {
			v = bson.Null{} // finds a missing field too
		}
		key = append(key, bson.E{Key: name, Value: v})
	}
	return key, nil
}

func (m *merge) writeNew(r *running, w mergeWrite) error {
	switch m.notMatched {
	case "insert":
		return r.catalog.Insert(m.into, m.upserted(w.key, w.doc))
	case "fail":
		return errcode.New(13113, "$merge could not find a matching document in the target collection for at least one document in the source collection")
	}
	return nil
}

// onValue gives the value of an on field, Missing if the path does not lead to one.
func onValue(doc bson.D, path []string) (any, error) {
	v := any(doc)
	for _, part := range path {
		d, ok := v.(bson.D)
		if !ok {
			return value.Missing{}, nil
		}
		v = value.Get(d, part)
		if _, array := v.(bson.A); array {
			return nil, errcode.New(51185, "$merge write error: 'on' field '%s' is an array", strings.Join(path, "."))
		}
	}
	return v, nil
}

// upserted gives what is inserted for a document. Two of the modes set its fields
// by an update that finds nothing: it starts with the on fields.
func (m *merge) upserted(key, doc bson.D) bson.D {
	if m.matched != "merge" && m.matched != "keepExisting" {
		return doc
	}
	out := bson.D{}
	if id := value.Get(doc, "_id"); !value.IsMissing(id) {
		out = append(out, bson.E{Key: "_id", Value: id})
	}
	key = slices.Clone(key)
	slices.SortFunc(key, func(a, b bson.E) int { return strings.Compare(a.Key, b.Key) })
	for _, f := range key {
		out = setPath(out, strings.Split(f.Key, "."), f.Value)
	}
	return setFields(out, doc)
}

// setFields replaces whole fields; new ones come in the order of $set, by name.
func setFields(old, by bson.D) bson.D {
	by = slices.Clone(by)
	slices.SortStableFunc(by, func(a, b bson.E) int { return compareNames(a.Key, b.Key) })
	for _, f := range by {
		old = expr.With(old, f.Key, f.Value)
	}
	return old
}

// compareNames compares numbers by value, other names by their bytes.
func compareNames(a, b string) int {
	x, errX := strconv.ParseUint(a, 10, 31)
	y, errY := strconv.ParseUint(b, 10, 31)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a, b)
}

// change gives what the old document becomes.
func (m *merge) change(r *running, old bson.D, w mergeWrite) (bson.D, error) {
	switch m.matched {
	case "replace":
		return w.doc, nil
	case "merge":
		return setFields(old, w.doc), nil
	}
	inner := r.env.Child()
	for i, v := range m.let {
		inner.Set(v.slot, w.let[i])
	}
	out, err := Collect(m.pipeline.run(r.with(inner), From([]bson.D{old})))
	if err != nil {
		return nil, err
	}
	return out[0], nil
}
