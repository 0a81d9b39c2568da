package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/value"
)

// viewsName is the collection in which a database keeps its views as documents.
// It comes with the first view, stays when the last one goes, and takes all of
// them with it when it is dropped.
const viewsName = "system.views"

// recordView writes down a view that was made or changed.
func (r *request) recordView(name string, v *view) error {
	c := r.db.collection(r.database, viewsName)
	if c == nil {
		var err error
		if c, err = r.makeCollection(viewsName, collectionOptions{}); err != nil {
			return err
		}
	}
	key := r.database + "." + name
	doc := bson.D{{Key: "_id", Value: key}, {Key: "viewOn", Value: v.on}, {Key: "pipeline", Value: v.pipeline}}
	doc = append(doc, shownCollation(v.collation)...)
	id, known := c.findID(key)
	if !known {
		_, err := r.insertDocument(c, doc)
		return err
	}
	old, err := value.Decode(c.Get(id))
	if err != nil {
		return err
	}
	_, err = r.storeDocument(c, id, old, doc)
	return err
}

// removeView drops a view.
func (r *request) removeView(name string) error {
	delete(r.db.databases[r.database].views, name)
	c := r.db.collection(r.database, viewsName)
	if c == nil {
		return nil
	}
	if id, known := c.findID(r.database + "." + name); known {
		return c.Delete(id)
	}
	return nil
}
