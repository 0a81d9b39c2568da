package pipeline

import (
	"math/rand/v2"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var sampleStage = &Stage{
	Name: "$sample", State: support.Done,
	Options: strings.Fields("size"),
	Random:  true,
	Reach:   ReachDocuments, Order: OrderOpen, Documents: DocumentsChosen,
	parse: parseSample,
}

func parseSample(_ *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 28745, "$sample")
	if err != nil {
		return parsedStage{}, err
	}
	for _, f := range spec {
		switch {
		case f.Key != "size":
			return parsedStage{}, errcode.New(28748, "unrecognized option to $sample: %s", f.Key)
		case !value.IsNumber(f.Value):
			return parsedStage{}, errcode.New(28746, "size argument to $sample must be a number")
		}
	}
	if len(spec) == 0 {
		return parsedStage{}, errcode.New(28749, "$sample stage must specify a size")
	}
	n := value.ClampLong(value.Get(spec, "size"))
	if n <= 0 {
		return parsedStage{}, errcode.New(28747, "size argument to $sample must be a positive integer")
	}
	return parsedStage{run: all(func(r *execution, docs []bson.D) ([]bson.D, error) {
		random := rand.New(rand.NewPCG(r.env.Shuffle, uint64(r.env.Now)))
		random.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
		return docs[:min(n, int64(len(docs)))], nil
	})}, nil
}
