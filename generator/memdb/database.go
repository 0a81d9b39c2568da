package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// database is the collections and views of one name.
type database struct {
	name        string
	collections map[string]*collection
	views       map[string]*view
}

// namespace is the full name of a collection or view.
func (d *database) namespace(name string) string { return d.name + "." + name }

// nameOf returns the name of a collection that is named in one of two ways, for
// reading: names that no collection can have may be asked for.
func (d *database) nameOf(n idl.CollectionNameOrUUID) (string, error) {
	if n.UUID == nil {
		return n.Name, d.checkReadable(n.Name)
	}
	for name, c := range d.collections {
		if c.uuid == *n.UUID {
			return name, d.checkShown(name)
		}
	}
	return "", errcode.New(errcode.NamespaceNotFound, "Unable to resolve %s:%s",
		d.name, value.String(bson.Binary{Subtype: bson.TypeBinaryUUID, Data: n.UUID[:]}))
}

// checkCollection returns the server's error for a name that no collection can
// have.
func (d *database) checkCollection(name idl.CollectionName) (string, error) {
	if err := storage.CheckCollection(d.name, string(name)); err != nil {
		return "", err
	}
	return string(name), d.checkShown(string(name))
}

// checkReadable returns the error of a name that can't be read from.
func (d *database) checkReadable(name string) error {
	if err := storage.CheckReadable(d.name, name); err != nil {
		return err
	}
	return d.checkShown(name)
}

// stored returns a collection that is to be shown or measured, nil if there is
// none. It is an error if name is a view.
func (d *database) stored(name string) (*collection, error) {
	if d.views[name] != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s is a view, not a collection", d.namespace(name))
	}
	return d.collections[name], nil
}

// shown returns the collection that a command names to be shown or measured.
func (d *database) shown(named idl.CollectionName) (name string, c *collection, err error) {
	name, err = d.checkCollection(named)
	if err == nil {
		c, err = d.stored(name)
	}
	return name, c, err
}

// writable returns the collection that a write goes to, nil if there is none yet.
func (d *database) writable(name string) (*collection, error) {
	if err := storage.CheckCollection(d.name, name); err != nil {
		return nil, err
	}
	if name == viewsName {
		return nil, errcode.NotImplemented("writing to " + viewsName)
	}
	if err := d.checkShown(name); err != nil {
		return nil, err
	}
	if c := d.measurements(name); c != nil {
		return c, nil
	}
	return d.stored(name)
}

// checkSystemName returns the error of a name that begins with "system.", except the
// two that clients may create here; the server's others are refused.
func (d *database) checkSystemName(name string) error {
	if name == "system.profile" || name == "system.users" || strings.HasPrefix(name, bucketsPrefix) {
		return errcode.NotImplemented("a collection " + name)
	}
	if strings.HasPrefix(name, "system.") && name != "system.js" && name != viewsName {
		return errcode.New(errcode.InvalidNamespace, "Invalid system namespace: %s", d.namespace(name))
	}
	return nil
}

func (d *database) notFound(name string) error {
	return errcode.New(errcode.NamespaceNotFound, "ns does not exist: %s", d.namespace(name))
}

// bytes is the size of all documents' BSON.
func (d *database) bytes() int64 {
	total := int64(0)
	for _, c := range d.collections {
		total += c.Bytes()
	}
	return total
}

func (d *database) exists(name string) error {
	return errcode.New(errcode.NamespaceExists, "namespace %s already exists, but with different options", d.namespace(name))
}
