package surface

// family is a set of names that are refused for one reason. The first that fits
// counts.
type family struct {
	reason string
	names  string
	kind   Kind // "": any
}

var families = []family{
	{"it runs JavaScript, which memdb does not have", `$where $function $accumulator mapReduce mapreduce JS_SCOPE IS_MR isMapReduceCommand`, ""},
	{"it searches on the surface of the Earth", `$geoWithin $geoIntersects $near $nearSphere $geoNear $within $geometry $box
		$center $centerSphere $polygon $maxDistance $minDistance $uniqueDocs`, ""},
	{"it searches on the surface of the Earth", `2d 2dsphere*`, IndexKind},
	{"it searches on the surface of the Earth", `2dsphere* bits min max bucketSize coarsestIndexedLevel finestIndexedLevel`, IndexOption},
	{"it searches texts, with an index that knows languages", `$text $search $language $caseSensitive $diacriticSensitive $meta text weights
		default_language language_override textIndexVersion SEARCH_META`, ""},
	{"it belongs to Atlas Search or to vectors", `$searchMeta $searchBeta $vectorSearch $rankFusion $scoreFusion $score
		$listSearchIndexes createSearchIndexes dropSearchIndex updateSearchIndex listSearchIndexes $similarity* isHybridSearch`, ""},
	{"it encrypts fields, which happens in the driver", `$encStr* encrypt encryptMetadata encryptedFields encryptionInformation
		queryable_encrypted* compactStructuredEncryptionData cleanupStructuredEncryptionData getQueryableEncryptionCountInfo`, ""},
	{"its result is another one each time, so that an example can't state it", `$rand $sampleRate $createObjectId $currentDate`, ""},
	{"the last digit may differ from that of MongoDB's server", `$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh
		$atanh $degreesToRadians $radiansToDegrees $sigmoid $minMaxScaler $median $percentile`, ""},
	{"it belongs to time series", `timeseries isTimeseriesNamespace`, ""},
	{"it stores documents in another order", `clusteredIndex clustered columnstore*`, ""},
	{"it belongs to change streams, which need a replica set", `changeStreamPreAndPostImages $changeStream*`, ""},
	{"how the server counts it can't be told from outside", `granularity $toHashedIndexKey`, ""},
	{"it shows what happens inside a server", `$planCacheStats $listSampledQueries $listClusterCatalog $queryStats $querySettings
		$listLocalSessions $currentOp $listCatalog $mergeCursors $operationMetrics $backupCursor* latencyStats queryExecStats
		operationStats returnKey showRecordId planCache* $shardedDataDistribution`, ""},
	{"users and roles: memdb has none", `USER_ROLES createUser updateUser dropUser dropAllUsers* grant* revoke* createRole updateRole
		dropRole dropAllRoles* invalidateUserCache authenticate logout`, ""},
	{"it needs the clock of a replica set", `CLUSTER_TIME`, ""},
}
