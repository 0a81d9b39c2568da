//go:build !js

package command

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
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

func (c *cloneCollectionAsCappedCommand) run(op *engine.Operation) (bson.D, error) {
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
	d := op.Store.Database(op.Database)
	for _, name := range []string{c.From.name, c.To.name} {
		if _, err := d.Stored(name); err != nil {
			return nil, err
		}
	}
	if err := checkDatabaseExists(op); err != nil {
		return nil, err
	}
	if err := checkCappedSource(d, c.From.name); err != nil {
		return nil, err
	}
	if err := d.Collections[c.From.name].CheckNotClustered("cloneCollectionAsCapped"); err != nil {
		return nil, err
	}
	return bson.D{}, c.clone(op, d)
}

func (c *cloneCollectionAsCappedCommand) clone(op *engine.Operation, d *catalog.Database) error {
	from, to := c.From.name, c.To.name
	if d.Collections[to] != nil {
		return errcode.New(errcode.NamespaceExists, "cloneCollectionAsCapped failed - destination collection %s already exists. source collection: %s", d.Namespace(to), d.Namespace(from))
	}
	if strings.HasPrefix(to, "system.") || storage.CheckCollection(op.Database, to) != nil {
		return errcode.NotImplemented("cloneCollectionAsCapped to " + d.Namespace(to))
	}
	source := d.Collections[from]
	if err := op.ReserveBytes(int(min(source.Bytes(), int64(c.Size)))); err != nil {
		return err
	}
	made, err := op.MakeCollection(op.Database, to, cappedOptions(source.Options, int64(c.Size), source.Options.CappedMax))
	if err != nil {
		return err
	}
	made.Validator = source.Validator // which collMod may have changed
	op.LogChange(made, &engine.OplogEntry{Refused: "cloneCollectionAsCapped"})
	return copyInto(source, made)
}
