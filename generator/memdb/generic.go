package memdb

import (
	"math"
	"time"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// checkCommon reads the fields that every command takes: $db, lsid, maxTimeMS,
// the concerns, the API's version and the fields of transactions.
func (r *request) checkCommon() error {
	if isHello(r.name) {
		r.database, _ = value.Get(r.doc, "$db").(string)
		return nil
	}
	if !r.has("$db") {
		return errcode.New(40571, "OP_MSG requests require a $db argument")
	}
	r.database = r.text("$db")
	if err := storage.CheckDatabase(r.database); err != nil {
		return err
	}
	for _, check := range []func() error{
		r.checkAPI, r.checkAdmin, r.readSession, r.checkTransaction, r.readDeadline, r.checkReadConcern, r.checkWriteConcern,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func isHello(name string) bool { return name == "hello" || name == "isMaster" || name == "ismaster" }

// inAPI1 are the commands of the stable API that memdb has.
var inAPI1 = map[string]bool{
	"abortTransaction": true, "aggregate": true, "bulkWrite": true, "collMod": true, "commitTransaction": true,
	"count": true, "create": true, "createIndexes": true, "delete": true, "drop": true, "dropDatabase": true,
	"dropIndexes": true, "endSessions": true, "explain": true, "find": true, "findAndModify": true,
	"getMore": true, "hello": true, "insert": true, "killCursors": true, "listCollections": true,
	"listDatabases": true, "listIndexes": true, "ping": true, "refreshSessions": true, "update": true,
}

func (r *request) checkAPI() error {
	version, given := r.fields["apiVersion"].(string)
	switch {
	case !given && (r.has("apiStrict") || r.has("apiDeprecationErrors")):
		return errcode.New(4886600, "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion")
	case given && version != "1":
		return errcode.New(322, "API version must be \"1\"")
	case r.flag("apiStrict", false) && !inAPI1[r.name]:
		return errcode.New(323, "Provided apiStrict:true, but the command %s is not in API Version 1", r.name)
	case r.flag("apiStrict", false): // fields and stages would have to be looked through
		return errcode.NotImplemented(r.name + ".apiStrict")
	}
	return nil
}

func (r *request) checkAdmin() error {
	if commands[r.name].admin && r.database != "admin" {
		return errcode.New(13, "%s may only be run against the admin database.", r.name)
	}
	return nil
}

func (r *request) readSession() error {
	lsid := r.document("lsid")
	if lsid == nil {
		return nil
	}
	key, err := sessionKey(lsid)
	r.session = key
	return err
}

// checkTransaction gives the standalone's answer to what belongs to a
// transaction or a retryable write.
func (r *request) checkTransaction() error {
	if r.has("txnNumber") && r.session == "" {
		return errcode.New(errcode.InvalidOptions, "Transaction number requires a session ID to also be specified")
	}
	if !r.has("txnNumber") && (r.has("autocommit") || r.has("startTransaction")) {
		return errcode.New(errcode.InvalidOptions, "'autocommit' and 'startTransaction' require a transaction number")
	}
	if r.has("txnNumber") {
		return errcode.New(errcode.IllegalOperation, "Transaction numbers are only allowed on a replica set member or mongos")
	}
	return nil
}

func (r *request) readDeadline() error {
	v, given := r.fields["maxTimeMS"]
	if !given {
		return nil
	}
	limit, whole := value.Whole(v)
	switch {
	case !whole:
		return errcode.New(errcode.FailedToParse, "maxTimeMS has non-integral value")
	case limit < 0 || limit > math.MaxInt32:
		return errcode.New(errcode.BadValue, "%d value for maxTimeMS is out of range [0, 2147483647]", limit)
	case limit > 0 && r.name != "getMore": // which may wait so long, but not fail
		r.deadline = time.Now().Add(time.Duration(limit) * time.Millisecond)
	}
	return nil
}
