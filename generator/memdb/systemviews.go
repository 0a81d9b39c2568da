package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

// putView makes or changes a view and its document.
func (w *writer) putView(database, name string, v *view) error {
	d, err := w.ensureDatabase(database)
	if err != nil {
		return err
	}
	old := d.views[name]
	d.views[name] = v
	w.store.undo.Note(func() { d.restoreView(name, old) })
	c := d.collections[viewsName]
	if c == nil {
		if c, err = w.makeCollection(database, viewsName, collectionOptions{internal: true}); err != nil {
			return err
		}
	}
	key := d.namespace(name)
	doc := bson.D{{Key: "_id", Value: key}, {Key: "viewOn", Value: v.on}, {Key: "pipeline", Value: v.pipeline}}
	doc = append(doc, shownCollation(v.collation)...)
	id, known := c.findID(key)
	if !known {
		_, err := w.insert(c, doc)
		return err
	}
	stored, err := c.Fields(id)
	if err != nil {
		return err
	}
	_, err = w.replace(c, id, stored, doc, nil)
	return err
}

// removeView drops a view and its document.
func (w *writer) removeView(database, name string) error {
	d := w.store.databases[database]
	v := d.views[name]
	delete(d.views, name)
	w.store.undo.Note(func() { d.restoreView(name, v) })
	c := d.collections[viewsName]
	if c == nil {
		return nil
	}
	id, known := c.findID(d.namespace(name))
	if !known {
		return nil
	}
	old, err := c.Fields(id)
	if err != nil {
		return err
	}
	return w.remove(c, id, old)
}
