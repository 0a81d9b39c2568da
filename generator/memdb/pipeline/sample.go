package pipeline

import (
	"math/rand/v2"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

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
