package command

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxReply is the size of a batch and its last document; no reply is larger.
const maxReply = 2*engine.MaxDocumentSize + 1<<20

// Run runs one command, a document whose first field names it and which has
// the database in $db. It always returns a reply document, which holds an error as
// the server's does: ok, errmsg, code, codeName.
func Run(ctx context.Context, db *engine.DB, cmd bson.Raw) (reply bson.Raw) {
	defer func() {
		if p := recover(); p != nil {
			reply = errorReply(db, cmd, errcode.FromPanic(p))
		}
	}()
	doc, err := runCommand(ctx, db, cmd)
	if err != nil {
		return errorReply(db, cmd, err, db.ReplicaSetFields()...)
	}
	if size := value.Size(doc); size > maxReply {
		return errorReply(db, cmd, errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, engine.MaxDocumentSize+16*1024))
	}
	raw, err := value.Encode(append(append(doc, bson.E{Key: "ok", Value: 1.0}), db.ReplicaSetFields()...))
	if err != nil {
		return errorReply(db, cmd, err)
	}
	return raw
}

// errorReply makes the reply document of a command that failed, with these fields at its
// end. The message of a refusal ends with the RefusalHint.
func errorReply(db *engine.DB, cmd bson.Raw, err error, last ...bson.E) bson.Raw {
	e := errcode.From(err)
	if errcode.Refused(e) {
		hinted := *e
		hinted.Message += "; " + db.RefusalHint
		e = &hinted
		if db.OnRefusal != nil {
			db.OnRefusal(cmd, e)
		}
	}
	raw, encodeErr := value.Encode(e.Document(last...))
	if encodeErr != nil {
		bare := errcode.Error{Code: e.Code, Name: e.Name, Message: e.Message}
		raw, _ = value.Encode(bare.Document())
	}
	return raw
}

func runCommand(ctx context.Context, db *engine.DB, cmd bson.Raw) (bson.D, error) {
	doc, err := value.Decode(cmd)
	if err != nil {
		return nil, err
	}
	op, fields, err := Parse(db, doc)
	if err != nil {
		return nil, err
	}
	if err := checkFilledByServer(db, op.Database, doc); err != nil {
		return nil, err
	}
	op.Context = ctx
	defer func() { op.Budget.End() }() // a cursor brings its own
	if err := db.Operations.Begin(op); err != nil {
		return nil, err
	}
	defer db.Operations.End(op)
	return Dispatch(db, op, fields)
}

// checkFilledByServer refuses a command on a collection that the server fills itself.
func checkFilledByServer(db *engine.DB, database string, doc bson.D) error {
	name, _ := doc[0].Value.(string)
	if database == "local" && (name == "startup_log" || db.IsReplicaSet && (name == "oplog.rs" || name == "system.replset")) {
		return errcode.NotImplemented("the collection local." + name)
	}
	return nil
}

// checkReached returns the error of an afterClusterTime that lies in the future.
func checkReached(db *engine.DB, rc *readConcern) error {
	if rc == nil || !db.IsReplicaSet {
		return nil
	}
	asked, _ := rc.AfterClusterTime.(bson.Timestamp)
	if now := db.ClusterTime.Now(); asked.After(now) {
		return errcode.New(errcode.InvalidOptions, "readConcern afterClusterTime value must not be greater than the current clusterTime. Requested clusterTime: %s; current clusterTime: %s", value.String(asked), value.String(now))
	}
	return nil
}

// Dispatch runs a parsed command, in its transaction or in none.
func Dispatch(db *engine.DB, op *engine.Operation, fields runner) (bson.D, error) {
	args := fields.generic()
	if err := checkReached(db, args.ReadConcern); err != nil {
		return nil, err
	}
	if err := db.Housekeep(op.Now); err != nil {
		return nil, err
	}
	db.Transactions.AbortExpired(op.Now)
	s := db.Sessions.Touch(op.Session, op.Now)
	invoked := invocation{op, fields, args}
	switch {
	case commands[op.Name].handshake:
	case args.Autocommit != nil:
		return op.RunInTransaction(s, invoked.perform)
	case op.TxnNumber != nil:
		return op.RunRetryableWrite(s, statements(fields), invoked.perform)
	case op.ReadsSnapshot:
		return op.RunInSnapshot(invoked.perform)
	}
	return invoked.perform()
}

// invocation is a parsed command with the operation that runs it.
type invocation struct {
	op     *engine.Operation
	fields runner
	args   *genericArguments
}

// perform runs the command under the lock that it needs.
func (i invocation) perform() (bson.D, error) {
	switch commands[i.op.Name].lock(i.fields) {
	case locksWrite:
		return i.op.WithWriteLock(i.run)
	case locksRead:
		return i.op.WithReadLock(i.run)
	}
	return i.run()
}

// run runs the command, which has its lock.
func (i invocation) run() (bson.D, error) {
	if raw := i.args.RawData; raw != nil && *raw {
		if err := checkRawData(i.op); err != nil {
			return nil, err
		}
	}
	return i.fields.run(i.op)
}

// Parse reads the name of a command and all its fields.
func Parse(db *engine.DB, doc bson.D) (*engine.Operation, runner, error) {
	if len(doc) == 0 {
		return nil, nil, errcode.New(errcode.CommandNotFound, "no such command: ''")
	}
	name := doc[0].Key
	command := commands[name]
	switch {
	case command == nil && slices.Contains(RefusedNames, name):
		return nil, nil, errcode.NotImplemented(name)
	case command == nil:
		return nil, nil, errcode.New(errcode.CommandNotFound, "no such command: '%s'", name)
	}
	fields, isStrict, err := command.parse(doc)
	if err != nil {
		return nil, nil, err
	}
	if isStrict {
		if err := checkStrict(command, doc); err != nil {
			return nil, nil, err
		}
	}
	args := fields.generic()
	if err := args.WriteConcern.checkMembers(db.IsReplicaSet); err != nil {
		return nil, nil, err
	}
	op := args.operation(db, command, doc)
	op.IsAPIStrict = isStrict
	if command.handshake {
		return op, fields, nil
	}
	return op, fields, args.check(command, fields, db.IsReplicaSet)
}

// checkRawData refuses to show buckets in the place of measurements.
func checkRawData(op *engine.Operation) error {
	for _, d := range op.Store.Databases {
		if d.HasTimeSeries() {
			return errcode.NotImplemented(op.Name + ".rawData where there are time series collections")
		}
	}
	return nil
}
