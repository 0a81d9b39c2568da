package memdb

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// maxReply is the size of a batch and its last document; no reply is larger.
const maxReply = 2*maxDocumentSize + 1<<20

// Run runs one command, a document whose first field names it and which has
// the database in $db. It always returns a reply document, which holds an error as
// the server's does: ok, errmsg, code, codeName.
func (db *DB) Run(ctx context.Context, cmd bson.Raw) (reply bson.Raw) {
	defer func() {
		if p := recover(); p != nil {
			reply = db.failed(cmd, panicked(p))
		}
	}()
	doc, err := db.run(ctx, cmd)
	if err != nil {
		return db.failed(cmd, err, db.setFields()...)
	}
	if size := value.Size(doc); size > maxReply {
		return db.failed(cmd, errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, maxDocumentSize+16*1024))
	}
	raw, err := value.Encode(append(append(doc, bson.E{Key: "ok", Value: 1.0}), db.setFields()...))
	if err != nil {
		return db.failed(cmd, err)
	}
	return raw
}

// failed makes the reply document of a command that failed, with these fields at its
// end. The message of a refusal ends with the RefusalHint.
func (db *DB) failed(cmd bson.Raw, err error, last ...bson.E) bson.Raw {
	e := asServerError(err)
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

func asServerError(err error) *errcode.Error {
	var e *errcode.Error
	if errors.As(err, &e) {
		return e
	}
	return errcode.New(8, "%v", err)
}

func (db *DB) run(ctx context.Context, cmd bson.Raw) (bson.D, error) {
	doc, err := value.Decode(cmd)
	if err != nil {
		return nil, err
	}
	req, fields, err := db.parse(doc)
	if err != nil {
		return nil, err
	}
	req.ctx = ctx
	defer func() { req.budget.End() }() // a cursor brings its own
	if err := db.operations.begin(req); err != nil {
		return nil, err
	}
	defer db.operations.end(req)
	return db.dispatch(req, fields)
}

// checkReached returns the error of an afterClusterTime that lies in the future.
func (db *DB) checkReached(rc *readConcern) error {
	if rc == nil || !db.replicaSet {
		return nil
	}
	asked, _ := rc.AfterClusterTime.(bson.Timestamp)
	if now := db.clusterTime.now(); asked.After(now) {
		return errcode.New(errcode.InvalidOptions, "readConcern afterClusterTime value must not be greater than the current clusterTime. Requested clusterTime: %s; current clusterTime: %s", value.String(asked), value.String(now))
	}
	return nil
}

// dispatch runs a parsed command.
func (db *DB) dispatch(req *request, fields runner) (bson.D, error) {
	if err := db.checkReached(req.args.ReadConcern); err != nil {
		return nil, err
	}
	if err := db.housekeep(req.now); err != nil {
		return nil, err
	}
	db.transactions.abortOld(req.now)
	s := db.sessions.touch(req.session, req.now)
	switch {
	case commands[req.name].handshake:
	case req.args.Autocommit != nil:
		return req.inTransaction(s, fields)
	case req.args.TransactionNumber != nil:
		return req.retryable(s, fields)
	case req.args.ReadConcern.level() == "snapshot":
		return req.inSnapshot(fields)
	}
	return db.perform(req, fields)
}

// perform runs a command in its transaction or in none, under the lock that it needs.
func (db *DB) perform(req *request, fields runner) (bson.D, error) {
	switch commands[req.name].lock(fields) {
	case locksWrite:
		req.isWaitingForLock.Store(true)
		return db.afterTransactions(req, func() (bson.D, error) {
			return db.writing(req.store, func() (bson.D, error) {
				req.isWaitingForLock.Store(false)
				req.writeLockedAt = time.Now()
				return req.runLocked(fields)
			})
		})
	case locksRead:
		req.lockToRead()
		defer req.unlockToRead()
	}
	return req.runLocked(fields)
}

// runLocked runs a command that has its lock.
func (r *request) runLocked(fields runner) (bson.D, error) {
	if err := r.checkRawData(); err != nil {
		return nil, err
	}
	return fields.run(r)
}

// parse reads the name of a command and all its fields.
func (db *DB) parse(doc bson.D) (*request, runner, error) {
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
		writer: writer{db: db, store: &db.store, now: db.clock(), strict: args.strict()}, args: args, name: name, doc: doc,
		session: args.Session.key(),
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
