package command

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/query"
)

// cursorOptions is the argument cursor of a command whose reply is one
// (src/mongo/idl/basic_types.idl, SimpleCursorOptions).
type cursorOptions struct {
	BatchSize *int64 `idl:"batchSize,min=0"`
}

// listReply answers a command whose whole result is known, such as listIndexes.
// Without a batch size it is all in the first batch.
func listReply(op *engine.Operation, docs []bson.D, namespace string, options *cursorOptions) (bson.D, error) {
	size := int64(math.MaxInt64)
	if options != nil && options.BatchSize != nil {
		size = *options.BatchSize
	}
	c := &engine.Cursor{Namespace: namespace, Next: pipeline.From(docs), Left: int64(len(docs)), Executor: &query.Execution{}}
	return c.FirstBatch(op, &size, false)
}
