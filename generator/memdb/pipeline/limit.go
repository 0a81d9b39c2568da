package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

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
