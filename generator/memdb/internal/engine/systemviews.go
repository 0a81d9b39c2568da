package engine

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
)

// PutView makes or changes a view and its document.
func (w *Writer) PutView(database, name string, v *catalog.View) error {
	d, err := w.ensureDatabase(database)
	if err != nil {
		return err
	}
	old := d.Views[name]
	d.Views[name] = v
	w.Store.Undo.Note(func() { d.RestoreView(name, old) })
	c := d.Collections[catalog.ViewsName]
	if c == nil {
		if c, err = w.MakeCollection(database, catalog.ViewsName, catalog.CollectionOptions{IsInternal: true}); err != nil {
			return err
		}
	}
	key := d.Namespace(name)
	doc := bson.D{{Key: "_id", Value: key}, {Key: "viewOn", Value: v.On}, {Key: "pipeline", Value: v.Pipeline}}
	doc = append(doc, v.Collation.Option()...)
	id, known := c.FindID(key)
	if !known {
		_, err := w.Insert(c, doc)
		return err
	}
	stored, err := c.Fields(id)
	if err != nil {
		return err
	}
	_, err = w.Replace(c, id, stored, doc, nil)
	return err
}

// RemoveView drops a view and its document.
func (w *Writer) RemoveView(database, name string) error {
	d := w.Store.Databases[database]
	v := d.Views[name]
	delete(d.Views, name)
	w.Store.Undo.Note(func() { d.RestoreView(name, v) })
	c := d.Collections[catalog.ViewsName]
	if c == nil {
		return nil
	}
	id, known := c.FindID(d.Namespace(name))
	if !known {
		return nil
	}
	old, err := c.Fields(id)
	if err != nil {
		return err
	}
	return w.Remove(c, id, old)
}
