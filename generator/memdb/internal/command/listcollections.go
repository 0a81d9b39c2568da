package command

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/match"
)

type listCollectionsCommand struct {
	genericArguments
	_        any            `idl:",command"`
	Filter   bson.D         `idl:"filter"`
	Cursor   *cursorOptions `idl:"cursor"`
	NameOnly bool           `idl:"nameOnly"`
	_        bool           `idl:"authorizedCollections,accepted"`
	_        idl.Refused    `idl:"includePendingDrops"`
}

var _ = register[listCollectionsCommand](command{names: []string{"listCollections"}, locks: locksRead, api1: true})

func (c *listCollectionsCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	rows := collectionRows(d)
	if c.NameOnly {
		for i, row := range rows {
			rows[i] = row[:2] // the filter sees no more than the reply
		}
	}
	rows, err := chosenRows(rows, c.Filter, op.ClocklessEnv())
	if err != nil {
		return nil, err
	}
	return listReply(op, rows, d.Namespace("$cmd.listCollections"), c.Cursor)
}

// chosenRows keeps the rows that a command's filter matches.
func chosenRows(rows []bson.D, filter bson.D, env *expr.Env) ([]bson.D, error) {
	m, err := match.Parse(filter, match.Options{})
	if err != nil {
		return nil, err
	}
	var kept []bson.D
	for _, row := range rows {
		result, err := m.Match(row, env)
		if err != nil {
			return nil, err
		}
		if result.OK {
			kept = append(kept, row)
		}
	}
	return kept, nil
}

// collectionRows describes the collections and views, by name.
func collectionRows(d *catalog.Database) []bson.D {
	var rows []bson.D
	for _, name := range slices.Sorted(maps.Keys(d.Collections)) {
		c := d.Collections[name]
		if c.Options.TimeSeries != nil {
			rows = append(rows, bucketsRow(c, name))
			continue
		}
		options := c.Options.Shown
		if options == nil {
			options = bson.D{}
		}
		row := bson.D{
			{Key: "name", Value: name},
			{Key: "type", Value: "collection"},
			{Key: "options", Value: options},
			{Key: "info", Value: bson.D{
				{Key: "readOnly", Value: false},
				{Key: "uuid", Value: bson.Binary{Subtype: 4, Data: c.UUID[:]}},
			}},
		}
		if !c.IsClustered() {
			row = append(row, bson.E{Key: "idIndex", Value: catalog.IndexRow(c.Indexes[0])})
		}
		rows = append(rows, row)
	}
	for _, name := range slices.Sorted(maps.Keys(d.Views)) {
		v := d.Views[name]
		if v.TimeSeries != nil {
			rows = append(rows, timeSeriesRow(v.TimeSeries, name))
			continue
		}
		options := bson.D{{Key: "viewOn", Value: v.On}, {Key: "pipeline", Value: v.Pipeline}}
		rows = append(rows, bson.D{
			{Key: "name", Value: name},
			{Key: "type", Value: "view"},
			{Key: "options", Value: append(options, v.Collation.Option()...)},
			{Key: "info", Value: bson.D{{Key: "readOnly", Value: true}}},
		})
	}
	return rows
}

// timeSeriesRow is how listCollections shows a time series collection.
func timeSeriesRow(s *catalog.TimeSeries, name string) bson.D {
	return bson.D{
		{Key: "name", Value: name},
		{Key: "type", Value: "timeseries"},
		{Key: "options", Value: timeSeriesOptions(s, nil)},
		{Key: "info", Value: bson.D{{Key: "readOnly", Value: false}}},
	}
}

// bucketsRow is how listCollections shows the collection behind one.
func bucketsRow(c *catalog.Collection, name string) bson.D {
	s := c.Options.TimeSeries
	return bson.D{
		{Key: "name", Value: name},
		{Key: "type", Value: "collection"},
		{Key: "options", Value: timeSeriesOptions(s, bson.D{{Key: "validator", Value: s.BucketSchema()}, {Key: "clusteredIndex", Value: true}})},
		{Key: "info", Value: bson.D{
			{Key: "readOnly", Value: false},
			{Key: "uuid", Value: bson.Binary{Subtype: 4, Data: c.UUID[:]}},
		}},
	}
}

// timeSeriesOptions adds the options to others.
func timeSeriesOptions(s *catalog.TimeSeries, options bson.D) bson.D {
	if s.ExpireAfter != nil {
		options = append(options, bson.E{Key: "expireAfterSeconds", Value: *s.ExpireAfter})
	}
	return append(options, bson.E{Key: "timeseries", Value: s.Document()})
}
