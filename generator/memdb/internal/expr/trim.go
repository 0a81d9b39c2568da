package expr

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// whitespace is what $trim removes by default: these and no others.
const whitespace = "\x00\t\n\v\f\r \u00a0\u1680" +
	"\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"

func trimmer(left, right bool) parser {
	return named{
		fields: []string{"input", "chars"}, notObject: 50696, unknown: 50694,
		missing: map[string]int32{"input": 50695},
	}.parserOf(func(name string, operands []*Expr, scope *Scope) (*Expr, error) {
		input, chars := operands[0], operands[1]
		if chars == nil {
			chars = Constant(whitespace)
		}
		return strict(scope, []*Expr{input, chars}, func(args []any) (any, error) {
			return trim(name, args, left, right)
		})
	})
}

func trim(name string, args []any, left, right bool) (any, error) {
	if value.IsNullish(args[0]) {
		return bson.Null{}, nil
	}
	s, ok := args[0].(string)
	if !ok {
		return nil, errcode.New(50699, "%s requires its input to be a string, got %s", name, value.TypeName(args[0]))
	}
	if value.IsNullish(args[1]) {
		return bson.Null{}, nil
	}
	chars, ok := args[1].(string)
	if !ok {
		return nil, errcode.New(50700, "%s requires 'chars' to be a string, got %s", name, value.TypeName(args[1]))
	}
	if left {
		s = strings.TrimLeft(s, chars)
	}
	if right {
		s = strings.TrimRight(s, chars)
	}
	return s, nil
}
