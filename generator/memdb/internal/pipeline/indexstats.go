package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
)

var indexStatsStage = &Stage{
	Name: "$indexStats", State: support.Done, isUnstable: true,
	Place: First, NotInFacet: true,
	Reach: ReachCollection, Order: OrderOpen, Documents: DocumentsMade,
	parse: parseIndexStats,
}

func parseIndexStats(p *stageParser, arg any) (parsedStage, error) {
	if d, ok := arg.(bson.D); !ok || len(d) > 0 {
		return parsedStage{}, errcode.New(28803, "The $indexStats stage specification must be an empty object")
	}
	return p.statistics("$indexStats", bson.D{})
}
