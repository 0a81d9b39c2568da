package pipeline

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
)

// foreign is the foreign collection of a join: found by an index of the collection, or
// else by a hash of its documents.
type foreign struct {
	from  string
	path  string
	parts []string

	name         string // of the collection behind from
	isCollection bool   // from is no view
	isRead       bool
	docs         []bson.D
	byKey        map[string][]int
	nulls        []int // found by null, which also matches missing fields
	hashed       bool
	byField      map[string][]bson.D // for a correlation
	uncorrelated Next                // the output of the first stages of a pipeline
	pulled       []bson.D            // the documents that were pulled from it so far
}

// newForeign takes a path that was checked, or "".
func newForeign(from, path string) *foreign {
	f := &foreign{from: from, path: path}
	if path != "" {
		f.parts = strings.Split(path, ".")
	}
	return f
}

// find returns the documents whose path equals one of the values, in their order.
func (f *foreign) find(r *execution, values []any) ([]bson.D, error) {
	if err := f.resolve(r); err != nil {
		return nil, err
	}
	if f.isCollection && !f.hashed {
		if found, ok := r.catalog.Equal(f.name, f.path, values); ok {
			return Collect(found, r.env.Budget)
		}
	}
	if err := f.hash(r); err != nil {
		return nil, err
	}
	var at []int
	for _, v := range values {
		if value.IsNullish(v) {
			at = append(at, f.nulls...)
			continue
		}
		at = append(at, f.byKey[r.collation.Key(v)]...)
	}
	if len(values) > 1 {
		slices.Sort(at)
		at = slices.Compact(at)
	}
	docs := make([]bson.D, len(at))
	for i, n := range at {
		docs[i] = f.docs[n]
	}
	return docs, nil
}

func (f *foreign) resolve(r *execution) error {
	if f.name != "" {
		return nil
	}
	behind, err := r.resolve(f.from)
	if err != nil {
		return err
	}
	f.name, f.isCollection = behind.collection, len(behind.view.stages) == 0
	return nil
}

// all returns every document; they are read once.
func (f *foreign) all(r *execution) ([]bson.D, error) {
	if f.isRead || f.from == "" {
		return f.docs, nil
	}
	in, err := r.collection(f.from)
	if err != nil {
		return nil, err
	}
	f.isRead = true
	return f.docs, r.env.Budget.Keep(func() error {
		f.docs, err = Collect(in, r.env.Budget)
		return err
	})
}

// through returns the output of the first stages of a pipeline for all documents. They
// are run once, and only as far as documents are pulled.
func (f *foreign) through(r *execution, first *Pipeline) (Next, error) {
	if f.uncorrelated == nil {
		docs, err := f.all(r)
		if err != nil {
			return nil, err
		}
		f.uncorrelated = first.run(r.with(r.env.Child()), From(docs))
	}
	at := 0
	return func() (bson.D, bool, error) {
		if at == len(f.pulled) {
			more, err := f.pull(r)
			if !more || err != nil {
				return nil, false, err
			}
		}
		at++
		return f.pulled[at-1], true, nil
	}, nil
}

// keeps reports whether the documents that it returns are kept by it.
func (f *foreign) keeps() bool { return f.isRead || f.uncorrelated != nil }

// pull adds the next document to the output of the first stages.
func (f *foreign) pull(r *execution) (more bool, err error) {
	err = r.env.Budget.Keep(func() error {
		doc, ok, err := f.uncorrelated()
		if !ok || err != nil {
			return err
		}
		more = true
		f.pulled = append(f.pulled, doc)
		_, err = r.env.Budget.HoldValue(doc)
		return err
	})
	return more, err
}

func (f *foreign) hash(r *execution) error {
	if f.hashed {
		return nil
	}
	docs, err := f.all(r)
	if err != nil {
		return err
	}
	isNull, err := match.Parse(bson.D{{Key: f.path, Value: bson.Null{}}}, match.Options{})
	if err != nil {
		return err
	}
	f.byKey = map[string][]int{}
	for i, doc := range docs {
		found, err := isNull.Match(doc, r.env)
		if err != nil {
			return err
		}
		if err := r.env.Budget.Step(); err != nil {
			return err
		}
		if found.OK {
			f.nulls = append(f.nulls, i)
		}
		queryValues(doc, f.parts, func(v any) {
			k := r.collation.Key(v)
			if at := f.byKey[k]; len(at) == 0 || at[len(at)-1] != i {
				f.byKey[k] = append(at, i)
			}
		})
	}
	f.hashed = true
	return nil
}
