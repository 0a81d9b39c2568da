package memdb

import (
	"bytes"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// collection finds a collection, nil if there is none.
func (db *DB) collection(database, name string) *collection {
	if d := db.databases[database]; d != nil {
		return d.collections[name]
	}
	return nil
}

func (db *DB) view(database, name string) *view {
	if d := db.databases[database]; d != nil {
		return d.views[name]
	}
	return nil
}

// readsByUUID are the commands that take a collection's UUID for its name, and
// names that no collection can have.
var readsByUUID = map[string]bool{"find": true, "count": true, "distinct": true}

// target gives the collection's name that a command's first field holds.
func (r *request) target() (string, error) {
	switch name := r.fields[r.name].(type) {
	case string:
		if readsByUUID[r.name] {
			return name, storage.CheckReadable(r.database, name)
		}
		return name, storage.CheckCollection(r.database, name)
	case bson.Binary:
		return r.nameOf(name.Data)
	}
	return "", errcode.New(errcode.InvalidNamespace, "collection name has invalid type")
}

// nameOf finds a collection by its UUID.
func (r *request) nameOf(uuid []byte) (string, error) {
	if len(uuid) != 16 {
		return "", errcode.New(207, "uuid must be a 16-byte binary field with UUID (4) subtype")
	}
	if d := r.db.databases[r.database]; d != nil {
		for name, c := range d.collections {
			if bytes.Equal(c.uuid[:], uuid) {
				return name, nil
			}
		}
	}
	return "", errcode.New(errcode.NamespaceNotFound, "Unable to resolve %s:%s", r.database, value.String(bson.Binary{Subtype: 4, Data: uuid}))
}

// writable gives the collection that a write goes to, nil if there is none yet.
func (r *request) writable(name string) (*collection, error) {
	if err := storage.CheckCollection(r.database, name); err != nil {
		return nil, err
	}
	if name == viewsName {
		return nil, errcode.NotImplemented("writing to " + viewsName)
	}
	if r.db.view(r.database, name) != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s.%s is a view, not a collection", r.database, name)
	}
	return r.db.collection(r.database, name), nil
}

// ensure gives a collection and makes it, and its database, if there is none.
func (r *request) ensure(name string) (*collection, error) {
	c, err := r.writable(name)
	if c != nil || err != nil {
		return c, err
	}
	if err := checkSystemName(r.database, name); err != nil {
		return nil, err
	}
	return r.makeCollection(name, collectionOptions{})
}

// checkSystemName: of the names that begin with "system.", clients may make two.
func checkSystemName(database, name string) error {
	if strings.HasPrefix(name, "system.") && name != "system.js" && name != viewsName {
		return errcode.New(errcode.InvalidNamespace, "Invalid system namespace: %s.%s", database, name)
	}
	return nil
}

func (r *request) makeCollection(name string, options collectionOptions) (*collection, error) {
	d, err := r.ensureDatabase()
	if err != nil {
		return nil, err
	}
	c := &collection{
		Collection: storage.NewCollection(r.database+"."+name, options.cappedSize, options.cappedMax, options.collation),
		options:    options,
		validator:  options.validator,
		uuid:       r.db.ids.uuid(),
	}
	d.collections[name] = c
	r.undo = append(r.undo, func() { delete(d.collections, name) })
	return c, nil
}

// ensureDatabase makes the database; two that differ only by case can't be.
func (r *request) ensureDatabase() (*database, error) {
	if d := r.db.databases[r.database]; d != nil {
		return d, nil
	}
	for name := range r.db.databases {
		if strings.EqualFold(name, r.database) {
			return nil, errcode.New(13297, "db already exists with different case already have: [%s] trying to create [%s]", name, r.database)
		}
	}
	d := &database{collections: map[string]*collection{}, views: map[string]*view{}}
	r.db.databases[r.database] = d
	database := r.database
	r.undo = append(r.undo, func() { delete(r.db.databases, database) })
	return d, nil
}

// removeCollection drops a collection and ends its cursors.
func (db *DB) removeCollection(database, name string) {
	d := db.databases[database]
	delete(d.collections, name)
	db.cursors.killOf(database + "." + name)
	db.forgetEmpty(database)
}

// forgetEmpty drops a database that has nothing left.
func (db *DB) forgetEmpty(database string) {
	if d := db.databases[database]; d != nil && len(d.collections)+len(d.views) == 0 {
		delete(db.databases, database)
	}
}

func notFound(database, name string) error {
	return errcode.New(errcode.NamespaceNotFound, "ns does not exist: %s.%s", database, name)
}

// withOK is a reply that says nothing but ok.
func withOK(*request) (bson.D, error) { return bson.D{}, nil }
