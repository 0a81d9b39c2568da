package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

// locks says what a command does to the data.
type locks int

const (
	locksNothing locks = iota // or sees to it itself
	locksRead
	locksWrite
)

// command is what runs a command of the table in package support.
type command struct {
	run   func(*request) (bson.D, error)
	locks locks
	admin bool // only on the database admin
}

// commands is filled by init, because some commands run others.
var commands map[string]command

func init() {
	commands = map[string]command{
		"hello":    {run: hello},
		"isMaster": {run: hello},
		"ismaster": {run: hello},
		"ping":     {run: withOK},

		"find":          {run: runFind, locks: locksRead},
		"getMore":       {run: runGetMore},
		"killCursors":   {run: runKillCursors},
		"aggregate":     {run: runAggregate, locks: locksRead},
		"count":         {run: runCount, locks: locksRead},
		"distinct":      {run: runDistinct, locks: locksRead},
		"explain":       {run: runExplain, locks: locksRead},
		"insert":        {run: runInsert, locks: locksWrite},
		"update":        {run: runUpdate, locks: locksWrite},
		"delete":        {run: runDelete, locks: locksWrite},
		"findAndModify": {run: runFindAndModify, locks: locksWrite},
		"findandmodify": {run: runFindAndModify, locks: locksWrite},
		"bulkWrite":     {run: runBulkWrite, locks: locksWrite, admin: true},

		"create":           {run: runCreate, locks: locksWrite},
		"collMod":          {run: runCollMod, locks: locksWrite},
		"drop":             {run: runDrop, locks: locksWrite},
		"dropDatabase":     {run: runDropDatabase, locks: locksWrite},
		"renameCollection": {run: runRename, locks: locksWrite, admin: true},
		"createIndexes":    {run: runCreateIndexes, locks: locksWrite},
		"dropIndexes":      {run: runDropIndexes, locks: locksWrite},
		"deleteIndexes":    {run: runDropIndexes, locks: locksWrite},
		"listIndexes":      {run: runListIndexes, locks: locksRead},
		"listCollections":  {run: runListCollections, locks: locksRead},
		"listDatabases":    {run: runListDatabases, locks: locksRead, admin: true},

		"startSession":      {run: runStartSession},
		"endSessions":       {run: runEndSessions},
		"refreshSessions":   {run: runRefreshSessions},
		"killSessions":      {run: runEndSessions},
		"abortTransaction":  {run: noTransaction, admin: true},
		"commitTransaction": {run: noTransaction, admin: true},

		"buildInfo":        {run: buildInfo},
		"buildinfo":        {run: buildInfo},
		"connectionStatus": {run: connectionStatus},
		"hostInfo":         {run: hostInfo, admin: true},
		"getParameter":     {run: getParameter, admin: true},
		"getCmdLineOpts":   {run: getCmdLineOpts, admin: true},
		"getLog":           {run: getLog, admin: true},
		"serverStatus":     {run: serverStatus},
		"whatsmyuri":       {run: whatsMyURI},
		"listCommands":     {run: listCommands},
		"usersInfo":        {run: usersInfo},
		"rolesInfo":        {run: rolesInfo},
		"profile":          {run: profile},
		"top":              {run: top, admin: true, locks: locksRead},
		"currentOp":        {run: currentOp, admin: true},
		"replSetGetStatus": {run: replSetGetStatus, admin: true},
		"saslStart":        {run: saslStart},
		"saslContinue":     {run: saslStart},

		"dbStats":   {run: dbStats, locks: locksRead},
		"dbstats":   {run: dbStats, locks: locksRead},
		"collStats": {run: collStats, locks: locksRead},
		"collstats": {run: collStats, locks: locksRead},
		"dataSize":  {run: dataSize, locks: locksRead},
		"datasize":  {run: dataSize, locks: locksRead},
		"validate":  {run: runValidate, locks: locksRead},
	}
}

// lockFor is the lock of the table, but for an aggregate that writes.
func (db *DB) lockFor(r *request, c command) locks {
	if r.name == "aggregate" && writesResult(r.doc) {
		return locksWrite
	}
	return c.locks
}
