package pipeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// run gathers documents and writes them together, as the server does: an error while
// they are gathered leaves none of them written, an error of one of the writes leaves
// the others written, and the first such error counts.
func (m *mergeSpec) run(r *execution, in Next) Next {
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

func (m *mergeSpec) gather(r *execution, doc bson.D, sparse bool) (mergeWrite, error) {
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

func (m *mergeSpec) flush(r *execution, batch []mergeWrite) error {
	var first, unmatched error
	for _, w := range batch {
		switch err := r.catalog.Write(func() error { return m.write(r, w) }); {
		case errcode.EndsCommand(err):
			return err
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

// checkIndex requires a unique index on the on fields and reports whether it is
// sparse.
func (m *mergeSpec) checkIndex(r *execution) (sparse bool, err error) {
	unique, sparse, err := r.catalog.Unique(m.into, m.on)
	if len(m.on) == 1 && m.on[0] == "_id" { // which is unique; a command that may not write there learns it with the first document
		if errcode.Refused(err) {
			return false, err
		}
		return false, nil
	}
	if err == nil && !unique {
		err = errcode.New(51183, "Cannot find index to verify that join fields will be unique")
	}
	return sparse, err
}

func (m *mergeSpec) write(r *execution, w mergeWrite) error {
	if m.matched == "fail" { // an insert, which fails by the index
		return m.writeNew(r, w)
	}
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
	if m.matched == "keepExisting" {
		return nil
	}
	changed, err := m.change(r, old, w)
	if err != nil {
		return err
	}
	id, was := value.Get(changed, "_id"), value.Get(old, "_id")
	if value.IsMissing(id) {
		changed = append(bson.D{{Key: "_id", Value: was}}, changed...)
	} else if value.Compare(id, was) != 0 {
		return errcode.New(errcode.ImmutableField, "$merge failed to update the matching document, did you attempt to modify the _id or the shard key?")
	}
	return r.catalog.Replace(m.into, changed, m.matched)
}

// key returns a document's values of the on fields; nil if it has no _id and so
// matches nothing.
func (m *mergeSpec) key(doc bson.D, sparse bool) (bson.D, error) {
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

func (m *mergeSpec) writeNew(r *execution, w mergeWrite) error {
	switch m.notMatched {
	case "insert":
		return r.catalog.Insert(m.into, m.upserted(w.key, w.doc))
	case "fail":
		return errcode.New(13113, "$merge could not find a matching document in the target collection for at least one document in the source collection")
	}
	return nil
}

// onValue returns the value of an on field, Missing if the path does not lead to one.
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

// upserted returns the document that is inserted for one that matched nothing. Two of
// the modes set its fields by an update that finds nothing: it starts with the on
// fields.
func (m *mergeSpec) upserted(key, doc bson.D) bson.D {
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

// setFields replaces whole fields; new ones are appended in the order of $set, by
// name.
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

// change returns the new form of the old document.
func (m *mergeSpec) change(r *execution, old bson.D, w mergeWrite) (bson.D, error) {
	switch m.matched {
	case "replace":
		return w.doc, nil
	case "merge":
		return setFields(old, w.doc), nil
	}
	if m.forbidden != nil {
		return nil, m.forbidden
	}
	inner := r.env.Child()
	for i, v := range m.let {
		if value.IsMissing(w.let[i]) && m.undefined[i] != nil {
			return nil, m.undefined[i]
		}
		inner.Set(v.slot, w.let[i])
	}
	out, err := Collect(m.pipeline.run(r.with(inner), From([]bson.D{old})), r.env.Budget)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}
