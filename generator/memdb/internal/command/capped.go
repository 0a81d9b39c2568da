package command

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// cappedSize is a number of bytes. Any other value reads as zero, which check
// rejects.
type cappedSize int64

// ReadValue reads any value.
func (s *cappedSize) ReadValue(_ idl.Path, v any) error {
	if value.IsNumber(v) {
		*s = cappedSize(value.ClampLong(v))
	}
	return nil
}

// check returns the errors of a size for a capped collection, in the words of the
// commands that make one of another, and of create.
func (s cappedSize) check() error {
	const most = 1 << 50
	switch {
	case s <= 0:
		return errcode.New(errcode.InvalidOptions, "Capped collection size must be greater than zero")
	case s > most:
		return errcode.New(errcode.BadValue, "BSON field 'size' value must be <= %d, actual value '%d'", int64(most), s)
	}
	return nil
}

// cappedOptions are the options of a collection that is to be capped, which keeps all
// others (src/mongo/db/catalog/capped_utils.cpp).
func cappedOptions(o catalog.CollectionOptions, size, most int64) catalog.CollectionOptions {
	shown := bson.D{{Key: "capped", Value: true}, {Key: "size", Value: value.IntOrLong(size)}}
	if most > 0 {
		shown = append(shown, bson.E{Key: "max", Value: value.IntOrLong(most)})
	}
	for _, f := range o.Shown {
		if !slices.Contains([]string{"capped", "size", "max"}, f.Key) {
			shown = append(shown, f)
		}
	}
	o.Shown, o.CappedSize, o.CappedMax = shown, size, most
	return o
}

// copyInto copies the documents in their order; the oldest leave a capped target
// again. The server leaves out some of the oldest beforehand if they are more than
// twice the target's size, which comes to the same only if no document is larger
// than that size.
func copyInto(c *catalog.Collection, to *catalog.Collection) error {
	large := c.Bytes() > 2*to.Options.CappedSize
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		if large && int64(len(raw)) > to.Options.CappedSize {
			return errcode.NotImplemented("a capped collection of documents larger than its size")
		}
		fields, err := c.Fields(id)
		if err != nil {
			return err
		}
		doc, err := storage.NewDocument(fields)
		if err != nil {
			return err
		}
		if _, err := to.Insert(doc); err != nil {
			return err
		}
	}
	return nil
}

// checkCappedSource returns the error of a collection that can't be copied into a capped
// one.
func checkCappedSource(d *catalog.Database, name string) error {
	if strings.HasPrefix(name, "system.") {
		return errcode.NotImplemented("a capped collection made of " + d.Namespace(name))
	}
	if d.Collections[name] == nil || d.Measurements(name) != nil {
		return errcode.New(errcode.NamespaceNotFound, "source collection %s does not exist", d.Namespace(name))
	}
	return nil
}

func checkDatabaseExists(op *engine.Operation) error {
	if op.Store.Databases[op.Database] == nil {
		return errcode.New(errcode.NamespaceNotFound, "database %s not found", op.Database)
	}
	return nil
}
