package verify

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// examined asks the server how many documents a step examines, before it runs
// and without being counted: totalDocsExamined of explain. Where explain has
// no certain answer, or the server none, it is not measured.
func (r *run) examined(ctx context.Context, s *example.Step) int64 {
	command := s.Operation.Explained()
	if command == nil {
		return example.NotMeasured
	}
	explain := bson.D{{Key: "explain", Value: command}, {Key: "verbosity", Value: "executionStats"}}
	reply, err := r.db.RunCommand(ctx, explain).Raw()
	if err != nil {
		return example.NotMeasured
	}
	return totalExamined(reply)
}

// totalExamined reads the reply of explain. A pipeline that does not run as
// one query has its documents from the cursor of its first stage.
func totalExamined(reply bson.Raw) int64 {
	value, err := reply.LookupErr("executionStats", "totalDocsExamined")
	if err != nil {
		value, err = reply.LookupErr("stages", "0", "$cursor", "executionStats", "totalDocsExamined")
	}
	if n, ok := value.AsInt64OK(); err == nil && ok {
		return n
	}
	return example.NotMeasured
}
