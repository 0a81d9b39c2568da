package engine

import (
	"cmp"
	"sync"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/expr"
)

// Version of this database, which is shown beside the version of the server that it
// equals.
const Version = "0.1"

// ServerVersion is the server that memdb equals.
const ServerVersion = "8.2.4"

// Options of a database are those of package memdb, which says what they are.
type Options struct {
	Clock       func() time.Time
	Seed        int64
	MaxBytes    int64
	Shuffle     bool
	ReplicaSet  bool
	RefusalHint string
	OnRefusal   func(cmd bson.Raw, refusal error)
}

// defaultMaxBytes is enough for some millions of documents.
const defaultMaxBytes = 1 << 30

// DB is a database. Its methods may be called by several goroutines at once.
type DB struct {
	Clock        func() time.Time
	Seed         int64
	IsShuffled   bool
	IsReplicaSet bool // it is the one member of a set
	RefusalHint  string
	OnRefusal    func(cmd bson.Raw, refusal error) // nil for none
	Started      time.Time
	IDs          IDSource

	// mu is held by commands that read, and exclusively by the one that writes.
	mu            sync.RWMutex
	writers       atomic.Int32  // that wait
	Store         Store         // outside transactions and snapshots
	YieldInterval time.Duration // how long a command holds its lock before it yields
	maxBytes      int64
	Memory        expr.Together // that commands hold at a time
	expired       atomic.Int64  // when expired documents were last looked for, in Unix seconds

	Cursors      CursorManager
	Writes       Notifier // of commands that have written
	Sessions     Sessions
	Transactions Transactions
	ClusterTime  ClusterTime
	Operations   Operations
	Oplog        Oplog
	snapshots    snapshots
}

// New makes an empty database.
func New(options Options) *DB {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	db := &DB{
		Clock:         options.Clock,
		Seed:          options.Seed,
		IsShuffled:    options.Shuffle,
		IsReplicaSet:  options.ReplicaSet,
		RefusalHint:   cmp.Or(options.RefusalHint, "run against a MongoDB server"),
		OnRefusal:     options.OnRefusal,
		Started:       options.Clock(),
		Store:         Store{Databases: map[string]*catalog.Database{}},
		YieldInterval: defaultYieldInterval,
		maxBytes:      cmp.Or(options.MaxBytes, defaultMaxBytes),
	}
	db.Store.Reservable = db.maxBytes
	db.expired.Store(db.Started.Unix())
	db.IDs.seed(options.Seed)
	db.Operations.running = map[int32]*Operation{}
	db.Cursors.open = map[int64]*Cursor{}
	db.Sessions.open = map[string]*Session{}
	db.ClusterTime.tick(db.Started)
	db.writeDownVersion()
	return db
}

// Close ends the commands that run and waits until they have ended. A command that
// comes later fails with error 91, ShutdownInProgress. Close the servers of the
// database first.
func (db *DB) Close() {
	db.Operations.close()
	// Commands that wait for a write, or for the end of a transaction, look now whether
	// they must end.
	db.Writes.Notify()
	db.Transactions.ended.Notify()
	db.Operations.unended.Wait()
}

// HostName is the name that replies have for the machine.
const HostName = "memdb"
