package example

import "strings"

// IsReachedByName reports whether mongosh takes db.name and db['name'] for the
// collection of that name. Others are reached by db.getCollection alone, if the
// server has such names at all.
func IsReachedByName(collection string) bool {
	return collection != "" && collection[0] != '_' && !strings.ContainsAny(collection, "$\x00") && !isDatabaseMethod[collection]
}

// isDatabaseMethod has the names of mongosh 2's methods of db, and of
// JavaScript's methods of every object.
var isDatabaseMethod = set(`
	adminCommand aggregate auth changeUserPassword checkMetadataConsistency cloneCollection cloneDatabase commandHelp
	constructor copyDatabase createCollection createEncryptedCollection createRole createUser createView currentOp
	dropAllRoles dropAllUsers dropDatabase dropRole dropUser fsyncLock fsyncUnlock getCollection getCollectionInfos
	getCollectionNames getLastError getLastErrorObj getLogComponents getMongo getName getProfilingStatus
	getReplicationInfo getRole getRoles getSiblingDB getUser getUsers grantPrivilegesToRole grantRolesToRole
	grantRolesToUser hasOwnProperty hello help hostInfo isMaster isPrototypeOf killOp listCommands logout
	printCollectionStats printReplicationInfo printSecondaryReplicationInfo printShardingStatus
	printSlaveReplicationInfo propertyIsEnumerable revokePrivilegesFromRole revokeRolesFromRole revokeRolesFromUser
	rotateCertificates runCommand serverBits serverBuildInfo serverCmdLineOpts serverStatus setLogLevel
	setProfilingLevel setSecondaryOk shutdownServer sql stats toLocaleString toString updateRole updateUser valueOf
	version watch`)

func set(names string) map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}
