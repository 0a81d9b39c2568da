package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
)

// A clustered collection keeps its documents in the order of their _id, whose index
// is the collection itself (src/mongo/db/catalog/clustered_collection_util.cpp and
// create_collection.cpp). Here it has the index on _id as others have, in whose
// order it is scanned; commands that would show more of how the server stores it
// are refused.

// clustered holds the options of a clustered collection.
type clustered struct {
	name        string // of its index
	expireAfter *int32 // seconds; nil if its documents stay
}

// shown is how listCollections shows the index.
func (c *clustered) shown() bson.D {
	return bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "name", Value: c.name}, {Key: "unique", Value: true}}
}

// cluster makes a new collection a clustered one; nil leaves it as it is.
func (c *clustered) cluster(to *storage.Collection) {
	if c == nil {
		return
	}
	x := to.Indexes[0]
	x.Clustered, x.Name, x.ExpireAfter = true, c.name, c.expireAfter
}

// inOrder begins to read a clustered collection.
func (c *collection) inOrder(backward bool) *storage.Walk {
	return c.Indexes[0].Walk(storage.Bounds{{storage.Everything}}, backward)
}

// namesClustered reports whether the collection is clustered and v is the name or the
// key pattern of its index.
func (c *collection) namesClustered(v any) bool {
	return c.isClustered() && (v == any(c.options.clustered.name) || c.Indexes[0].HasKey(v))
}

func (c *collection) isClustered() bool { return c != nil && c.options.clustered != nil }

// checkNotClustered refuses a command or stage on a clustered collection whose
// result would depend on how the server stores it.
func (c *collection) checkNotClustered(what string) error {
	if c.isClustered() {
		return errcode.NotImplemented(what + " of a clustered collection")
	}
	return nil
}
