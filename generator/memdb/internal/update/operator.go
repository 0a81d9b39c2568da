package update

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// change returns the new value of a field; Missing is an absent one.
type change = func(old any, at *place) (any, error)

// operator describes an update operator. Source: its page in MongoDB's manual.
type operator struct {
	parse func(u *Update, name, path string, v any) (change, error)
	// parseOperation reads an operator that does more than change the value at its
	// path.
	parseOperation func(u *Update, op operation, v any) error

	onlyExisting bool // missing parents are not made
	onlyOnInsert bool // it changes something in an upsert only
	noDeadEnd    bool // a path that leads into a value without fields is no error
}

// operators are the implemented ones: all that the server 8.2 knows.
var operators = map[string]operator{
	"$set":         {parse: parseSet},
	"$setOnInsert": {parse: parseSet, onlyOnInsert: true},
	"$unset":       {parse: parseUnset, onlyExisting: true, noDeadEnd: true},
	"$inc":         {parse: parseArithmetic(arithmetic{verb: "increment", apply: value.Add, initial: same})},
	"$mul":         {parse: parseArithmetic(arithmetic{verb: "multiply", apply: value.Multiply, initial: zeroLike})},
	"$min":         {parse: parseExtreme(-1)},
	"$max":         {parse: parseExtreme(1)},
	"$currentDate": {parse: parseCurrentDate},
	"$bit":         {parse: parseBit},
	"$rename":      {parseOperation: (*Update).parseRename},
	"$push":        {parse: parsePush},
	"$addToSet":    {parse: parseAddToSet},
	"$pop":         {parse: parsePop, onlyExisting: true},
	"$pull":        {parse: parsePull, onlyExisting: true},
	"$pullAll":     {parse: parsePullAll, onlyExisting: true},
}

// Support returns the rows of update operators and the modifiers of $push for the list
// of supported names.
func Support() []support.Entry {
	return append(
		support.Rows(support.UpdateOperator, support.Done, slices.Collect(maps.Keys(operators))...),
		support.Rows(support.PushModifier, support.Done, slices.Collect(maps.Keys(pushModifiers))...)...,
	)
}

func (u *Update) parseOperator(name string, v any) error {
	of, known := operators[name]
	if !known {
		return errcode.New(errcode.FailedToParse, "Unknown modifier: %s. Expected a valid update modifier or pipeline-style update specified as an array", name)
	}
	fields, ok := v.(bson.D)
	if !ok {
		return errcode.New(errcode.FailedToParse, "Modifiers operate on fields but we found type %s instead. For example: {$mod: {<field>: ...}} not {%s: %s}",
			value.TypeName(v), name, value.String(v))
	}
	for _, f := range fields {
		if err := u.parseField(operation{operator: of, name: name, path: f.Key}, f.Value); err != nil {
			return err
		}
	}
	return nil
}

func (u *Update) parseField(op operation, v any) error {
	var err error
	if op.parts, err = parsePath(op.path); err != nil {
		return err
	}
	if err := u.useFilters(op.path, op.parts); err != nil {
		return err
	}
	if op.parseOperation != nil {
		return op.parseOperation(u, op, v)
	}
	if op.change, err = op.parse(u, op.name, op.path, v); err != nil {
		return err
	}
	u.operations = append(u.operations, op)
	return nil
}
