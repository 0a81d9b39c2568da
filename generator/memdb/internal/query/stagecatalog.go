package query

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// stageCatalog is the access of pipeline stages to the rest of the database.
type stageCatalog struct {
	op         *engine.Operation
	execution  *Execution
	collection string
	collation  *value.Collation // of the command
}

func (c *stageCatalog) database() *catalog.Database { return c.op.Store.Database(c.op.Database) }

// View returns the collection below a view, and the stages between.
func (c *stageCatalog) View(name string) (string, bson.A, error) {
	d := c.database()
	if err := d.CheckReadable(name); err != nil {
		return "", nil, err
	}
	if err := d.CheckViewCollations([]string{name}, c.collation); err != nil {
		return "", nil, err
	}
	collection, stages, err := d.Resolve(name)
	if err != nil {
		return "", nil, err
	}
	return collection, stages, c.op.CheckSnapshot(collection)
}

// Scan returns all documents. The source belongs to the execution, so that a later
// getMore can read on from it.
func (c *stageCatalog) Scan(name string) pipeline.Next {
	return c.execution.all(c.database().Collections[name], false).next
}

// Equal finds documents by an index; a regular expression would be a pattern
// for the planner, so it gets none.
func (c *stageCatalog) Equal(name, path string, values []any) (pipeline.Next, bool) {
	coll := c.database().Collections[name]
	if coll == nil {
		return pipeline.From(nil), true
	}
	for _, v := range values {
		if _, regex := v.(bson.Regex); regex {
			return nil, false
		}
	}
	filter := bson.D{{Key: path, Value: bson.D{{Key: "$in", Value: bson.A(values)}}}}
	q, err := New(c.op, coll, filter, nil, c.collation)
	if err != nil {
		return nil, false
	}
	p, err := plan.Query{Filter: q.Filter, Collation: c.collation}.Plan(coll.Indexes)
	if err != nil || p.Index == nil {
		return nil, false
	}
	ids := p.Walk().Rest()
	slices.Sort(ids)
	return filtered(c.execution.open(coll, source{ids: ids}).next, q.Matches), true
}

// Statistics returns the rows of $indexStats, $collStats and $currentOp.
func (c *stageCatalog) Statistics(stage, name string, spec bson.D) ([]bson.D, error) {
	if stage == "$currentOp" {
		return engine.CurrentOperations(c.op, value.Truthy(value.Get(spec, "truncateOps"))), nil
	}
	d := c.database()
	if d.Measurements(name) != nil {
		return nil, errcode.NotImplemented(stage + " of a time series collection")
	}
	if stage == "$indexStats" {
		behind, _, err := d.Resolve(name)
		if err == nil {
			err = d.Collections[behind].CheckNotClustered(stage)
		}
		if err != nil {
			return nil, err
		}
		return c.indexStats(d.Collections[behind]), nil
	}
	coll := d.Collections[name]
	switch {
	case len(spec) == 0:
	case d.Views[name] != nil:
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s is a view, not a collection", d.Namespace(name))
	case coll == nil:
		return nil, errcode.New(errcode.NamespaceNotFound, "Unable to retrieve %s in $collStats stage: collection '%s.%s' not found", spec[0].Key, c.op.Database, name)
	}
	if err := coll.CheckNotClustered(stage); err != nil {
		return nil, err
	}
	row := bson.D{
		{Key: "ns", Value: d.Namespace(name)},
		{Key: "host", Value: engine.HostName},
		{Key: "localTime", Value: bson.DateTime(c.op.Now.UnixMilli())},
	}
	for _, f := range spec {
		switch f.Key {
		case "count":
			row = append(row, bson.E{Key: "count", Value: int32(coll.Count())})
		case "storageStats":
			row = append(row, bson.E{Key: "storageStats", Value: coll.Statistics(f.Value.(int64))})
		default:
			return nil, errcode.NotImplemented("$collStats." + f.Key)
		}
	}
	return []bson.D{row}, nil
}

func (c *stageCatalog) indexStats(coll *catalog.Collection) []bson.D {
	if coll == nil {
		return nil
	}
	var rows []bson.D
	for _, x := range coll.Indexes {
		rows = append(rows, bson.D{
			{Key: "name", Value: x.Name},
			{Key: "key", Value: x.Key},
			{Key: "host", Value: engine.HostName},
			{Key: "accesses", Value: bson.D{
				{Key: "ops", Value: x.Accesses.Count.Load()},
				{Key: "since", Value: x.Accesses.Since()},
			}},
			{Key: "spec", Value: catalog.IndexRow(x)},
		})
	}
	return rows
}

// Unique reports whether an index makes the fields unique, and whether it is sparse.
func (c *stageCatalog) Unique(name string, fields []string) (unique, sparse bool, err error) {
	coll, err := c.database().Writable(name)
	if err != nil {
		return false, false, err
	}
	if coll != nil && coll.Options.TimeSeries != nil {
		return false, false, errcode.NotImplemented("$merge into a time series collection")
	}
	if slices.Equal(fields, []string{"_id"}) {
		return true, false, nil
	}
	if coll == nil {
		return false, false, nil
	}
	for _, x := range coll.Indexes {
		if x.Unique && x.Partial == nil && x.Collation.Same(c.collation) && sameNames(x.Key, fields) {
			return true, x.Sparse, nil
		}
	}
	return false, false, nil
}

// sameNames compares an index's fields with a set of paths.
func sameNames(key bson.D, fields []string) bool {
	return len(key) == len(fields) && !slices.ContainsFunc(key, func(f bson.E) bool { return !slices.Contains(fields, f.Key) })
}

// FindOne returns the document with the values of key.
func (c *stageCatalog) FindOne(name string, key bson.D) (bson.D, bool, error) {
	coll := c.database().Collections[name]
	if coll == nil {
		return nil, false, nil
	}
	if err := checkMayMerge(coll); err != nil {
		return nil, false, err
	}
	filter := bson.D{}
	for _, f := range key {
		filter = append(filter, bson.E{Key: f.Key, Value: bson.D{{Key: "$eq", Value: f.Value}}})
	}
	q, err := New(c.op, coll, filter, nil, c.collation)
	if err != nil {
		return nil, false, err
	}
	next, err := q.Documents()
	if err != nil {
		return nil, false, err
	}
	return next()
}

// checkMayMerge refuses $merge into a collection with a collation, by which its _id is
// unique.
func checkMayMerge(c *catalog.Collection) error {
	if c.Options.Collation != nil {
		return errcode.NotImplemented("$merge into a collection with a collation")
	}
	return nil
}

// Write yields between two documents.
func (c *stageCatalog) Write(run func() error) error { return c.op.WithoutYielding(run) }

// Insert stores a document, and makes the collection if there is none.
func (c *stageCatalog) Insert(name string, doc bson.D) error {
	coll, err := c.op.EnsureCollection(c.op.Database, name)
	if err != nil {
		return err
	}
	if err := checkMayMerge(coll); err != nil {
		return err
	}
	_, err = c.op.Insert(coll, doc)
	return err
}

// Replace puts a document in the place of the one with its _id.
func (c *stageCatalog) Replace(name string, doc bson.D, whenMatched string) error {
	coll := c.database().Collections[name]
	id, ok := coll.FindID(value.Get(doc, "_id"))
	if !ok {
		return errcode.New(errcode.ImmutableField, "the _id of a merged document was changed")
	}
	old, err := coll.Fields(id)
	if err != nil {
		return err
	}
	var how engine.UpdateDescription
	switch whenMatched {
	case "merge":
		how = update.SetFields
	case "pipeline":
		how = update.Diff
	}
	_, err = c.op.Replace(coll, id, old, doc, how)
	return err
}

// ReplaceAll builds the new collection beside the old one, and replaces the old one if
// all documents could be inserted.
func (c *stageCatalog) ReplaceAll(name string, series *timeseries.Options, docs []bson.D) (err error) {
	if storage.CheckReadable(c.op.Database, name) == nil && storage.CheckCollection(c.op.Database, name) != nil {
		return errcode.New(errcode.IllegalOperation, "error with target namespace: Invalid collection name: %s", name) // from the renaming at the end
	}
	if err := checkOutSeries(c.database(), name, series); err != nil {
		return err
	}
	old, err := c.database().Writable(name)
	if err != nil {
		return err
	}
	if old != nil && old.Capped() {
		return errcode.New(17152, "namespace '%s' is capped so it can't be used for $out", old.Name)
	}
	fresh, err := outTarget(c.op, name, old, series)
	if err != nil {
		return err
	}
	c.op.MayYieldAnywhere = false
	if err := fillOutTarget(c.op, fresh, docs); err != nil {
		return err
	}
	return replaceByOutTarget(c.op, name, old, fresh, series)
}
