package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// catalog is the access of pipeline stages to the rest of the database.
type catalog struct {
	req        *request
	run        *execution
	collection string
	collation  *value.Collation // of the command
}

func (c *catalog) database() *database { return c.req.store.database(c.req.database) }

func (c *catalog) View(name string) (string, bson.A, error) {
	d := c.database()
	if err := d.checkReadable(name); err != nil {
		return "", nil, err
	}
	if err := d.checkViewCollations([]string{name}, c.collation); err != nil {
		return "", nil, err
	}
	collection, stages, err := d.resolve(name)
	if err != nil {
		return "", nil, err
	}
	return collection, stages, c.req.maySnapshot(collection)
}

// Scan returns all documents. The source belongs to the execution, so that a later
// getMore can read on from it.
func (c *catalog) Scan(name string) pipeline.Next {
	return c.run.all(c.database().collections[name], false).next
}

// Equal finds documents by an index; a regular expression would be a pattern
// for the planner, so it gets none.
func (c *catalog) Equal(name, path string, values []any) (pipeline.Next, bool) {
	coll := c.database().collections[name]
	if coll == nil {
		return pipeline.From(nil), true
	}
	for _, v := range values {
		if _, regex := v.(bson.Regex); regex {
			return nil, false
		}
	}
	filter := bson.D{{Key: path, Value: bson.D{{Key: "$in", Value: bson.A(values)}}}}
	p, err := plan.Query{Filter: filter, Collation: c.collation}.Plan(coll.Indexes)
	if err != nil || p.Index == nil {
		return nil, false
	}
	q, err := newQuery(c.req, coll, filter, nil, c.collation)
	if err != nil {
		return nil, false
	}
	ids := p.Walk().Rest()
	slices.Sort(ids)
	return filtered(c.run.open(coll, source{ids: ids}).next, q.matches), true
}

// Statistics returns the rows of $indexStats, $collStats and $currentOp.
func (c *catalog) Statistics(stage, name string, spec bson.D) ([]bson.D, error) {
	if stage == "$currentOp" {
		return currentOperations(c.req, value.Truthy(value.Get(spec, "truncateOps"))), nil
	}
	d := c.database()
	if d.measurements(name) != nil {
		return nil, errcode.NotImplemented(stage + " of a time series collection")
	}
	if stage == "$indexStats" {
		behind, _, err := d.resolve(name)
		if err == nil {
			err = d.collections[behind].checkNotClustered(stage)
		}
		if err != nil {
			return nil, err
		}
		return c.indexStats(d.collections[behind]), nil
	}
	coll := d.collections[name]
	switch {
	case len(spec) == 0:
	case d.views[name] != nil:
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s is a view, not a collection", d.namespace(name))
	case coll == nil:
		return nil, errcode.New(errcode.NamespaceNotFound, "Unable to retrieve %s in $collStats stage: collection '%s.%s' not found", spec[0].Key, c.req.database, name)
	}
	if err := coll.checkNotClustered(stage); err != nil {
		return nil, err
	}
	row := bson.D{
		{Key: "ns", Value: d.namespace(name)},
		{Key: "host", Value: hostName},
		{Key: "localTime", Value: bson.DateTime(c.req.now.UnixMilli())},
	}
	for _, f := range spec {
		switch f.Key {
		case "count":
			row = append(row, bson.E{Key: "count", Value: int32(coll.Count())})
		case "storageStats":
			row = append(row, bson.E{Key: "storageStats", Value: coll.statistics(f.Value.(int64))})
		default:
			return nil, errcode.NotImplemented("$collStats." + f.Key)
		}
	}
	return []bson.D{row}, nil
}

func (c *catalog) indexStats(coll *collection) []bson.D {
	if coll == nil {
		return nil
	}
	var rows []bson.D
	for _, x := range coll.Indexes {
		rows = append(rows, bson.D{
			{Key: "name", Value: x.Name},
			{Key: "key", Value: x.Key},
			{Key: "host", Value: hostName},
			{Key: "accesses", Value: bson.D{
				{Key: "ops", Value: x.Accesses.Count.Load()},
				{Key: "since", Value: x.Accesses.Since()},
			}},
			{Key: "spec", Value: indexRow(x)},
		})
	}
	return rows
}

func (c *catalog) Unique(name string, fields []string) (unique, sparse bool, err error) {
	coll, err := c.database().writable(name)
	if err != nil {
		return false, false, err
	}
	if coll != nil && coll.options.series != nil {
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

func (c *catalog) FindOne(name string, key bson.D) (bson.D, bool, error) {
	coll := c.database().collections[name]
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
	q, err := newQuery(c.req, coll, filter, nil, c.collation)
	if err != nil {
		return nil, false, err
	}
	next, err := q.documents()
	if err != nil {
		return nil, false, err
	}
	return next()
}

// checkMayMerge refuses $merge into a collection with a collation, by which its _id is
// unique.
func checkMayMerge(c *collection) error {
	if c.options.collation != nil {
		return errcode.NotImplemented("$merge into a collection with a collation")
	}
	return nil
}

// Write yields between two documents.
func (c *catalog) Write(run func() error) error { return c.req.withoutYielding(run) }

func (c *catalog) Insert(name string, doc bson.D) error {
	coll, err := c.req.ensure(c.req.database, name)
	if err != nil {
		return err
	}
	if err := checkMayMerge(coll); err != nil {
		return err
	}
	_, err = c.req.insert(coll, doc)
	return err
}

func (c *catalog) Replace(name string, doc bson.D, whenMatched string) error {
	coll := c.database().collections[name]
	id, ok := coll.findID(value.Get(doc, "_id"))
	if !ok {
		return errcode.New(errcode.ImmutableField, "the _id of a merged document was changed")
	}
	old, err := coll.Fields(id)
	if err != nil {
		return err
	}
	var how described
	switch whenMatched {
	case "merge":
		how = update.SetFields
	case "pipeline":
		how = update.Diff
	}
	_, err = c.req.replace(coll, id, old, doc, how)
	return err
}

// ReplaceAll builds the new collection beside the old one, and replaces the old one if
// all documents could be inserted.
func (c *catalog) ReplaceAll(name string, series *timeseries.Options, docs []bson.D) (err error) {
	if storage.CheckReadable(c.req.database, name) == nil && storage.CheckCollection(c.req.database, name) != nil {
		return errcode.New(errcode.IllegalOperation, "error with target namespace: Invalid collection name: %s", name) // from the renaming at the end
	}
	if err := checkOutSeries(c.database(), name, series); err != nil {
		return err
	}
	old, err := c.database().writable(name)
	if err != nil {
		return err
	}
	if old != nil && old.Capped() {
		return errcode.New(17152, "namespace '%s' is capped so it can't be used for $out", old.Name)
	}
	fresh, err := outTarget(c.req, name, old, series)
	if err != nil {
		return err
	}
	c.req.mayYieldAnywhere = false
	if err := fillOutTarget(c.req, fresh, docs); err != nil {
		return err
	}
	return replaceByOutTarget(c.req, name, old, fresh, series)
}
