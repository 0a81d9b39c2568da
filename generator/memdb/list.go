package memdb

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/match"
)

func runListCollections(r *request) (bson.D, error) {
	var rows []bson.D
	if d := r.db.databases[r.database]; d != nil {
		rows = d.rows()
	}
	if r.flag("nameOnly", false) {
		for i, row := range rows {
			rows[i] = row[:2] // the filter sees no more than the reply
		}
	}
	rows, err := r.chosen(rows)
	if err != nil {
		return nil, err
	}
	return r.listReply(rows, r.database+".$cmd.listCollections")
}

// chosen keeps the rows that the command's filter matches.
func (r *request) chosen(rows []bson.D) ([]bson.D, error) {
	m, err := match.Parse(r.document("filter"), match.Options{})
	if err != nil {
		return nil, err
	}
	var kept []bson.D
	for _, row := range rows {
		result, err := m.Match(row, r.plainEnvironment())
		if err != nil {
			return nil, err
		}
		if result.OK {
			kept = append(kept, row)
		}
	}
	return kept, nil
}

// rows describes the collections and views, by name.
func (d *database) rows() []bson.D {
	var rows []bson.D
	for _, name := range slices.Sorted(maps.Keys(d.collections)) {
		c := d.collections[name]
		options := c.options.shown
		if options == nil {
			options = bson.D{}
		}
		rows = append(rows, bson.D{
			{Key: "name", Value: name},
			{Key: "type", Value: "collection"},
			{Key: "options", Value: options},
			{Key: "info", Value: bson.D{
				{Key: "readOnly", Value: false},
				{Key: "uuid", Value: bson.Binary{Subtype: 4, Data: c.uuid[:]}},
			}},
			{Key: "idIndex", Value: indexRow(c.Indexes[0])},
		})
	}
	for _, name := range slices.Sorted(maps.Keys(d.views)) {
		v := d.views[name]
		options := bson.D{{Key: "viewOn", Value: v.on}, {Key: "pipeline", Value: v.pipeline}}
		rows = append(rows, bson.D{
			{Key: "name", Value: name},
			{Key: "type", Value: "view"},
			{Key: "options", Value: append(options, shownCollation(v.collation)...)},
			{Key: "info", Value: bson.D{{Key: "readOnly", Value: true}}},
		})
	}
	return rows
}

func runListDatabases(r *request) (bson.D, error) {
	nameOnly := r.flag("nameOnly", false)
	var rows []bson.D
	for _, name := range slices.Sorted(maps.Keys(r.db.databases)) {
		row := bson.D{{Key: "name", Value: name}}
		if !nameOnly {
			row = append(row, bson.E{Key: "sizeOnDisk", Value: r.db.databases[name].bytes()},
				bson.E{Key: "empty", Value: false}) // whether it has collections, not documents
		}
		rows = append(rows, row)
	}
	rows, err := r.chosen(rows)
	if err != nil {
		return nil, err
	}
	list, total := bson.A{}, int64(0)
	for _, row := range rows {
		if !nameOnly {
			total += row[1].Value.(int64)
		}
		list = append(list, row)
	}
	reply := bson.D{{Key: "databases", Value: list}}
	if nameOnly {
		return reply, nil
	}
	return append(reply, bson.E{Key: "totalSize", Value: total}, bson.E{Key: "totalSizeMb", Value: total >> 20}), nil
}

// bytes is the size of all documents' BSON.
func (d *database) bytes() int64 {
	total := int64(0)
	for _, c := range d.collections {
		total += c.Bytes()
	}
	return total
}
