package catalog

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Database is the collections and views of one name.
type Database struct {
	Name        string
	Collections map[string]*Collection
	Views       map[string]*View
}

// Namespace is the full name of a collection or view.
func (d *Database) Namespace(name string) string { return d.Name + "." + name }

// ResolveName returns the name of a collection that is named in one of two ways, for
// reading: names that no collection can have may be asked for.
func (d *Database) ResolveName(n idl.CollectionNameOrUUID) (string, error) {
	if n.UUID == nil {
		return n.Name, d.CheckReadable(n.Name)
	}
	for name, c := range d.Collections {
		if c.UUID == *n.UUID {
			return name, d.CheckShown(name)
		}
	}
	return "", errcode.New(errcode.NamespaceNotFound, "Unable to resolve %s:%s",
		d.Name, value.String(bson.Binary{Subtype: bson.TypeBinaryUUID, Data: n.UUID[:]}))
}

// CheckCollection returns the server's error for a name that no collection can
// have.
func (d *Database) CheckCollection(name idl.CollectionName) (string, error) {
	if err := storage.CheckCollection(d.Name, string(name)); err != nil {
		return "", err
	}
	return string(name), d.CheckShown(string(name))
}

// CheckReadable returns the error of a name that can't be read from.
func (d *Database) CheckReadable(name string) error {
	if err := storage.CheckReadable(d.Name, name); err != nil {
		return err
	}
	return d.CheckShown(name)
}

// Stored returns a collection that is to be shown or measured, nil if there is
// none. It is an error if name is a view.
func (d *Database) Stored(name string) (*Collection, error) {
	if d.Views[name] != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s is a view, not a collection", d.Namespace(name))
	}
	return d.Collections[name], nil
}

// Shown returns the collection that a command names to be shown or measured.
func (d *Database) Shown(named idl.CollectionName) (name string, c *Collection, err error) {
	name, err = d.CheckCollection(named)
	if err == nil {
		c, err = d.Stored(name)
	}
	return name, c, err
}

// Writable returns the collection that a write goes to, nil if there is none yet.
func (d *Database) Writable(name string) (*Collection, error) {
	if err := storage.CheckCollection(d.Name, name); err != nil {
		return nil, err
	}
	if name == ViewsName {
		return nil, errcode.NotImplemented("writing to " + ViewsName)
	}
	if err := d.CheckShown(name); err != nil {
		return nil, err
	}
	if c := d.Measurements(name); c != nil {
		return c, nil
	}
	return d.Stored(name)
}

// CheckSystemName returns the error of a name that begins with "system.", except the
// two that clients may create here; the server's others are refused.
func (d *Database) CheckSystemName(name string) error {
	if name == "system.profile" || name == "system.users" || strings.HasPrefix(name, BucketsPrefix) {
		return errcode.NotImplemented("a collection " + name)
	}
	if strings.HasPrefix(name, "system.") && name != "system.js" && name != ViewsName {
		return errcode.New(errcode.InvalidNamespace, "Invalid system namespace: %s", d.Namespace(name))
	}
	return nil
}

// NotFoundError returns the error of a command on a collection that does not exist.
func (d *Database) NotFoundError(name string) error {
	return errcode.New(errcode.NamespaceNotFound, "ns does not exist: %s", d.Namespace(name))
}

// Bytes is the size of all documents' BSON.
func (d *Database) Bytes() int64 {
	total := int64(0)
	for _, c := range d.Collections {
		total += c.Bytes()
	}
	return total
}

// ExistsError returns the error of a command that makes a collection or view of a name that
// has another one.
func (d *Database) ExistsError(name string) error {
	return errcode.New(errcode.NamespaceExists, "namespace %s already exists, but with different options", d.Namespace(name))
}

// CheckShown refuses the collections that show how the server stores time series
// collections.
func (d *Database) CheckShown(name string) error {
	switch {
	case strings.HasPrefix(name, BucketsPrefix) && d.Collections[name] != nil:
		return errcode.NotImplemented("the buckets of a time series collection")
	case name == ViewsName && d.HasTimeSeries():
		return errcode.NotImplemented(ViewsName + " of a database with time series collections")
	}
	return nil
}
