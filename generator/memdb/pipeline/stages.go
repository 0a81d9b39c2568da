package pipeline

// stages are the stages that MongoDB's server 8.2 knows, by their names. It is
// filled by init because the parsers read pipelines inside their stages, which
// looks here.
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
