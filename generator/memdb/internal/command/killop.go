//go:build !js

package command

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

type killOpCommand struct {
	genericArguments
	Others    bson.D `idl:",others"`
	_         any    `idl:",command,accepted"`
	Operation any    `idl:"op"`
}

var _ = register[killOpCommand](command{names: []string{"killOp"}, admin: true})

// run returns the same reply whether the operation exists or not, as the server does.
// Source: commands/kill_op_cmd_base.cpp.
func (c *killOpCommand) run(op *engine.Operation) (bson.D, error) {
	opid, err := c.opid()
	if err != nil {
		return nil, err
	}
	op.DB.Operations.Kill(func(other *engine.Operation) bool { return other.OpID == opid })
	op.DB.Writes.Notify()
	return bson.D{{Key: "info", Value: "attempting to kill op"}}, nil
}

func (c *killOpCommand) opid() (int32, error) {
	if c.Operation == nil {
		return 0, errcode.New(errcode.NoSuchKey, "Missing expected field \"op\"")
	}
	if !value.IsNumber(c.Operation) {
		return 0, errcode.New(errcode.TypeMismatch, "Expected field \"op\" to have numeric type, but found %s", value.TypeName(c.Operation))
	}
	n, ok := value.Whole(c.Operation)
	if !ok {
		return 0, errcode.New(errcode.BadValue, "Expected field \"op\" to have a value exactly representable as a 64-bit integer, but found op: %s", value.String(c.Operation))
	}
	if n < math.MinInt32 || n > math.MaxInt32 {
		return 0, errcode.New(26823, "invalid op : %d. Op ID cannot be represented with 32 bits", n)
	}
	return int32(n), nil
}
