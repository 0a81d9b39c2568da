package memdb

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// maxReply is the size of a batch and its last document; no reply is larger.
const maxReply = 2*maxDocumentSize + 1<<20

// run runs one command, a document whose first field names it and which has
// the database in $db. It always returns a reply document, which holds an error as
// the server's does: ok, errmsg, code, codeName.
func run(ctx context.Context, db *DB, cmd bson.Raw) (reply bson.Raw) {
	defer func() {
		if p := recover(); p != nil {
			reply = errorReply(db, cmd, errcode.FromPanic(p))
		}
	}()
	doc, err := runCommand(ctx, db, cmd)
	if err != nil {
		return errorReply(db, cmd, err, db.setFields()...)
	}
	if size := value.Size(doc); size > maxReply {
		return errorReply(db, cmd, errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, maxDocumentSize+16*1024))
	}
	raw, err := value.Encode(append(append(doc, bson.E{Key: "ok", Value: 1.0}), db.setFields()...))
	if err != nil {
		return errorReply(db, cmd, err)
	}
	return raw
}

// errorReply makes the reply document of a command that failed, with these fields at its
// end. The message of a refusal ends with the RefusalHint.
func errorReply(db *DB, cmd bson.Raw, err error, last ...bson.E) bson.Raw {
	e := errcode.From(err)
	if errcode.Refused(e) {
		hinted := *e
		hinted.Message += "; " + db.hint
		e = &hinted
		if db.onRefusal != nil {
			db.onRefusal(cmd, e)
		}
	}
	raw, encodeErr := value.Encode(e.Document(last...))
	if encodeErr != nil {
		bare := errcode.Error{Code: e.Code, Name: e.Name, Message: e.Message}
		raw, _ = value.Encode(bare.Document())
	}
	return raw
}

func runCommand(ctx context.Context, db *DB, cmd bson.Raw) (bson.D, error) {
	doc, err := value.Decode(cmd)
	if err != nil {
		return nil, err
	}
	req, fields, err := parse(db, doc)
	if err != nil {
		return nil, err
	}
	req.ctx = ctx
	defer func() { req.budget.End() }() // a cursor brings its own
	if err := db.operations.begin(req); err != nil {
		return nil, err
	}
	defer db.operations.end(req)
	return dispatch(db, req, fields)
}

// checkReached returns the error of an afterClusterTime that lies in the future.
func checkReached(db *DB, rc *readConcern) error {
	if rc == nil || !db.replicaSet {
		return nil
	}
	asked, _ := rc.AfterClusterTime.(bson.Timestamp)
	if now := db.clusterTime.now(); asked.After(now) {
		return errcode.New(errcode.InvalidOptions, "readConcern afterClusterTime value must not be greater than the current clusterTime. Requested clusterTime: %s; current clusterTime: %s", value.String(asked), value.String(now))
	}
	return nil
}

// dispatch runs a parsed command, in its transaction or in none.
func dispatch(db *DB, req *request, fields runner) (bson.D, error) {
	if err := checkReached(db, fields.generic().ReadConcern); err != nil {
		return nil, err
	}
	if err := db.housekeep(req.now); err != nil {
		return nil, err
	}
	db.transactions.abortOld(req.now)
	s := db.sessions.touch(req.session, req.now)
	perform := func() (bson.D, error) { return perform(req, fields) }
	switch {
	case commands[req.name].handshake:
	case fields.generic().Autocommit != nil:
		return req.inTransaction(s, perform)
	case req.transactionNumber != nil:
		return req.retryable(s, statements(fields), perform)
	case req.readsSnapshot:
		return req.inSnapshot(perform)
	}
	return perform()
}

// perform runs a command under the lock that it needs.
func perform(r *request, fields runner) (bson.D, error) {
	run := func() (bson.D, error) {
		if err := checkRawData(r, fields.generic()); err != nil {
			return nil, err
		}
		return fields.run(r)
	}
	switch commands[r.name].lock(fields) {
	case locksWrite:
		return r.withWriteLock(run)
	case locksRead:
		return r.withReadLock(run)
	}
	return run()
}

// parse reads the name of a command and all its fields.
func parse(db *DB, doc bson.D) (*request, runner, error) {
	if len(doc) == 0 {
		return nil, nil, errcode.New(errcode.CommandNotFound, "no such command: ''")
	}
	name := doc[0].Key
	command := commands[name]
	switch {
	case command == nil && slices.Contains(refusedCommands, name):
		return nil, nil, errcode.NotImplemented(name)
	case command == nil:
		return nil, nil, errcode.New(errcode.CommandNotFound, "no such command: '%s'", name)
	}
	fields, err := command.parse(doc)
	if err != nil {
		return nil, nil, err
	}
	args := fields.generic()
	if args.strict() {
		if err := checkStrict(command, doc); err != nil {
			return nil, nil, err
		}
	}
	if err := args.WriteConcern.checkMembers(db.replicaSet); err != nil {
		return nil, nil, err
	}
	req := &request{
		writer: writer{db: db, store: &db.store, now: db.clock(), strict: args.strict()}, name: name, doc: doc,
		session: args.Session.key(), api: args.declaredAPI,
		transactionNumber: args.TransactionNumber, startsTransaction: args.StartTransaction != nil,
		readsSnapshot: args.Autocommit == nil && args.ReadConcern.level() == "snapshot", isUnacknowledged: args.unacknowledged(),
	}
	if req.readsSnapshot {
		req.atClusterTime, _ = args.ReadConcern.AtClusterTime.(bson.Timestamp)
	}
	req.budget = &expr.Budget{YieldOrInterrupt: req.yieldOrInterrupt, Together: &db.held}
	if !command.waits {
		req.deadline = args.deadline()
	}
	if args.Database != nil {
		req.database = *args.Database
	}
	if command.handshake {
		return req, fields, nil
	}
	return req, fields, args.check(command, fields, db.replicaSet)
}

// checkRawData refuses to show buckets in the place of measurements.
func checkRawData(r *request, g *genericArguments) error {
	if g.RawData == nil || !*g.RawData {
		return nil
	}
	for _, d := range r.store.databases {
		if d.hasTimeSeries() {
			return errcode.NotImplemented(r.name + ".rawData where there are time series collections")
		}
	}
	return nil
}
