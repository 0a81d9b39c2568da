package support

var collectionRows = []row{
	{IndexKind, Done, `1 -1 hashed $**`},
	{IndexKind, Refused, `2d 2dsphere text columnstore queryable_encrypted_range 2dsphere_bucket`},

	{IndexOption, Done, `key name unique sparse partialFilterExpression expireAfterSeconds hidden collation
		wildcardProjection v ns`},
	{IndexOption, Accepted, `background`},
	{IndexOption, Refused, `storageEngine weights default_language language_override textIndexVersion
		2dsphereIndexVersion bits min max bucketSize coarsestIndexedLevel finestIndexedLevel dropDups
		columnstoreProjection clustered prepareUnique originalSpec`},

	{CollectionOption, Done, `validator validationLevel validationAction collation viewOn pipeline capped size max`},
	{CollectionOption, Accepted, `autoIndexId`},
	{CollectionOption, Refused, `timeseries clusteredIndex expireAfterSeconds storageEngine indexOptionDefaults
		changeStreamPreAndPostImages encryptedFields idIndex recordIdsReplicated temp flags`},
}
