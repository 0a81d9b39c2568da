package render

import "strings"

// isDatabaseMethod has the names that mongosh 2 gives to methods of db, and
// JavaScript to those of every object: as names of collections they can't
// follow "db.".
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
