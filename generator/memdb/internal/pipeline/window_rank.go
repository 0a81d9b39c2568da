package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

func (f *windowFunctionSpec) parseRank() (windowFunction, error) {
	if f.window != nil || f.extra != "" {
		return nil, errcode.New(5371601, "Rank style window functions take no other arguments")
	}
	if d, ok := f.arg.(bson.D); !ok || len(d) > 0 {
		return nil, errcode.New(5371603, "%s must be specified with '{}' as the value", f.name)
	}
	if f.sort == nil || len(f.sort.Fields()) != 1 {
		return nil, errcode.New(5371602, "%s must be specified with a top level sortBy expression with exactly one element", f.name)
	}
	return func(_ *execution, part *partition) ([]any, error) {
		out := make([]any, len(part.docs))
		rank, dense := 0, 0
		for i := range out {
			if i == 0 || f.sort.Compare(part.keys[i-1], part.keys[i]) != 0 {
				rank, dense = i+1, dense+1
			}
			out[i] = int32(map[string]int{"$rank": rank, "$denseRank": dense, "$documentNumber": i + 1}[f.name])
		}
		return out, nil
	}, nil
}
