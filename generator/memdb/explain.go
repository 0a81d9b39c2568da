package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/peer"
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
	explain(r *request, verbosity string) (bson.D, error)
}

func (c *explainCommand) run(r *request) (bson.D, error) {
	inner := c.Command
	if len(inner) == 0 || commandStatus(inner[0].Key) == support.Unknown {
		return nil, errcode.New(errcode.CommandNotFound, "Explain failed due to unknown command")
	}
	if value.IsMissing(value.Get(inner, "$db")) {
		inner = append(slices.Clip(inner), bson.E{Key: "$db", Value: r.database})
	}
	explained, fields, err := parse(r.db, inner)
	if err != nil {
		return nil, err
	}
	explained.ctx = r.ctx
	if name, _ := inner[0].Value.(string); r.store.database(r.database).measurements(name) != nil {
		return nil, errcode.NotImplemented("explain of a command on a time series collection")
	}
	if e, ok := fields.(explainer); ok {
		return e.explain(explained, c.Verbosity)
	}
	return nil, errcode.New(errcode.IllegalOperation, "Cannot explain cmd: %s", explained.name)
}

// explainedQuery returns the query as package explain takes it.
func explainedQuery(q *query, namespace string) explain.Query {
	e := explain.Query{Query: q.planned(), Namespace: namespace, Matches: q.matches}
	if q.sort != nil {
		e.Sort = q.sort.Fields() // also where the order is shuffled
	}
	if q.coll != nil {
		e.Collection = q.coll.Collection
	}
	return e
}

// explainReply writes an explanation as the reply to a command.
func explainReply(r *request, e *explain.Explanation, verbosity string) (bson.D, error) {
	reply, err := e.Reply(verbosity)
	return append(reply,
		bson.E{Key: "command", Value: r.doc},
		bson.E{Key: "serverInfo", Value: bson.D{
			{Key: "host", Value: hostName},
			{Key: "port", Value: peer.Of(r.ctx).Port},
			{Key: "version", Value: ServerVersion},
			{Key: "gitVersion", Value: gitVersion},
		}},
	), err
}

// explainQuery decides on the plan of a query and writes the reply.
func explainQuery(r *request, q explain.Query, verbosity string) (bson.D, error) {
	e, err := explain.Of(q)
	if err != nil {
		return nil, err
	}
	return explainReply(r, e, verbosity)
}

// explainWrite explains an update or delete of the query's documents, of one only or
// of all.
func explainWrite(q *query, collection string, top explain.Stage, one bool, verbosity string) (bson.D, error) {
	r := q.run.req
	e := explainedQuery(q, r.store.database(r.database).namespace(collection))
	e.Top = &top
	if one {
		e.Limit = 1
	}
	return explainQuery(r, e, verbosity)
}

func checkExplainedBatch(n int) error {
	if n != 1 {
		return errcode.New(errcode.BadValue, "explained write batches must be of size 1")
	}
	return nil
}
