package command

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/peer"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

type explainCommand struct {
	genericArguments
	Command   bson.D `idl:",command,notnull"`
	Verbosity string `idl:"verbosity,default=allPlansExecution,enum=queryPlanner|executionStats|allPlansExecution"`
}

var _ = register[explainCommand](command{names: []string{"explain"}, locks: locksRead, api1: true})

// explainer is a command that the server explains; memdb may refuse to.
type explainer interface {
	explain(r *engine.Operation, verbosity string) (bson.D, error)
}

func (c *explainCommand) run(op *engine.Operation) (bson.D, error) {
	inner := c.Command
	if len(inner) == 0 || commandStatus(inner[0].Key) == support.Unknown {
		return nil, errcode.New(errcode.CommandNotFound, "Explain failed due to unknown command")
	}
	if value.IsMissing(value.Get(inner, "$db")) {
		inner = append(slices.Clip(inner), bson.E{Key: "$db", Value: op.Database})
	}
	explained, fields, err := Parse(op.DB, inner)
	if err != nil {
		return nil, err
	}
	explained.Context = op.Context
	if name, _ := inner[0].Value.(string); op.Store.Database(op.Database).Measurements(name) != nil {
		return nil, errcode.NotImplemented("explain of a command on a time series collection")
	}
	if e, ok := fields.(explainer); ok {
		return e.explain(explained, c.Verbosity)
	}
	return nil, errcode.New(errcode.IllegalOperation, "Cannot explain cmd: %s", explained.Name)
}

// explainedQuery returns the query as package explain takes it.
func explainedQuery(q *query.Query, namespace string) explain.Query {
	e := explain.Query{Query: q.PlanQuery(), Namespace: namespace, Matches: q.Matches}
	if q.Sort != nil {
		e.Sort = q.Sort.Fields() // also where the order is shuffled
	}
	if q.Collection != nil {
		e.Collection = q.Collection.Collection
	}
	return e
}

// explainReply writes an explanation as the reply to a command.
func explainReply(op *engine.Operation, e *explain.Explanation, verbosity string) (bson.D, error) {
	reply, err := e.Reply(verbosity)
	return append(reply,
		bson.E{Key: "command", Value: op.Command},
		bson.E{Key: "serverInfo", Value: bson.D{
			{Key: "host", Value: engine.HostName},
			{Key: "port", Value: peer.Of(op.Context).Port},
			{Key: "version", Value: engine.ServerVersion},
			{Key: "gitVersion", Value: gitVersion},
		}},
	), err
}

// explainQuery decides on the plan of a query and writes the reply.
func explainQuery(op *engine.Operation, q explain.Query, verbosity string) (bson.D, error) {
	e, err := explain.Of(q)
	if err != nil {
		return nil, err
	}
	return explainReply(op, e, verbosity)
}

// explainWrite explains an update or delete of the query's documents, of one only or
// of all.
func explainWrite(q *query.Query, collection string, top explain.Stage, one bool, verbosity string) (bson.D, error) {
	op := q.Execution.Op
	e := explainedQuery(q, op.Store.Database(op.Database).Namespace(collection))
	e.Top = &top
	if one {
		e.Limit = 1
	}
	return explainQuery(op, e, verbosity)
}
