package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

var limitStage = &Stage{
	Name: "$limit", State: support.Done,
	slotBased: true,
	Reach:     ReachDocuments, Order: OrderKept, Documents: DocumentsChosen,
	parse: parseLimit,
}

func parseLimit(_ *stageParser, arg any) (parsedStage, error) {
	n, ok := value.Whole(arg)
	if !ok || n < 0 {
		return parsedStage{}, errcode.New(5107201, "invalid argument to $limit stage: Expected a non-negative number in: $limit: %s", value.String(arg))
	}
	if n == 0 {
		return parsedStage{}, errcode.New(15958, "the limit must be positive")
	}
	return parsedStage{limit: n, run: func(_ *execution, in Next) Next {
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
