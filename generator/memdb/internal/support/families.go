package support

// family is a set of names that are refused for one reason. The first that fits
// counts. A reason is a key; the caller that shows the list has the words for it.
type family struct {
	reason string
	names  string
	kind   Kind // "": any
}

// On "last-digit": MongoDB's server leaves sines and their kin to the C library of
// its machine. That does not round them exactly, and takes another way on another
// processor, so that two servers may differ in the last digit; for decimals its
// library computes in binary and rounds twice. That a result is the only possible
// one could be shown for most values, but a refusal must come before any is seen.
var families = []family{
	{"javascript", `$where $function $accumulator mapReduce mapreduce JS_SCOPE IS_MR isMapReduceCommand`, ""},
	{"globe", `$geoWithin $geoIntersects $near $nearSphere $geoNear $within $geometry $box
		$center $centerSphere $polygon $maxDistance $minDistance $uniqueDocs`, ""},
	{"globe", `2d 2dsphere*`, IndexKind},
	{"globe", `2dsphere* bits min max bucketSize coarsestIndexedLevel finestIndexedLevel`, IndexOption},
	{"text-search", `$text $search $language $caseSensitive $diacriticSensitive $meta text weights
		default_language language_override textIndexVersion SEARCH_META`, ""},
	{"atlas-search", `$searchMeta $searchBeta $vectorSearch $rankFusion $scoreFusion $score
		$listSearchIndexes createSearchIndexes dropSearchIndex updateSearchIndex listSearchIndexes $similarity* isHybridSearch`, ""},
	{"encryption", `$encStr* encrypt encryptMetadata encryptedFields encryptionInformation
		queryable_encrypted* compactStructuredEncryptionData cleanupStructuredEncryptionData getQueryableEncryptionCountInfo`, ""},
	{"chance", `$rand $sampleRate $createObjectId $currentDate`, ""},
	{"last-digit", `$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh
		$atanh`, ""},
	{"approximate", `$median $percentile`, ""},
	{"recent", `$minMaxScaler`, ""},
	{"internal", `isTimeseriesNamespace`, ""},
	{"clustered", `clustered columnstore*`, ""},
	{"change-streams", `$changeStream*`, ""},
	{"unseen", `$toHashedIndexKey`, ""},
	{"inside", `$planCacheStats $listSampledQueries $listClusterCatalog $queryStats $querySettings
		$listLocalSessions $listCatalog $mergeCursors $operationMetrics $backupCursor* latencyStats queryExecStats
		operationStats planCache* $shardedDataDistribution`, ""},
	{"unknown-keyword", `$ref $schema default definitions format id`, SchemaKeyword},
	{"sign-in", `saslStart saslContinue`, ""},
	{"users", `USER_ROLES createUser updateUser dropUser dropAllUsers* grant* revoke* createRole updateRole
		dropRole dropAllRoles* invalidateUserCache authenticate logout`, ""},
	{"cluster-clock", `CLUSTER_TIME`, ""},
	{"engine", `storageEngine indexOptionDefaults`, ""},
	{"internal", `stmtId stmtIds runtimeConstants legacyRuntimeConstants includeQueryStatsMetrics term startAt resumeAfter
		requestResumeToken requestReshardingResumeToken querySettings needsMerge needsSortedMerge fromMongos fromRouter
		passthroughToShard isClusterQueryWithoutShardKeyCmd exchange unwrappedReadPref lastKnownCommittedOpTime
		includeIndexBuildInfo includeBuildUUIDs includePendingDrops dropPendingCollections recordPreImages
		recordIdsReplicated temp flags stayTemp collectionUUID mode queryMode originalSpec prepareUnique _internal*
		$convertBucketIndexStats $listMqlEntities $setVariableFromSubPipeline`, ""},
}
