package engine

import (
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// ClusterTime counts the writes of a replica set: seconds, and a number in them.
type ClusterTime struct {
	mu   sync.Mutex
	last bson.Timestamp
}

// tick advances the time for a write.
func (c *ClusterTime) tick(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if seconds := uint32(now.Unix()); seconds > c.last.T {
		c.last = bson.Timestamp{T: seconds}
	}
	c.last.I++
}

// Now returns the time of the last write.
func (c *ClusterTime) Now() bson.Timestamp {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// ReplicaSetFields returns the fields that a member of a replica set adds to each reply.
// The signature is empty, as there are no keys.
func (db *DB) ReplicaSetFields() bson.D {
	if !db.IsReplicaSet {
		return nil
	}
	now := db.ClusterTime.Now()
	return bson.D{
		{Key: "$clusterTime", Value: bson.D{
			{Key: "clusterTime", Value: now},
			{Key: "signature", Value: bson.D{{Key: "hash", Value: bson.Binary{Data: make([]byte, 20)}}, {Key: "keyId", Value: int64(0)}}},
		}},
		{Key: "operationTime", Value: now},
	}
}
