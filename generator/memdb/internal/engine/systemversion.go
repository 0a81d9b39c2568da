package engine

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
)

// featureCompatibilityVersion is the document that every server 8.2 has in
// admin.system.version.
var featureCompatibilityVersion = bson.D{{Key: "_id", Value: "featureCompatibilityVersion"}, {Key: "version", Value: "8.2"}}

// writeDownVersion makes the one document that a new server has in its database
// admin, so that it is listed.
func (db *DB) writeDownVersion() {
	w := &Writer{DB: db, Store: &db.Store}
	c, err := w.MakeCollection("admin", "system.version", catalog.CollectionOptions{})
	if err == nil {
		_, err = w.Insert(c, featureCompatibilityVersion)
	}
	if err != nil {
		panic("memdb: an empty database takes no document: " + err.Error())
	}
	db.Store.Undo.Commit()
}
