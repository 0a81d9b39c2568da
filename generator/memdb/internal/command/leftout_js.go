package command

import "strings"

// The playground's program, which would be larger to fetch, leaves out the commands of
// administrators: about a server, its users, its log and its clients' connections, none of
// which it has, those that list or weigh databases, and those that make a collection
// capped or give it another name. It refuses them.
func init() {
	RefusedNames = append(RefusedNames, strings.Fields(`
		cloneCollectionAsCapped collStats collstats connectionStatus convertToCapped currentOp dataSize datasize dbStats dbstats endSessions getCmdLineOpts getLog getParameter hello hostInfo isMaster ismaster
		killAllSessions killOp killSessions listCommands listDatabases profile refreshSessions renameCollection replSetGetStatus
		rolesInfo saslStart saslContinue serverStatus startSession top usersInfo
		validateDBMetadata whatsmyuri`)...)
}
