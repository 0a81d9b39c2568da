package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var countStage = &Stage{
	Name: "$count", State: support.Done,
	Reach: ReachDocuments, Order: OrderSingle, Documents: DocumentsMade, Narrows: true,
	parse: parseCount,
}

// parseCount reads the name of the one field that $count returns, if there is anything
// to count.
func parseCount(_ *stageParser, arg any) (parsedStage, error) {
	name, ok := arg.(string)
	switch {
	case !ok:
		return parsedStage{}, errcode.New(40156, "the count field must be a non-empty string, found %s", value.TypeName(arg))
	case name == "":
		return parsedStage{}, errcode.New(40157, "the count field must be a non-empty string")
	case name[0] == '$':
		return parsedStage{}, errcode.New(40158, "the count field cannot be a $-prefixed path")
	case strings.IndexByte(name, 0) >= 0:
		return parsedStage{}, errcode.New(40159, "the count field cannot contain a null byte")
	case strings.Contains(name, "."):
		return parsedStage{}, errcode.New(40160, "the count field cannot contain '.'")
	case name == "_id":
		return parsedStage{}, errcode.New(9039800, "the count field cannot be '_id'")
	}
	return parsedStage{run: func(_ *execution, in Next) Next {
		return later(func() (Next, error) {
			n := int64(0)
			for {
				_, ok, err := in()
				if err != nil {
					return nil, err
				}
				if !ok {
					break
				}
				n++
			}
			if n == 0 {
				return From(nil), nil
			}
			return From([]bson.D{{{Key: name, Value: value.IntOrLong(n)}}}), nil
		})
	}}, nil
}
