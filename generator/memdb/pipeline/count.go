package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// parseCount reads the name of the one field that $count gives, if there is
// anything to count.
func parseCount(_ *parsing, arg any) (stage, error) {
	name, ok := arg.(string)
	switch {
	case !ok:
		return stage{}, errcode.New(40156, "the count field must be a non-empty string, found %s", value.TypeName(arg))
	case name == "":
		return stage{}, errcode.New(40157, "the count field must be a non-empty string")
	case name[0] == '$':
		return stage{}, errcode.New(40158, "the count field cannot be a $-prefixed path")
	case strings.IndexByte(name, 0) >= 0:
		return stage{}, errcode.New(40159, "the count field cannot contain a null byte")
	case strings.Contains(name, "."):
		return stage{}, errcode.New(40160, "the count field cannot contain '.'")
	case name == "_id":
		return stage{}, errcode.New(9039800, "the count field cannot be '_id'")
	}
	return stage{run: func(_ *running, in Next) Next {
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
