package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

type validateCommand struct {
	genericArguments
	Others      bson.D             `idl:",others"`
	Collection  idl.CollectionName `idl:",command"`
	Full        anyTruth           `idl:"full"`
	Conformance anyTruth           `idl:"checkBSONConformance"`
	Metadata    anyTruth           `idl:"metadata"`
	Repair      anyTruth           `idl:"repair"`
	Background  anyTruth           `idl:"background"`
	FixMultikey anyTruth           `idl:"fixMultikey,accepted"`
	_           any                `idl:"scandata,accepted"`
	_           idl.Refused        `idl:"enforceFastCount collHash hashPrefixes unhash"`
}

var _ = register[validateCommand](command{names: []string{"validate"}, locks: locksRead})

// anyTruth is true or false by a value of any type; null counts as not given.
type anyTruth struct{ on, off bool }

// ReadValue reads any value.
func (t *anyTruth) ReadValue(_ idl.Path, v any) error {
	t.on = value.Truthy(v)
	t.off = !t.on && !value.IsNullish(v)
	return nil
}

func (c *validateCommand) run(op *engine.Operation) (bson.D, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	d, name := op.Store.Database(op.Database), string(c.Collection)
	if err := d.CheckReadable(name); err != nil {
		return nil, err
	}
	if d.Measurements(name) != nil {
		return nil, errcode.NotImplemented("validate of a time series collection")
	}
	if d.Views[name] != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Cannot validate a view")
	}
	coll := d.Collections[name]
	if coll == nil {
		return nil, errcode.New(errcode.NamespaceNotFound, "Collection '%s' does not exist to validate.", d.Namespace(name))
	}
	unlike := 0
	wrong, err := coll.Validate(countingUnlikeSchema(coll, &unlike, op.Env()))
	if err != nil {
		return nil, err
	}
	reply := bson.D{
		{Key: "valid", Value: wrong == 0},
		{Key: "repaired", Value: false},
		{Key: "repairMode", Value: "None"},
		{Key: "ns", Value: coll.Name},
		{Key: "uuid", Value: bson.Binary{Subtype: 4, Data: coll.UUID[:]}},
	}
	warnings := bson.A{}
	if unlike > 0 {
		warnings = append(warnings, "Detected one or more documents not compliant with the collection's schema. Check logs for log id 5363500.")
	}
	reply = append(reply,
		bson.E{Key: "warnings", Value: warnings},
		bson.E{Key: "errors", Value: bson.A{}},
		bson.E{Key: "extraIndexEntries", Value: bson.A{}},
		bson.E{Key: "missingIndexEntries", Value: bson.A{}},
		bson.E{Key: "nInvalidDocuments", Value: int32(0)},
		bson.E{Key: "nNonCompliantDocuments", Value: int32(unlike)},
		bson.E{Key: "nrecords", Value: int32(coll.Count())},
		bson.E{Key: "corruptRecords", Value: bson.A{}},
	)
	keys, details := bson.D{}, bson.D{}
	for _, x := range coll.ShownIndexes() {
		keys = append(keys, bson.E{Key: x.Name, Value: int32(x.Len())})
		details = append(details, bson.E{Key: x.Name, Value: bson.D{{Key: "valid", Value: wrong == 0}, {Key: "spec", Value: catalog.IndexRow(x)}}})
	}
	return append(reply,
		bson.E{Key: "nIndexes", Value: int32(len(coll.ShownIndexes()))},
		bson.E{Key: "keysPerIndex", Value: keys},
		bson.E{Key: "indexDetails", Value: details},
	), nil
}

// check returns the errors of options that don't go together, or that a standalone
// does not take.
func (c *validateCommand) check() error {
	for _, pair := range []struct {
		one, other string
		both       bool
	}{
		{"{ background: true }", "{ full: true }", c.Background.on && c.Full.on},
		{"{ checkBSONConformance: false }", "{ full: true }", c.Conformance.off && c.Full.on},
		{"{ background: true }", "{ repair: true }", c.Background.on && c.Repair.on},
		{"{ checkBSONConformance: true }", "{ repair: true }", c.Conformance.on && c.Repair.on},
		{"{ fixMultikey: false }", "{ repair: true }", c.FixMultikey.off && c.Repair.on},
		{"{ metadata: true }", "any other option", c.Metadata.on && (c.Background.on || c.Conformance.on || c.Full.on || c.Repair.on)},
	} {
		if pair.both {
			return errcode.New(errcode.InvalidOptions, "Running the validate command with both %s and %s is not supported.", pair.one, pair.other)
		}
	}
	switch {
	case c.Background.on:
		return errcode.New(115, "Running the validate command with { background: true } is not supported in standalone mode")
	case c.Repair.on:
		return errcode.NotImplemented("validate.repair")
	case c.FixMultikey.on:
		return errcode.NotImplemented("validate.fixMultikey")
	case c.Metadata.on:
		return errcode.NotImplemented("validate.metadata")
	}
	return nil
}

// countingUnlikeSchema returns a function that adds 1 to n for a document that the
// validator rejects or fails on; it is nil if there is no rule or its level is off.
func countingUnlikeSchema(c *catalog.Collection, n *int, env *expr.Env) func(doc bson.D) error {
	v := c.Validator
	if v == nil || v.Matcher == nil || v.Level == "off" {
		return nil
	}
	return func(doc bson.D) error {
		result, err := v.Matcher.Match(doc, env)
		if errcode.Refused(err) {
			return err
		}
		if err != nil || !result.OK {
			*n++
		}
		return nil
	}
}
