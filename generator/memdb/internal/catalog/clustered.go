package catalog

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

// ClusteredIndex holds the options of a clustered collection.
type ClusteredIndex struct {
	Name        string // of its index
	ExpireAfter *int32 // seconds; nil if its documents stay
}

// Shown is how listCollections shows the index.
func (c *ClusteredIndex) Shown() bson.D {
	return bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "name", Value: c.Name}, {Key: "unique", Value: true}}
}

// Apply makes a new collection a clustered one; nil leaves it as it is.
func (c *ClusteredIndex) Apply(to *storage.Collection) {
	if c == nil {
		return
	}
	x := to.Indexes[0]
	x.Clustered, x.Name, x.ExpireAfter = true, c.Name, c.ExpireAfter
}

// InOrder begins to read a clustered collection.
func (c *Collection) InOrder(backward bool) *storage.Walk {
	return c.Indexes[0].Walk(storage.Bounds{{storage.Everything}}, backward)
}

// NamesClustered reports whether the collection is clustered and v is the name or the
// key pattern of its index.
func (c *Collection) NamesClustered(v any) bool {
	return c.IsClustered() && (v == any(c.Options.ClusteredIndex.Name) || c.Indexes[0].HasKey(v))
}

// IsClustered reports whether a collection is clustered; nil is not.
func (c *Collection) IsClustered() bool { return c != nil && c.Options.ClusteredIndex != nil }

// CheckNotClustered refuses a command or stage on a clustered collection whose
// result would depend on how the server stores it.
func (c *Collection) CheckNotClustered(what string) error {
	if c.IsClustered() {
		return errcode.NotImplemented(what + " of a clustered collection")
	}
	return nil
}
