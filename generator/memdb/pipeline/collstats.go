package pipeline

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/support"
)

var collStatsStage = &Stage{
	Name: "$collStats", State: support.Done,
	Options:        strings.Fields("count storageStats"),
	RefusedOptions: strings.Fields("latencyStats queryExecStats operationStats"),
	Place:          First, NotInFacet: true,
	Reach: ReachCollection, Order: OrderOpen, Documents: DocumentsMade,
	parse: parseCollStats,
}

func parseCollStats(p *parsing, arg any) (parsedStage, error) {
	spec, err := document(arg, 5447000, "$collStats")
	if err != nil {
		return parsedStage{}, err
	}
	for _, f := range spec {
		if !slices.Contains(p.of.Options, f.Key) {
			return parsedStage{}, unknownField("$collStats", f.Key)
		}
		if _, ok := f.Value.(bson.D); !ok {
			return parsedStage{}, wrongType("$collStats."+f.Key, f.Value, "object")
		}
	}
	return p.statistics("$collStats", spec)
}
