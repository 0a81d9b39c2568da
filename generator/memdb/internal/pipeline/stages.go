package pipeline

import (
	"strings"

	"modelbook/generator/memdb/internal/support"
)

// stages are the stages that MongoDB's server 8.2 knows, by their names. It is filled
// by init because the parsers read pipelines inside their stages, which uses it.
var stages map[string]*Stage

func init() {
	stages = map[string]*Stage{}
	for _, s := range append(refusedStages(),
		addFieldsStage,
		bucketAutoStage,
		bucketStage,
		changeStreamStage,
		collStatsStage,
		countStage,
		currentOpStage,
		densifyStage,
		documentsStage,
		facetStage,
		fillStage,
		graphLookupStage,
		groupStage,
		indexStatsStage,
		limitStage,
		listSessionsStage,
		lookupStage,
		matchStage,
		mergeStage,
		outStage,
		projectStage,
		redactStage,
		replaceRootStage,
		replaceWithStage,
		sampleStage,
		setStage,
		setWindowFieldsStage,
		skipStage,
		sortByCountStage,
		sortStage,
		unionWithStage,
		unsetStage,
		unwindStage,
	) {
		stages[s.Name] = s
	}
}

// refusedStages are the stages that memdb does not implement, for their errors and for
// examples that only a server can run.
func refusedStages() []*Stage {
	list := []*Stage{
		{Name: "$geoNear", Place: First, NotInFacet: true, Reach: ReachDocuments, Order: OrderOpen, Documents: DocumentsReshaped},
		{Name: "$planCacheStats", NotInFacet: true, isLocalOnly: true, isUnstable: true}, {Name: "$listLocalSessions", isLocalOnly: true, isUnstable: true},
		{Name: "$listClusterCatalog", isLocalOnly: true, isUnstable: true}, {Name: "$querySettings", NotInFacet: true, isUnstable: true}, {Name: "$listCatalog", NotInFacet: true},
		{Name: "$changeStreamSplitLargeEvent", NotInFacet: true},
	}
	for _, name := range strings.Fields(`$search $searchMeta $searchBeta $vectorSearch $rankFusion $scoreFusion $score
		$listSearchIndexes $listSampledQueries $queryStats $shardedDataDistribution
		$mergeCursors $setVariableFromSubPipeline $operationMetrics $backupCursor
		$backupCursorExtend $convertBucketIndexStats $listMqlEntities`) {
		list = append(list, &Stage{Name: name})
	}
	for _, s := range list {
		if s.State == support.Unknown {
			s.State = support.Refused
		}
		if s.Reach == "" {
			s.Reach = ReachServer
		}
	}
	return list
}
