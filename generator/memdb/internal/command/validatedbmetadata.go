//go:build !js

package command

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
)

type validateDBMetadataCommand struct {
	genericArguments
	_          any            `idl:",command"`
	Parameters *apiParameters `idl:"apiParameters,required"`
	Database   *string        `idl:"db"`
	Collection *string        `idl:"collection"`
}

// apiParameters are the API parameters against which the metadata is checked.
type apiParameters struct {
	Version string `idl:"version,required"`
	Strict  bool   `idl:"strict,notnull"`
	_       bool   `idl:"deprecationErrors,notnull"`
}

var _ = register[validateDBMetadataCommand](command{names: []string{"validateDBMetadata"}, locks: locksRead})

func (c *validateDBMetadataCommand) run(op *engine.Operation) (bson.D, error) {
	if op.Database != "admin" {
		return nil, errcode.NotImplemented("validateDBMetadata on another database than admin")
	}
	if c.Database != nil && storage.CheckDatabase(*c.Database) != nil {
		return nil, errcode.NotImplemented("validateDBMetadata.db with a name that no database has")
	}
	if c.Collection != nil {
		if err := storage.CheckReadable("", *c.Collection); err != nil {
			return nil, err
		}
	}
	found := bson.A{}
	for _, name := range slices.Sorted(maps.Keys(op.Store.Databases)) {
		if !c.Parameters.Strict || c.Parameters.Version != "1" || c.Database != nil && *c.Database != name {
			continue
		}
		rows, err := c.errorsOf(op.Store.Databases[name])
		if err != nil {
			return nil, err
		}
		found = append(found, rows...)
	}
	return bson.D{{Key: "apiVersionErrors", Value: found}}, nil
}

// errorsOf returns a row for each index that version 1 of the stable API does not
// have. Views and validators are refused: their stages and filters are not checked.
func (c *validateDBMetadataCommand) errorsOf(d *catalog.Database) (rows bson.A, err error) {
	for _, name := range slices.Sorted(maps.Keys(d.Views)) {
		if c.Collection == nil || *c.Collection == name {
			return nil, errcode.NotImplemented("validateDBMetadata of a view")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Collections)) {
		coll := d.Collections[name]
		if c.Collection != nil && *c.Collection != name {
			continue
		}
		if coll.Validator != nil && len(coll.Validator.Filter) > 0 {
			return nil, errcode.NotImplemented("validateDBMetadata of a validator")
		}
		for _, x := range coll.Indexes {
			if x.Sparse {
				rows = append(rows, apiStrictRow(d.Namespace(name), x))
			}
		}
	}
	return rows, nil
}

func apiStrictRow(namespace string, x *storage.Index) bson.D {
	e := errcode.New(errcode.APIStrictError, "The index with name %s is not allowed in API version 1.", x.Name)
	return bson.D{{Key: "ns", Value: namespace}, {Key: "code", Value: e.Code}, {Key: "codeName", Value: e.Name}, {Key: "errmsg", Value: e.Message}}
}
