package support

import "strings"

// CommandField is one field of a command: its name, the BSON types it may have
// (names as in $type's aliases; none means any), whether it must be there.
type CommandField struct {
	Name     string
	Types    []string
	State    Status
	Required bool
}

// common are the fields that every command takes (wire section, item 9).
const common = `$db:string lsid:object $clusterTime:object ~$readPreference:object ~comment maxTimeMS:number
	readConcern:object writeConcern:object apiVersion:string apiStrict:bool apiDeprecationErrors:bool
	txnNumber:number autocommit:bool startTransaction:bool`

// fields lists each command's own fields, separated by blanks: name, colon and
// types; a leading + means required, ~ accepted without effect, - refused.
// The command's own name is its first field.
var fields = map[string]string{
	"hello": ``, "isMaster": ``, "ismaster": ``, // these take any field: see FieldsOf
	"ping":      `ping`,
	"buildInfo": `buildInfo`, "buildinfo": `buildinfo`,
	"insert": `insert:string +documents:array ordered:bool bypassDocumentValidation:bool|number
		-bypassEmptyTsReplacement:bool -isTimeseriesNamespace -stmtId -stmtIds -encryptionInformation`,
	"find": `find:string filter:object sort:object projection:object hint:string|object skip:number limit:number
		batchSize:number singleBatch:bool collation:object let:object min:object max:object ~allowDiskUse:bool
		noCursorTimeout:bool ~allowPartialResults:bool ~oplogReplay:bool tailable:bool awaitData:bool
		-returnKey:bool -showRecordId:bool -readOnce:bool -term -resumeAfter -startAt -requestResumeToken
		-runtimeConstants -legacyRuntimeConstants -querySettings -includeQueryStatsMetrics -encryptionInformation`,
	"getMore":     `+getMore:long +collection:string batchSize:number -term -lastKnownCommittedOpTime -includeQueryStatsMetrics`,
	"killCursors": `killCursors:string +cursors:array`,
	"aggregate": `aggregate:string|number +pipeline:array cursor:object explain:bool ~allowDiskUse:bool
		bypassDocumentValidation:bool|number hint:string|object collation:object let:object -needsMerge
		-fromMongos -fromRouter -exchange -isMapReduceCommand -runtimeConstants -legacyRuntimeConstants
		-resumeAfter -startAt -requestResumeToken -requestReshardingResumeToken -collectionUUID -querySettings
		-isHybridSearch -needsSortedMerge -isClusterQueryWithoutShardKeyCmd -includeQueryStatsMetrics
		-passthroughToShard -encryptionInformation -unwrappedReadPref`,
	"update": `update:string +updates:array ordered:bool bypassDocumentValidation:bool|number let:object
		-bypassEmptyTsReplacement:bool -isTimeseriesNamespace -stmtId -stmtIds -runtimeConstants
		-legacyRuntimeConstants -encryptionInformation`,
	"delete": `delete:string +deletes:array ordered:bool let:object -isTimeseriesNamespace -stmtId -stmtIds
		-runtimeConstants -legacyRuntimeConstants -encryptionInformation`,
	"findAndModify":   findAndModify("findAndModify"),
	"findandmodify":   findAndModify("findandmodify"),
	"count":           `count:string query:object skip:number limit:number hint:string|object collation:object ~fields -mode -collectionUUID -encryptionInformation`,
	"distinct":        `distinct:string +key:string query:object collation:object hint:string|object -collectionUUID -queryMode`,
	"create":          `create:string ` + createFields,
	"drop":            `drop:string -collectionUUID -encryptedFields -dropPendingCollections`,
	"dropDatabase":    `dropDatabase`,
	"createIndexes":   `createIndexes:string +indexes:array ~commitQuorum:string|number -ignoreUnknownIndexOptions:bool -isTimeseriesNamespace`,
	"dropIndexes":     `dropIndexes:string +index:string|object|array -collectionUUID -isTimeseriesNamespace`,
	"deleteIndexes":   `deleteIndexes:string +index:string|object|array -collectionUUID -isTimeseriesNamespace`,
	"listIndexes":     `listIndexes:string cursor:object -includeBuildUUIDs:bool -includeIndexBuildInfo:bool -isTimeseriesNamespace`,
	"listCollections": `listCollections filter:object cursor:object nameOnly:bool ~authorizedCollections:bool -includePendingDrops`,
	"listDatabases":   `listDatabases filter:object nameOnly:bool ~authorizedDatabases:bool`,
	"collMod": `collMod:string validator:object validationLevel:string validationAction:string index:object
		viewOn:string pipeline:array -expireAfterSeconds -timeseries -changeStreamPreAndPostImages
		-cappedSize -cappedMax -dryRun -recordPreImages -encryptedFields -isTimeseriesNamespace`,
	"endSessions":       `+endSessions:array`,
	"refreshSessions":   `+refreshSessions:array`,
	"killSessions":      `+killSessions:array`,
	"startSession":      `startSession`,
	"bulkWrite":         `bulkWrite +ops:array +nsInfo:array ordered:bool errorsOnly:bool bypassDocumentValidation:bool|number let:object cursor:object -stmtId -stmtIds`,
	"renameCollection":  `renameCollection:string +to:string dropTarget:bool|object -stayTemp`,
	"explain":           `explain:object verbosity:string`,
	"connectionStatus":  `connectionStatus showPrivileges:bool`,
	"hostInfo":          `hostInfo`,
	"getParameter":      ``,
	"getCmdLineOpts":    `getCmdLineOpts`,
	"getLog":            `getLog`,
	"serverStatus":      ``,
	"dbStats":           `dbStats scale:number freeStorage:number`,
	"dbstats":           `dbstats scale:number freeStorage:number`,
	"collStats":         `collStats:string scale:number`,
	"collstats":         `collstats:string scale:number`,
	"dataSize":          `+dataSize:string keyPattern:object -min:object -max:object estimate:bool`,
	"datasize":          `+datasize:string keyPattern:object -min:object -max:object estimate:bool`,
	"validate":          `validate:string full checkBSONConformance metadata repair background ~fixMultikey ~scandata -enforceFastCount -collHash -hashPrefixes -unhash`,
	"whatsmyuri":        `whatsmyuri`,
	"listCommands":      `listCommands`,
	"usersInfo":         `usersInfo showPrivileges:bool showCredentials:bool showCustomData:bool showAuthenticationRestrictions:bool filter:object`,
	"rolesInfo":         `rolesInfo showPrivileges showBuiltinRoles:bool showAuthenticationRestrictions:bool`,
	"profile":           `+profile:number -slowms:number -sampleRate:number -filter`,
	"top":               `top`,
	"currentOp":         ``,
	"commitTransaction": `commitTransaction`,
	"abortTransaction":  `abortTransaction`,
	"replSetGetStatus":  ``,
	"saslStart":         ``, "saslContinue": ``,
}

// open are the commands that take any field, as the server's do.
var open = map[string]bool{
	"hello": true, "isMaster": true, "ismaster": true, "getParameter": true, "serverStatus": true,
	"currentOp": true, "replSetGetStatus": true, "saslStart": true, "saslContinue": true,
}

const createFields = `validator:object validationLevel:string validationAction:string collation:object
	viewOn:string pipeline:array capped:bool size:number max:number ~autoIndexId:bool -timeseries
	-clusteredIndex -expireAfterSeconds -storageEngine -indexOptionDefaults
	-changeStreamPreAndPostImages -encryptedFields -idIndex -recordIdsReplicated -temp -flags`

func findAndModify(name string) string {
	return name + `:string query:object sort:object remove:bool|number update new:bool|number upsert:bool|number
		fields:object collation:object arrayFilters:array hint:string|object let:object
		bypassDocumentValidation:bool|number -stmtId -runtimeConstants -legacyRuntimeConstants
		-bypassEmptyTsReplacement -encryptionInformation`
}

var commandFields = parseFields()

func parseFields() map[string]map[string]CommandField {
	all := map[string]map[string]CommandField{}
	for command, spec := range fields {
		byName := map[string]CommandField{}
		for _, word := range append(strings.Fields(common), strings.Fields(spec)...) {
			f := parseField(word)
			byName[f.Name] = f
		}
		all[command] = byName
	}
	return all
}

func parseField(word string) CommandField {
	f := CommandField{State: Done}
	switch word[0] {
	case '+':
		f.Required = true
	case '~':
		f.State = Accepted
	case '-':
		f.State = Refused
	}
	if word[0] == '+' || word[0] == '~' || word[0] == '-' {
		word = word[1:]
	}
	name, types, typed := strings.Cut(word, ":")
	f.Name = name
	if typed {
		f.Types = strings.Split(types, "|")
	}
	return f
}

// FieldsOf gives the fields of a command by name, and whether the command
// takes any others too.
func FieldsOf(command string) (byName map[string]CommandField, takesAny bool) {
	return commandFields[command], open[command]
}

func fieldRows() []row {
	var rows []row
	for command, byName := range parseFields() {
		for _, f := range byName {
			rows = append(rows, row{Field, f.State, command + "." + f.Name})
		}
	}
	return rows
}
