package support

var aggregationRows = []row{
	{Stage, Done, `$match $project $addFields $set $unset $replaceRoot $replaceWith $sort $limit $skip $count
		$group $unwind $lookup $graphLookup $sortByCount $bucket $bucketAuto $facet $unionWith
		$setWindowFields $merge $out $sample $redact $documents $densify $fill $indexStats $collStats
		$listSessions $currentOp`},
	{Stage, Refused, `$geoNear $planCacheStats $search $searchMeta $searchBeta $vectorSearch $rankFusion
		$scoreFusion $score $listSearchIndexes $listSampledQueries $listClusterCatalog $queryStats
		$querySettings $shardedDataDistribution $listLocalSessions $listCatalog $mergeCursors
		$changeStreamSplitLargeEvent $setVariableFromSubPipeline $operationMetrics $backupCursor
		$backupCursorExtend $convertBucketIndexStats $listMqlEntities`},
	{Stage, Error, `$changeStream`},

	{Expression, Done, `$abs $add $ceil $divide $exp $floor $ln $log $log10 $mod $multiply $pow $round $sqrt
		$subtract $trunc $arrayElemAt $arrayToObject $concatArrays $filter $first $firstN $in $indexOfArray
		$isArray $last $lastN $map $maxN $minN $objectToArray $range $reduce $reverseArray $size $slice
		$sortArray $zip $and $or $not $cmp $eq $ne $gt $gte $lt $lte $cond $ifNull $switch $dateAdd $dateDiff
		$dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc $dayOfMonth
		$dayOfWeek $dayOfYear $hour $isoDayOfWeek $isoWeek $isoWeekYear $millisecond $minute $month $second
		$week $year $mergeObjects $getField $setField $unsetField $allElementsTrue $anyElementTrue
		$setDifference $setEquals $setIntersection $setIsSubset $setUnion $concat $indexOfBytes $indexOfCP
		$ltrim $rtrim $trim $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne $split $strcasecmp
		$strLenBytes $strLenCP $substr $substrBytes $substrCP $toLower $toUpper $convert $isNumber $toBool
		$toDate $toDecimal $toDouble $toInt $toLong $toObjectId $toString $type $literal $let $expr $avg $max
		$min $sum $stdDevPop $stdDevSamp $const $bitAnd $bitOr $bitXor $bitNot $bsonSize $binarySize
		$tsSecond $tsIncrement $toUUID $degreesToRadians $radiansToDegrees`},
	{Expression, Refused, `$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh $atanh
		$toHashedIndexKey $function $meta $rand $median $percentile
		$sigmoid $minMaxScaler $createObjectId $currentDate
		 $similarityDotProduct $similarityEuclidean
		$encStrContains $encStrStartsWith $encStrEndsWith
		$encStrNormalizedEq`},

	{Accumulator, Done, `$addToSet $avg $bottom $bottomN $count $first $firstN $last $lastN $max $maxN
		$mergeObjects $min $minN $push $stdDevPop $stdDevSamp $sum $top $topN`},
	{Accumulator, Refused, `$accumulator $median $percentile $setUnion $concatArrays`},

	{WindowFunction, Done, `$addToSet $avg $bottom $bottomN $count $first $firstN $last $lastN $max $maxN $min
		$minN $push $stdDevPop $stdDevSamp $sum $top $topN $denseRank $documentNumber $rank $shift
		$expMovingAvg $linearFill $locf $covariancePop $covarianceSamp $derivative $integral`},
	{WindowFunction, Refused, `$median $percentile $setUnion $concatArrays $minMaxScaler`},

	{Variable, Done, `ROOT CURRENT NOW REMOVE DESCEND PRUNE KEEP`},
	{Variable, Refused, `CLUSTER_TIME USER_ROLES SEARCH_META JS_SCOPE IS_MR`},

	{StageOption, Done, `$lookup.from $lookup.localField $lookup.foreignField $lookup.as $lookup.let
		$lookup.pipeline $graphLookup.from $graphLookup.startWith $graphLookup.connectFromField
		$graphLookup.connectToField $graphLookup.as $graphLookup.maxDepth $graphLookup.depthField
		$graphLookup.restrictSearchWithMatch $unwind.path $unwind.includeArrayIndex
		$unwind.preserveNullAndEmptyArrays $replaceRoot.newRoot $bucket.groupBy $bucket.boundaries
		$bucket.default $bucket.output $bucketAuto.groupBy $bucketAuto.buckets $bucketAuto.output
		$unionWith.coll $unionWith.pipeline $setWindowFields.partitionBy $setWindowFields.sortBy
		$setWindowFields.output $merge.into $merge.on $merge.let $merge.whenMatched $merge.whenNotMatched
		$out.db $out.coll $sample.size $densify.field $densify.partitionByFields $densify.range
		$fill.partitionBy $fill.partitionByFields $fill.sortBy $fill.output $collStats.count
		$collStats.storageStats $currentOp.allUsers $currentOp.idleConnections $currentOp.idleCursors
		$currentOp.idleSessions $currentOp.localOps $currentOp.truncateOps $currentOp.targetAllNodes`},
	{StageOption, Refused, `$bucketAuto.granularity $out.timeseries $collStats.latencyStats
		$collStats.queryExecStats $collStats.operationStats $lookup._internalCollation
		$lookup._internalUnwind`},
}
