package engine

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// MaxLogBytes is about how large the log of changes may be; the oldest are dropped
// then.
const MaxLogBytes = 64 << 20

// entryBytes is about the size of an entry without its documents.
const entryBytes = 256

// Oplog holds the changes in a replica set, for change streams. It is guarded by the
// database's lock.
type Oplog struct {
	Entries []*OplogEntry
	Dropped int            // how many older ones were dropped
	Gone    bson.Timestamp // the time of the newest of these
	Bytes   int64          // of the entries
}

// OplogEntry is one change. Source: src/mongo/db/repl/oplog_entry.idl.
type OplogEntry struct {
	Time       bson.Timestamp
	Index      int32 // in its transaction
	Wall       bson.DateTime
	Operation  string // as events name it
	Database   string
	Name       string   // of the collection
	To         string   // its new name
	Collection [16]byte // its UUID
	Key        any      // _id
	// Document is the one that an insert or a replacement stored; Before and After
	// are those before and after a change, if the collection keeps them.
	Document, Before, After bson.Raw
	images                  bool
	Delta                   *update.Delta
	Transaction             *Transaction // it is part of; nil for none
	Refused                 string       // the change, if no event can show it; a stream that meets it fails
}

// watchable reports whether changes of a collection can be watched.
func watchable(database, name string) bool {
	return !slices.Contains([]string{"admin", "config", "local"}, database) && !strings.HasPrefix(name, "system.")
}

// LogChange adds a change of a collection to the changes that are logged when the command
// commits.
func (w *Writer) LogChange(c *catalog.Collection, e *OplogEntry) {
	database, name, _ := strings.Cut(c.Name, ".")
	if w.IsUnlogged || !w.DB.IsReplicaSet || !watchable(database, name) {
		return
	}
	e.Database, e.Name, e.Collection, e.images = database, name, c.UUID, c.Options.RecordsImages
	if !e.images {
		e.Before, e.After = nil, nil
	}
	w.Store.changes = append(w.Store.changes, e)
}

// LogDropDatabase notes that a database was dropped.
func (w *Writer) LogDropDatabase(name string) {
	if w.DB.IsReplicaSet && watchable(name, "") {
		w.Store.changes = append(w.Store.changes, &OplogEntry{Operation: "dropDatabase", Database: name})
	}
}

// LogsChanges reports whether changes of a collection are logged for change streams.
func (w *Writer) LogsChanges(c *catalog.Collection) bool {
	database, name, _ := strings.Cut(c.Name, ".")
	return w.DB.IsReplicaSet && watchable(database, name)
}

// UpdateDescription returns how an update changed a document; it is nil for a replacement.
type UpdateDescription func(before, after bson.D) *update.Delta

// logUpdate notes an update of a document.
func (w *Writer) logUpdate(c *catalog.Collection, old, doc bson.D, before, after bson.Raw, how UpdateDescription) {
	if !w.LogsChanges(c) {
		return
	}
	e := &OplogEntry{Operation: "replace", Key: value.Get(doc, "_id"), Before: before, After: after}
	if how != nil {
		e.Delta = how(old, doc)
	}
	if e.Delta != nil {
		e.Operation = "update"
	} else {
		e.Document = after
	}
	w.LogChange(c, e)
}

// log adds the changes of a command to the log, and sets their times.
func (db *DB) log(changes []*OplogEntry) {
	now := db.Clock()
	for i, e := range changes {
		if i == 0 || e.Transaction == nil || e.Transaction != changes[i-1].Transaction {
			db.ClusterTime.tick(now)
		} else {
			e.Index = changes[i-1].Index + 1
		}
		e.Time, e.Wall = db.ClusterTime.Now(), bson.DateTime(now.UnixMilli())
		db.Oplog.Bytes += e.bytes()
	}
	db.Oplog.Entries = append(db.Oplog.Entries, changes...)
	db.Oplog.trim()
}

func (e *OplogEntry) bytes() int64 {
	size := entryBytes + len(e.Document) + len(e.Before) + len(e.After)
	if e.Delta != nil {
		size += value.Size(e.Delta.Updated) + value.Size(e.Delta.Removed)
	}
	return int64(size)
}

// trim drops the oldest changes beyond maxLogBytes.
func (l *Oplog) trim() {
	gone := 0
	for ; l.Bytes > MaxLogBytes; gone++ {
		l.Bytes -= l.Entries[gone].bytes()
		l.Gone = l.Entries[gone].Time
		l.Entries[gone] = nil
	}
	l.Entries, l.Dropped = l.Entries[gone:], l.Dropped+gone
}

// Entry returns the entry of a number, nil if there is none yet.
func (l *Oplog) Entry(number int) (*OplogEntry, error) {
	switch at := number - l.Dropped; {
	case at < 0:
		return nil, HistoryLost()
	case at < len(l.Entries):
		return l.Entries[at], nil
	}
	return nil, nil
}

// HistoryLost returns the error of a change stream whose next entry was dropped.
func HistoryLost() error {
	return errcode.New(errcode.ChangeStreamHistoryLost, "Resume of change stream was not possible, as the resume point may no longer be in the oplog.")
}
