package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var limitStage = &Stage{
	Name: "$limit", State: support.Done,
	canPrecedeSlotBased: true,
	Reach:               ReachDocuments, Order: OrderKept, Documents: DocumentsChosen,
	parse: parseLimit,
}

// countOf reads the argument of a stage that counts documents.
func countOf(stage string, code int32, arg any) (int64, error) {
	n, ok := value.Whole(arg)
	if !ok || n < 0 {
		return 0, errcode.New(code, "invalid argument to %s stage: Expected a non-negative number in: %s: %s", stage, stage, value.String(arg))
	}
	return n, nil
}

func parseLimit(_ *stageParser, arg any) (parsedStage, error) {
	n, err := countOf("$limit", 5107201, arg)
	if err != nil {
		return parsedStage{}, err
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
