package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

var skipStage = &Stage{
	Name: "$skip", State: support.Done,
	slotBased: true,
	Reach:     ReachDocuments, Order: OrderKept, Documents: DocumentsChosen,
	parse: parseSkip,
}

func parseSkip(_ *stageParser, arg any) (parsedStage, error) {
	n, ok := value.Whole(arg)
	if !ok || n < 0 {
		return parsedStage{}, errcode.New(5107200, "invalid argument to $skip stage: Expected a non-negative number in: $skip: %s", value.String(arg))
	}
	return parsedStage{run: func(_ *execution, in Next) Next {
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
