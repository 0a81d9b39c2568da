package memdb

import (
	"math"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

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
		return errcode.New(72, "Transaction number requires a session ID to also be specified")
	}
	if !r.has("txnNumber") && (r.has("autocommit") || r.has("startTransaction")) {
		return errcode.New(72, "'autocommit' and 'startTransaction' require a transaction number")
	}
	if r.has("txnNumber") {
		return errcode.New(20, "Transaction numbers are only allowed on a replica set member or mongos")
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
		return errcode.New(9, "maxTimeMS has non-integral value")
	case limit < 0 || limit > math.MaxInt32:
		return errcode.New(2, "%d value for maxTimeMS is out of range [0, 2147483647]", limit)
	case limit > 0 && r.name != "getMore": // which may wait so long, but not fail
		r.deadline = time.Now().Add(time.Duration(limit) * time.Millisecond)
	}
	return nil
}

// readsAtLevel are the commands that take another level than local.
var readsAtLevel = map[string]bool{"find": true, "aggregate": true, "count": true, "distinct": true}

func (r *request) checkReadConcern() error {
	concern := r.document("readConcern")
	for _, field := range concern {
		switch field.Key {
		case "level", "provenance":
		case "afterClusterTime", "atClusterTime":
			return errcode.New(20, "Cannot specify %s readConcern unless the node is a replica set member", field.Key)
		default:
			return errcode.New(40415, "BSON field 'readConcern.%s' is an unknown field.", field.Key)
		}
	}
	level := value.Get(concern, "level")
	if value.IsNullish(level) {
		return nil
	}
	name, ok := level.(string)
	if !ok {
		return errcode.New(14, "BSON field 'readConcern.level' is the wrong type '%s', expected type 'string'", value.TypeName(level))
	}
	switch name {
	case "local":
		return nil
	case "available", "majority", "snapshot", "linearizable":
		if !readsAtLevel[r.name] {
			return errcode.New(72, "Command %s does not support { readConcern: { level: \"%s\" } }", r.name, name)
		}
		if name == "linearizable" && writesResult(r.doc) {
			return errcode.New(72, "$out and $merge do not support readConcern linearizable")
		}
		if name == "snapshot" || name == "linearizable" {
			return errcode.New(123, "node needs to be a replica set member to use read concern %s", name)
		}
		return nil
	}
	return errcode.New(2, "Enumeration value '%s' for field 'readConcern.level' is not a valid value.", name)
}

// writesResult says whether the command is a pipeline that ends in $out or $merge.
func writesResult(cmd bson.D) bool {
	stages, _ := value.Get(cmd, "pipeline").(bson.A)
	if len(stages) == 0 {
		return false
	}
	last, _ := stages[len(stages)-1].(bson.D)
	return len(last) == 1 && (last[0].Key == "$out" || last[0].Key == "$merge")
}

// takesWriteConcern are the commands that may write.
var takesWriteConcern = map[string]bool{
	"insert": true, "update": true, "delete": true, "findAndModify": true, "findandmodify": true,
	"bulkWrite": true, "aggregate": true, "create": true, "collMod": true, "drop": true, "dropDatabase": true,
	"createIndexes": true, "dropIndexes": true, "deleteIndexes": true, "renameCollection": true,
	"commitTransaction": true, "abortTransaction": true,
}

func (r *request) checkWriteConcern() error {
	concern := r.document("writeConcern")
	if concern == nil {
		return nil
	}
	if !takesWriteConcern[r.name] {
		return errcode.New(72, "Command %s does not support writeConcern", r.name)
	}
	for _, field := range concern {
		if err := checkWriteConcernField(field); err != nil {
			return err
		}
	}
	if value.Truthy(value.Get(concern, "j")) && value.Truthy(value.Get(concern, "fsync")) {
		return errcode.New(9, "fsync and j options cannot be used together")
	}
	return nil
}

func checkWriteConcernField(field bson.E) error {
	switch field.Key {
	case "w":
		return checkW(field.Value)
	case "j", "fsync":
		if _, ok := field.Value.(bool); !ok && !value.IsNumber(field.Value) && !value.IsNullish(field.Value) {
			return errcode.New(14, "BSON field 'writeConcern.%s' is the wrong type '%s', expected types '[bool, long, int, decimal, double]'",
				field.Key, value.TypeName(field.Value))
		}
	case "wtimeout":
		if value.IsNumber(field.Value) && value.ClampLong(field.Value) > math.MaxInt32 {
			return errcode.New(9, "wtimeout must be a 32-bit integer")
		}
	case "provenance", "getLastError":
	default:
		return errcode.New(40415, "BSON field 'writeConcern.%s' is an unknown field.", field.Key)
	}
	return nil
}

func checkW(w any) error {
	switch w := w.(type) {
	case bson.Null, bson.Undefined:
		return checkMode("") // the server's first alternative of w is a text
	case string:
		return checkMode(w)
	case bson.D:
		return checkTags(w)
	}
	if !value.IsNumber(w) {
		return errcode.New(9, "w has to be a number, string, or object; found: %s", value.TypeName(w))
	}
	n := commandLong(w)
	switch {
	case value.IsNaN(w):
		return errcode.New(9, "w cannot be NaN")
	case n < 0 || n > 50:
		return errcode.New(9, "w has to be a non-negative number and not greater than 50; found: %d", n)
	case n > 1:
		return errcode.New(2, "cannot use 'w' > 1 when a host is not replicated")
	}
	return nil
}

func checkMode(mode string) error {
	if mode == "majority" {
		return nil
	}
	return errcode.New(2, "cannot use non-majority 'w' mode %q when a host is not a member of a replica set", mode)
}

func checkTags(tags bson.D) error {
	if len(tags) == 0 {
		return errcode.New(9, "tagged write concern requires tags")
	}
	for _, tag := range tags {
		if !value.IsNumber(tag.Value) {
			return errcode.New(9, "tags must be a single level document with only number values; found: %s", value.String(bson.D{tag}))
		}
	}
	return nil
}
