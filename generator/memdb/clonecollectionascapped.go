package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
)

// cloneCollectionAsCappedCommand accepts and ignores all other fields.
type cloneCollectionAsCappedCommand struct {
	genericArguments
	From   clonedName  `idl:",command"`
	To     clonedName  `idl:"toCollection"`
	Size   cappedSize  `idl:"size"`
	_      idl.Refused `idl:"temp"`
	Others bson.D      `idl:",others"`
}

var _ = register[cloneCollectionAsCappedCommand](command{names: []string{"cloneCollectionAsCapped"}, locks: locksWrite, writeConcern: true})

// clonedName is the name of a collection. Another type than string has an error of
// its own.
type clonedName struct {
	name  string
	given bool
}

// ReadValue reads a name.
func (n *clonedName) ReadValue(p idl.Path, v any) error {
	if n.name, n.given = v.(string); !n.given {
		return notOfTypeString(p.Name)
	}
	return nil
}

func notOfTypeString(field string) error {
	return errcode.New(errcode.TypeMismatch, "'%s' must be of type String", field)
}

func (c *cloneCollectionAsCappedCommand) run(r *request) (bson.D, error) {
	if !c.To.given {
		return nil, notOfTypeString("toCollection")
	}
	if storage.CheckReadable("", c.From.name) != nil {
		return nil, errcode.New(errcode.InvalidNamespace, "Invalid source collection name: %s", c.From.name)
	}
	if storage.CheckReadable("", c.To.name) != nil {
		return nil, errcode.New(errcode.InvalidNamespace, "Invalid target collection name: %s", c.To.name)
	}
	if err := c.Size.check(); err != nil {
		return nil, err
	}
	d := r.store.database(r.database)
	for _, name := range []string{c.From.name, c.To.name} {
		if _, err := d.stored(name); err != nil {
			return nil, err
		}
	}
	if err := checkDatabaseExists(r); err != nil {
		return nil, err
	}
	if err := checkCappedSource(d, c.From.name); err != nil {
		return nil, err
	}
	if err := d.collections[c.From.name].checkNotClustered("cloneCollectionAsCapped"); err != nil {
		return nil, err
	}
	return bson.D{}, c.clone(r, d)
}

func (c *cloneCollectionAsCappedCommand) clone(r *request, d *database) error {
	from, to := c.From.name, c.To.name
	if d.collections[to] != nil {
		return errcode.New(errcode.NamespaceExists, "cloneCollectionAsCapped failed - destination collection %s already exists. source collection: %s", d.namespace(to), d.namespace(from))
	}
	if strings.HasPrefix(to, "system.") || storage.CheckCollection(r.database, to) != nil {
		return errcode.NotImplemented("cloneCollectionAsCapped to " + d.namespace(to))
	}
	source := d.collections[from]
	if err := r.reserve(int(min(source.Bytes(), int64(c.Size)))); err != nil {
		return err
	}
	made, err := r.makeCollection(r.database, to, cappedOptions(source.options, int64(c.Size), source.options.cappedMax))
	if err != nil {
		return err
	}
	made.validator = source.validator // which collMod may have changed
	r.note(made, &logEntry{refused: "cloneCollectionAsCapped"})
	return copyInto(source, made)
}
