package memdb

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// Version of this database, which is shown beside the version of the server that it
// equals.
const Version = "0.1"

// ServerVersion is the server that memdb equals.
const ServerVersion = "8.2.4"

// Options of a database. The zero value takes the machine's clock, and a fixed
// seed.
type Options struct {
	// Clock is the time of $$NOW, dates and timestamps, and of indexes that expire
	// documents.
	Clock func() time.Time
	// Seed of the ObjectIds that the database makes, of $sample, and of Shuffle.
	Seed int64
	// MaxBytes is how many bytes of documents the database stores, in BSON; a write
	// beyond it fails, as on a full disk. Zero is defaultMaxBytes.
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

// defaultMaxBytes is enough for some millions of documents.
const defaultMaxBytes = 1 << 30

// DB is a database. Its methods may be called by several goroutines at once.
type DB struct {
	clock   func() time.Time
	seed    int64
	shuffle bool
	// replicaSet is true for the one member of a replica set.
	replicaSet bool
	hint       string // RefusalHint
	onRefusal  func(bson.Raw, error)
	started    time.Time
	ids        idSource

	// mu is held by commands that read, and exclusively by the one that writes.
	mu            sync.RWMutex
	writers       atomic.Int32  // that wait
	store         store         // outside transactions and snapshots
	yieldInterval time.Duration // defaultYieldInterval
	maxBytes      int64
	held          expr.Together
	expired       atomic.Int64 // when expired documents were last looked for, in Unix seconds

	cursors      cursors
	writes       writes
	sessions     sessions
	transactions transactions
	clusterTime  clusterTime
	operations   operations
	oplog        oplog
	snapshots    snapshots
}

// New makes an empty database.
func New(options Options) *DB {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	db := &DB{
		clock:         options.Clock,
		seed:          options.Seed,
		shuffle:       options.Shuffle,
		replicaSet:    options.ReplicaSet,
		hint:          cmp.Or(options.RefusalHint, "run against a MongoDB server"),
		onRefusal:     options.OnRefusal,
		started:       options.Clock(),
		store:         store{databases: map[string]*database{}},
		yieldInterval: defaultYieldInterval,
		maxBytes:      cmp.Or(options.MaxBytes, defaultMaxBytes),
	}
	db.store.reservable = db.maxBytes
	db.expired.Store(db.started.Unix())
	db.ids.seed(options.Seed)
	db.operations.running = map[int32]*request{}
	db.cursors.open = map[int64]*cursor{}
	db.sessions.open = map[string]*session{}
	db.clusterTime.tick(db.started)
	db.writeDownVersion()
	return db
}

// Close ends the commands that run and waits until they have ended. A command that
// comes later fails with error 91, ShutdownInProgress. Close the servers of the
// database first.
func (db *DB) Close() {
	db.operations.close()
	// Commands that wait for a write, or for the end of a transaction, look now whether
	// they must end.
	db.writes.done()
	db.transactions.ended.done()
	db.operations.unended.Wait()
}

// hostName is the name that replies have for the machine.
const hostName = "memdb"

// Run runs a command.
func (db *DB) Run(ctx context.Context, cmd bson.Raw) bson.Raw { return run(ctx, db, cmd) }
