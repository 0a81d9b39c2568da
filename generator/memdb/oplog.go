package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// maxLogBytes is about how large the log of changes may be; the oldest are dropped
// then.
const maxLogBytes = 64 << 20

// entryBytes is about the size of an entry without its documents.
const entryBytes = 256

// oplog holds the changes in a replica set, for change streams. It is guarded by the
// database's lock.
type oplog struct {
	entries []*logEntry
	dropped int            // how many older ones were dropped
	gone    bson.Timestamp // the time of the newest of these
	bytes   int64          // of the entries
}

// logEntry is one change. Source: src/mongo/db/repl/oplog_entry.idl.
type logEntry struct {
	time       bson.Timestamp
	index      int32 // in its transaction
	wall       bson.DateTime
	operation  string // as events name it
	database   string
	name       string   // of the collection
	to         string   // its new name
	collection [16]byte // its UUID
	key        any      // _id
	// document is the one that an insert or a replacement stored; before and after
	// are those before and after a change, if the collection keeps them.
	document, before, after bson.Raw
	images                  bool
	delta                   *update.Delta
	transaction             *transaction // it is part of; nil for none
	refused                 string       // the change, if no event can show it; a stream that meets it fails
}

// watchable reports whether changes of a collection can be watched.
func watchable(database, name string) bool {
	return !slices.Contains([]string{"admin", "config", "local"}, database) && !strings.HasPrefix(name, "system.")
}

// note adds a change of a collection to the changes that are logged when the command
// commits.
func (w *writer) note(c *collection, e *logEntry) {
	database, name, _ := strings.Cut(c.Name, ".")
	if w.quiet || !w.db.replicaSet || !watchable(database, name) {
		return
	}
	e.database, e.name, e.collection, e.images = database, name, c.uuid, c.options.images
	if !e.images {
		e.before, e.after = nil, nil
	}
	w.store.changes = append(w.store.changes, e)
}

// noteDatabase notes that a database was dropped.
func (w *writer) noteDatabase(name string) {
	if w.db.replicaSet && watchable(name, "") {
		w.store.changes = append(w.store.changes, &logEntry{operation: "dropDatabase", database: name})
	}
}

// logs reports whether changes of a collection are logged for change streams.
func (w *writer) logs(c *collection) bool {
	database, name, _ := strings.Cut(c.Name, ".")
	return w.db.replicaSet && watchable(database, name)
}

// described returns how an update changed a document; it is nil for a replacement.
type described func(before, after bson.D) *update.Delta

// noteUpdate notes an update of a document.
func (w *writer) noteUpdate(c *collection, old, doc bson.D, before, after bson.Raw, how described) {
	if !w.logs(c) {
		return
	}
	e := &logEntry{operation: "replace", key: value.Get(doc, "_id"), before: before, after: after}
	if how != nil {
		e.delta = how(old, doc)
	}
	if e.delta != nil {
		e.operation = "update"
	} else {
		e.document = after
	}
	w.note(c, e)
}

// log adds the changes of a command to the log, and sets their times.
func (db *DB) log(changes []*logEntry) {
	now := db.clock()
	for i, e := range changes {
		if i == 0 || e.transaction == nil || e.transaction != changes[i-1].transaction {
			db.clusterTime.tick(now)
		} else {
			e.index = changes[i-1].index + 1
		}
		e.time, e.wall = db.clusterTime.now(), bson.DateTime(now.UnixMilli())
		db.oplog.bytes += e.bytes()
	}
	db.oplog.entries = append(db.oplog.entries, changes...)
	db.oplog.trim()
}

func (e *logEntry) bytes() int64 {
	size := entryBytes + len(e.document) + len(e.before) + len(e.after)
	if e.delta != nil {
		size += value.Size(e.delta.Updated) + value.Size(e.delta.Removed)
	}
	return int64(size)
}

// trim drops the oldest changes beyond maxLogBytes.
func (l *oplog) trim() {
	gone := 0
	for ; l.bytes > maxLogBytes; gone++ {
		l.bytes -= l.entries[gone].bytes()
		l.gone = l.entries[gone].time
		l.entries[gone] = nil
	}
	l.entries, l.dropped = l.entries[gone:], l.dropped+gone
}

// entry returns the entry of a number, nil if there is none yet.
func (l *oplog) entry(number int) (*logEntry, error) {
	switch at := number - l.dropped; {
	case at < 0:
		return nil, historyLost()
	case at < len(l.entries):
		return l.entries[at], nil
	}
	return nil, nil
}

func historyLost() error {
	return errcode.New(errcode.ChangeStreamHistoryLost, "Resume of change stream was not possible, as the resume point may no longer be in the oplog.")
}
