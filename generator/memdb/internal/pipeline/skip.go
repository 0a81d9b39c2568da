package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/support"
)

var skipStage = &Stage{
	Name: "$skip", State: support.Done,
	canPrecedeSlotBased: true,
	Reach:               ReachDocuments, Order: OrderKept, Documents: DocumentsChosen,
	parse: parseSkip,
}

func parseSkip(_ *stageParser, arg any) (parsedStage, error) {
	n, err := countOf("$skip", 5107200, arg)
	if err != nil {
		return parsedStage{}, err
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
