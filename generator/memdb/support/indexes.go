package support

var indexRows = []row{
	{IndexKind, Done, `1 -1 hashed $**`},
	{IndexKind, Refused, `2d 2dsphere text columnstore queryable_encrypted_range 2dsphere_bucket`},

	{IndexOption, Done, `key name unique sparse partialFilterExpression expireAfterSeconds hidden collation
		wildcardProjection v ns`},
	{IndexOption, Accepted, `background`},
	{IndexOption, Refused, `storageEngine weights default_language language_override textIndexVersion
		2dsphereIndexVersion bits min max bucketSize coarsestIndexedLevel finestIndexedLevel dropDups
		columnstoreProjection clustered prepareUnique originalSpec`},
}
