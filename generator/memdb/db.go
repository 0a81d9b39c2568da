package memdb

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/engine"
)

// Version of this database, which is shown beside the version of the server that it
// equals.
const Version = engine.Version

// ServerVersion is the server that memdb equals.
const ServerVersion = engine.ServerVersion

// Options of a database. The zero value takes the machine's clock, and a fixed
// seed.
type Options struct {
	// Clock is the time of $$NOW, dates and timestamps, and of indexes that expire
	// documents.
	Clock func() time.Time
	// Seed of the ObjectIds that the database makes, of $sample, and of Shuffle.
	Seed int64
	// MaxBytes is how many bytes of documents the database stores, in BSON; a write
	// beyond it fails, as on a full disk. Zero is 1 GiB.
	MaxBytes int64
	// Shuffle changes the order of results that the server leaves unordered:
	// documents without a sort, ties, groups, sets.
	Shuffle bool
	// ReplicaSet makes it the one member of a replica set: with transactions and
	// retryable writes.
	ReplicaSet bool
	// RefusalHint ends the messages of refusals with advice to the user. Empty is
	// "run against a MongoDB server".
	RefusalHint string
	// OnRefusal, unless it is nil, is called with each command that is refused and
	// the refusal, an error for which Refused holds, before its reply is returned.
	OnRefusal func(cmd bson.Raw, refusal error)
}

// DB is a database. Its methods may be called by several goroutines at once.
type DB struct{ engine *engine.DB }

// New makes an empty database.
func New(options Options) *DB { return &DB{engine.New(engine.Options(options))} }

// Run runs one command, a document whose first field names it and which has
// the database in $db. It always returns a reply document, which holds an error as
// the server's does: ok, errmsg, code, codeName.
func (db *DB) Run(ctx context.Context, cmd bson.Raw) bson.Raw {
	return command.Run(ctx, db.engine, cmd)
}

// IndexEntries returns how many entries the indexes of a collection hold together, as
// the reply to validate says it, without looking at the documents. ok is false for what
// validate refuses: a view, a time series collection, one that is not there.
func (db *DB) IndexEntries(database, collection string) (n int64, ok bool) {
	return db.engine.IndexEntries(database, collection)
}

// Records returns the documents of a collection in the order in which it holds them, and
// the ids of their records, as a find with showRecordId does: nil where that is refused.
// Nobody may change the documents. ok is false for a view, a time series collection, and
// one that is not there.
func (db *DB) Records(database, collection string) (ids []int64, documents []bson.Raw, ok bool) {
	return db.engine.Records(database, collection)
}

// CopyDatabase puts a copy of a database in place of another, which is dropped. It takes as
// long as the number of collections and indexes says: documents are shared until one of
// the databases changes them. Change streams do not see it.
func (db *DB) CopyDatabase(from, to string) { db.engine.CopyDatabase(from, to) }

// Close ends the commands that run and waits until they have ended. A command that
// comes later fails with error 91, ShutdownInProgress. Close the servers of the
// database first.
func (db *DB) Close() { db.engine.Close() }
