package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
)

func runRename(r *request) (bson.D, error) {
	fromDB, from, _ := strings.Cut(r.text(r.name), ".")
	toDB, to, _ := strings.Cut(r.text("to"), ".")
	for _, err := range []error{
		storage.CheckDatabase(fromDB), storage.CheckDatabase(toDB),
		storage.CheckCollection(fromDB, from), storage.CheckCollection(toDB, to),
	} {
		if err != nil {
			return nil, err
		}
	}
	r.database = fromDB
	if fromDB != toDB {
		return nil, errcode.NotImplemented("renameCollection to another database")
	}
	if strings.HasPrefix(from, "system.") || strings.HasPrefix(to, "system.") {
		return nil, errcode.NotImplemented("renameCollection from or to a system collection")
	}
	if from == to {
		return nil, errcode.New(errcode.IllegalOperation, "Can't rename a collection to itself")
	}
	c, err := r.writable(from)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errcode.New(errcode.NamespaceNotFound, "Source collection %s.%s does not exist", fromDB, from)
	}
	return bson.D{}, r.rename(c, from, to)
}

func (r *request) rename(c *collection, from, to string) error {
	target, err := r.writable(to)
	if err != nil {
		return errcode.New(48, "a view already exists with that name: %s.%s", r.database, to)
	}
	if target != nil {
		if !r.flag("dropTarget", false) {
			return errcode.New(48, "target namespace exists")
		}
		r.db.removeCollection(r.database, to)
	}
	d := r.db.databases[r.database]
	delete(d.collections, from)
	r.db.cursors.killOf(c.Name)
	c.Name = r.database + "." + to
	d.collections[to] = c
	return nil
}
