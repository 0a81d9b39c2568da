package support

var queryRows = []row{
	{QueryOperator, Done, `$eq $ne $gt $gte $lt $lte $in $nin $and $or $nor $not $exists $type $expr
		$jsonSchema $mod $regex $options $all $elemMatch $size $bitsAllSet $bitsAllClear $bitsAnySet
		$bitsAnyClear $comment $alwaysTrue $alwaysFalse`},
	{QueryOperator, Refused, `$where $text $sampleRate $rand $geoWithin $geoIntersects $near $nearSphere
		$geoNear $within $geometry $box $center $centerSphere $polygon $maxDistance $minDistance $uniqueDocs
		$meta $search $language $caseSensitive $diacriticSensitive $encStrContains $encStrStartsWith
		$encStrEndsWith $encStrNormalizedEq`},

	{SchemaKeyword, Done, `additionalItems additionalProperties allOf anyOf bsonType dependencies description
		enum exclusiveMaximum exclusiveMinimum items maximum maxItems maxLength maxProperties minimum minItems
		minLength minProperties multipleOf not oneOf pattern patternProperties properties required title type
		uniqueItems`},
	{SchemaKeyword, Refused, `encrypt encryptMetadata`},
	{SchemaKeyword, Error, `$ref $schema default definitions format id`},

	{ProjectOperator, Done, `$slice $elemMatch $`},
	{ProjectOperator, Refused, `$meta`},
}
