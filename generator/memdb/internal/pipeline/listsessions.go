package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var listSessionsStage = &Stage{
	Name: "$listSessions", State: support.Done, isUnstable: true,
	Place: First,
	Reach: ReachServer, Order: OrderOpen, Documents: DocumentsMade,
	parse: parseListSessions,
}

// parseListSessions reads a stage that returns no documents here: sessions are not
// stored.
func parseListSessions(p *stageParser, arg any) (parsedStage, error) {
	if p.Database != "config" || p.Collection != "system.sessions" {
		return parsedStage{}, errcode.New(errcode.InvalidNamespace, "$listSessions may only be run against config.system.sessions")
	}
	spec, ok := arg.(bson.D)
	if !ok {
		return parsedStage{}, errcode.New(errcode.TypeMismatch, "$listSessions options must be an object, found %s", value.TypeName(arg))
	}
	for _, f := range spec {
		if f.Key != "users" && f.Key != "allUsers" {
			return parsedStage{}, unknownField("listSessions", f.Key)
		}
	}
	return parsedStage{run: func(*execution, Next) Next { return From(nil) }}, nil
}
