package engine

import (
	"slices"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// A read of level "snapshot" outside a transaction sees everything as it was at one
// time, the atClusterTime of its reply, at which others may read for some minutes.

// SnapshotLifetime is how long a snapshot can be read again
// (minSnapshotHistoryWindowInSeconds of the server).
const SnapshotLifetime = 5 * time.Minute

// maxSnapshots is how many snapshots are kept.
const maxSnapshots = 32

// snapshots are the snapshots that can be read again, the oldest first.
type snapshots struct {
	mu   sync.Mutex
	kept []*snapshot
	gone bson.Timestamp // the time of the newest dropped one
}

// snapshot is the whole data at one time.
type snapshot struct {
	time  bson.Timestamp
	made  time.Time
	store Store
}

// RunInSnapshot runs a command on the snapshot of its atClusterTime, or on a new one.
func (op *Operation) RunInSnapshot(perform func() (bson.D, error)) (bson.D, error) {
	s, err := op.snapshot()
	if err != nil {
		return nil, err
	}
	op.Store = &s.store
	reply, err := perform()
	if err != nil {
		return nil, err
	}
	at := bson.E{Key: "atClusterTime", Value: s.time}
	cursor, is := value.Get(reply, "cursor").(bson.D)
	if !is {
		return append(reply, at), nil
	}
	return bson.D{{Key: "cursor", Value: append(cursor, at)}}, nil
}

func (op *Operation) snapshot() (*snapshot, error) {
	at := op.AtClusterTime
	if at.IsZero() {
		return op.DB.takeSnapshot(op.Now), nil
	}
	kept := &op.DB.snapshots
	kept.mu.Lock()
	defer kept.mu.Unlock()
	kept.forget(op.Now)
	i := slices.IndexFunc(kept.kept, func(s *snapshot) bool { return s.time == at })
	switch {
	case i >= 0:
		return kept.kept[i], nil
	case !at.After(kept.gone):
		return nil, errcode.New(239, "Read timestamp %s is older than the oldest available timestamp.", value.String(at))
	case at.After(op.DB.ClusterTime.Now()):
		return nil, errcode.New(errcode.InvalidOptions, "readConcern atClusterTime value must not be greater than the current clusterTime. Requested clusterTime: %s; current clusterTime: %s", value.String(at), value.String(op.DB.ClusterTime.Now()))
	}
	return nil, errcode.NotImplemented("readConcern.atClusterTime of which no snapshot was read before")
}

// takeSnapshot returns a snapshot of now, which is kept.
func (db *DB) takeSnapshot(now time.Time) *snapshot {
	db.lock()
	defer db.mu.Unlock()
	kept := &db.snapshots
	kept.mu.Lock()
	defer kept.mu.Unlock()
	s := &snapshot{time: db.ClusterTime.Now(), made: now}
	if last := len(kept.kept) - 1; last >= 0 && kept.kept[last].time == s.time {
		return kept.kept[last]
	}
	db.fork(&s.store)
	kept.kept = append(kept.kept, s)
	kept.forget(now)
	return s
}

// forget drops the snapshots that are too old, and the oldest if there are too many.
func (k *snapshots) forget(now time.Time) {
	for len(k.kept) > maxSnapshots || len(k.kept) > 0 && now.Sub(k.kept[0].made) > SnapshotLifetime {
		k.gone = k.kept[0].time
		k.kept = slices.Delete(k.kept, 0, 1)
	}
}
