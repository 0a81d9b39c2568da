package verify

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func (c *call) find() (any, error) {
	o := options.Find()
	set(c, "projection", o.SetProjection)
	set(c, "sort", o.SetSort)
	setLong(c, "skip", o.SetSkip)
	setLong(c, "limit", o.SetLimit)
	set(c, "batchSize", o.SetBatchSize)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	setCollation(c, o.SetCollation)
	return c.documents(c.collection.Find(c.ctx, c.argument("filter"), o))
}

func (c *call) findOne() (any, error) {
	o := options.FindOne()
	set(c, "projection", o.SetProjection)
	set(c, "sort", o.SetSort)
	setLong(c, "skip", o.SetSkip)
	set(c, "hint", o.SetHint)
	setCollation(c, o.SetCollation)
	return document(c.collection.FindOne(c.ctx, c.argument("filter"), o))
}

func (c *call) aggregate() (any, error) {
	o := options.Aggregate()
	set(c, "batchSize", o.SetBatchSize)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	setCollation(c, o.SetCollation)
	if c.collection == nil {
		return c.documents(c.database.Aggregate(c.ctx, c.argument("pipeline"), o))
	}
	return c.documents(c.collection.Aggregate(c.ctx, c.argument("pipeline"), o))
}

func (c *call) countDocuments() (any, error) {
	o := options.Count()
	setLong(c, "skip", o.SetSkip)
	setLong(c, "limit", o.SetLimit)
	set(c, "hint", o.SetHint)
	setCollation(c, o.SetCollation)
	n, err := c.collection.CountDocuments(c.ctx, c.argument("filter"), o)
	return int32(n), err
}

func (c *call) distinct() (any, error) {
	o := options.Distinct()
	set(c, "hint", o.SetHint)
	setCollation(c, o.SetCollation)
	name, _ := c.argument("fieldName").(string)
	values, err := c.collection.Distinct(c.ctx, name, c.argument("filter"), o).Raw()
	if err != nil {
		return nil, err
	}
	return bson.RawValue{Type: bson.TypeArray, Value: values}, nil
}
