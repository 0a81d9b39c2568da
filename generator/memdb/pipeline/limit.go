package pipeline

import (
	"math/rand/v2"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/value"
)

func parseMatch(p *parsing, arg any) (stage, error) {
	filter, ok := arg.(bson.D)
	if !ok {
		return stage{}, errcode.New(15959, "the match filter must be an expression in an object")
	}
	m, err := match.Parse(filter, match.Options{Scope: p.Scope})
	if err != nil {
		return stage{}, err
	}
	return stage{filter: filter, run: func(r *running, in Next) Next {
		return func() (bson.D, bool, error) {
			for {
				doc, ok, err := in()
				if !ok || err != nil {
					return nil, false, err
				}
				r.env.Root = doc
				found, err := m.Match(doc, r.env)
				if err != nil || found.OK {
					return doc, err == nil, err
				}
			}
		}
	}}, nil
}

func parseSort(p *parsing, arg any) (stage, error) {
	spec, err := document(arg, 15973, "$sort")
	if err != nil {
		return stage{}, err
	}
	if len(spec) == 0 {
		return stage{}, errcode.New(15976, "$sort stage must have at least one sort key")
	}
	s, err := expr.ParseSort(spec, p.order())
	if err != nil {
		return stage{}, err
	}
	return stage{sort: s, run: all(func(r *running, docs []bson.D) ([]bson.D, error) {
		return Sorted(docs, s, r.env.Shuffle)
	})}, nil
}

// Sorted gives the documents in the order of s; those that tie stay in theirs, or
// are shuffled if a seed is given.
func Sorted(docs []bson.D, s *expr.Sort, shuffle uint64) ([]bson.D, error) {
	type row struct {
		key []any
		doc bson.D
	}
	rows := make([]row, len(docs))
	for i, doc := range docs {
		key, err := s.Key(doc)
		if err != nil {
			return nil, err
		}
		rows[i] = row{key, doc}
	}
	if shuffle != 0 {
		random := rand.New(rand.NewPCG(shuffle, uint64(len(rows))))
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	}
	slices.SortStableFunc(rows, func(a, b row) int { return s.Compare(a.key, b.key) })
	out := make([]bson.D, len(rows))
	for i, row := range rows {
		out[i] = row.doc
	}
	return out, nil
}

func parseLimit(_ *parsing, arg any) (stage, error) {
	n, ok := value.Whole(arg)
	if !ok || n < 0 {
		return stage{}, errcode.New(5107201, "invalid argument to $limit stage: Expected a non-negative number in: $limit: %s", value.String(arg))
	}
	if n == 0 {
		return stage{}, errcode.New(15958, "the limit must be positive")
	}
	return stage{run: func(_ *running, in Next) Next {
		left := n
		return func() (bson.D, bool, error) {
			if left == 0 {
				return nil, false, nil
			}
			left--
			return in()
		}
	}}, nil
}

func parseSkip(_ *parsing, arg any) (stage, error) {
	n, ok := value.Whole(arg)
	if !ok || n < 0 {
		return stage{}, errcode.New(5107200, "invalid argument to $skip stage: Expected a non-negative number in: $skip: %s", value.String(arg))
	}
	return stage{run: func(_ *running, in Next) Next {
		left := n
		return func() (bson.D, bool, error) {
			for ; left > 0; left-- {
				if _, ok, err := in(); !ok || err != nil {
					return nil, false, err
				}
			}
			return in()
		}
	}}, nil
}

func parseSample(_ *parsing, arg any) (stage, error) {
	spec, err := document(arg, 28745, "$sample")
	if err != nil {
		return stage{}, err
	}
	for _, f := range spec {
		if f.Key != "size" {
			return stage{}, errcode.New(28748, "unrecognized option to $sample: %s", f.Key)
		}
	}
	size := value.Get(spec, "size")
	switch {
	case len(spec) == 0:
		return stage{}, errcode.New(28749, "$sample stage must specify a size")
	case !value.IsNumber(size):
		return stage{}, errcode.New(28746, "size argument to $sample must be a number")
	}
	n := value.ClampLong(size)
	if n <= 0 {
		return stage{}, errcode.New(28747, "size argument to $sample must be a positive integer")
	}
	return stage{run: all(func(r *running, docs []bson.D) ([]bson.D, error) {
		random := rand.New(rand.NewPCG(r.env.Shuffle, uint64(r.env.Now)))
		random.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
		return docs[:min(n, int64(len(docs)))], nil
	})}, nil
}
