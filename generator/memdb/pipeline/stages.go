package pipeline

// stages has the parser of every stage that runs; it is filled by init because
// the parsers read pipelines inside their stages, which looks here.
var stages map[string]func(p *parsing, arg any) (stage, error)

func init() {
	stages = map[string]func(p *parsing, arg any) (stage, error){
		"$match":           parseMatch,
		"$project":         parseProject,
		"$unset":           parseUnset,
		"$sort":            parseSort,
		"$limit":           parseLimit,
		"$skip":            parseSkip,
		"$count":           parseCount,
		"$unwind":          parseUnwind,
		"$group":           parseGroup,
		"$sortByCount":     parseSortByCount,
		"$bucket":          parseBucket,
		"$bucketAuto":      parseBucketAuto,
		"$densify":         parseDensify,
		"$fill":            parseFill,
		"$facet":           parseFacet,
		"$unionWith":       parseUnionWith,
		"$replaceRoot":     parseReplaceRoot,
		"$replaceWith":     parseReplaceWith,
		"$addFields":       parseAddFields("$addFields"),
		"$set":             parseAddFields("$set"),
		"$lookup":          parseLookup,
		"$graphLookup":     parseGraphLookup,
		"$redact":          parseRedact,
		"$sample":          parseSample,
		"$indexStats":      parseIndexStats,
		"$collStats":       parseCollStats,
		"$listSessions":    parseListSessions,
		"$currentOp":       parseCurrentOp,
		"$documents":       parseDocuments,
		"$setWindowFields": parseSetWindowFields,
		"$out":             parseOut,
		"$merge":           parseMerge,
	}
}
