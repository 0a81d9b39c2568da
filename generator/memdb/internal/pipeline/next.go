package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// Next pulls documents: the next one and true, or false at the end. Callers do not
// change the documents.
type Next func() (bson.D, bool, error)

// From returns the documents of a list.
func From(docs []bson.D) Next {
	return func() (bson.D, bool, error) {
		if len(docs) == 0 {
			return nil, false, nil
		}
		doc := docs[0]
		docs = docs[1:]
		return doc, true, nil
	}
}

// Collect pulls all remaining documents, and holds them in the budget.
func Collect(next Next, budget *expr.Budget) ([]bson.D, error) {
	var docs []bson.D
	for {
		doc, ok, err := next()
		if err != nil || !ok {
			return docs, err
		}
		if _, err := budget.HoldValue(doc); err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
}

// joining returns each document with the fields that join adds to it. Their weight
// counts until the next one is pulled: a caller that keeps the document has counted
// its weight by then.
func joining(in Next, budget *expr.Budget, join func(doc bson.D) (joined bson.D, weight int, err error)) Next {
	last := 0
	return func() (bson.D, bool, error) {
		budget.Release(last)
		last = 0
		doc, ok, err := in()
		if !ok || err != nil {
			return nil, false, err
		}
		out, weight, err := join(doc)
		if err != nil {
			return nil, false, err
		}
		last = weight
		if err := budget.Hold(last); err != nil {
			return nil, false, err
		}
		return out, true, nil
	}
}

// concat returns the documents of each source after the other.
func concat(sources ...Next) Next {
	return func() (bson.D, bool, error) {
		for len(sources) > 0 {
			doc, ok, err := sources[0]()
			if ok || err != nil {
				return doc, ok, err
			}
			sources = sources[1:]
		}
		return nil, false, nil
	}
}

// later opens a source when the first document is pulled.
func later(open func() (Next, error)) Next {
	var next Next
	return func() (bson.D, bool, error) {
		if next == nil {
			var err error
			if next, err = open(); err != nil {
				return nil, false, err
			}
		}
		return next()
	}
}
