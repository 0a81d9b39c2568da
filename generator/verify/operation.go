package verify

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// call is an operation on its way to the driver.
type call struct {
	ctx        context.Context
	database   *mongo.Database
	collection *mongo.Collection // nil for an operation on the database
	arguments  bson.D
}

// operations run a call through the driver's method of that name, and give its
// result as the Unified Test Format writes results.
var operations = map[string]func(*call) (any, error){
	"find":              (*call).find,
	"findOne":           (*call).findOne,
	"aggregate":         (*call).aggregate,
	"countDocuments":    (*call).countDocuments,
	"distinct":          (*call).distinct,
	"insertOne":         (*call).insertOne,
	"insertMany":        (*call).insertMany,
	"updateOne":         (*call).updateOne,
	"updateMany":        (*call).updateMany,
	"replaceOne":        (*call).replaceOne,
	"deleteOne":         (*call).deleteOne,
	"deleteMany":        (*call).deleteMany,
	"findOneAndUpdate":  (*call).findOneAndUpdate,
	"findOneAndReplace": (*call).findOneAndReplace,
	"findOneAndDelete":  (*call).findOneAndDelete,
	"bulkWrite":         (*call).bulkWrite,
	"createIndex":       (*call).createIndex,
	"runCommand":        (*call).runCommand,
}

func (r *run) execute(ctx context.Context, o example.Operation) (bson.RawValue, error) {
	c := &call{ctx: ctx, database: r.db, arguments: o.Arguments}
	if o.Object != "" {
		c.collection = r.db.Collection(o.Object)
	}
	operation := operations[o.Name]
	if operation == nil {
		return bson.RawValue{}, fmt.Errorf("the operation %s is not known", o.Name)
	}
	value, err := operation(c)
	if err != nil {
		return bson.RawValue{}, err
	}
	result, err := ejson.Raw(value)
	return r.renamed(result), err
}

// encode encodes a value that is made of BSON values.
func encode(value any) bson.RawValue {
	encoded, err := ejson.Raw(value)
	if err != nil {
		panic(err)
	}
	return encoded
}

func (c *call) argument(name string) any {
	for _, e := range c.arguments {
		if e.Key == name {
			return e.Value
		}
	}
	return nil
}

// set hands an argument that is there to a driver's setter.
func set[T, O any](c *call, name string, setter func(T) O) {
	if value, ok := c.argument(name).(T); ok {
		setter(value)
	}
}

// setLong is set for the setters that take an int64.
func setLong[O any](c *call, name string, setter func(int64) O) {
	set(c, name, func(n int32) O { return setter(int64(n)) })
}

// setList is set for the setters that take a list of documents.
func setList[O any](c *call, name string, setter func([]any) O) {
	set(c, name, func(list bson.A) O { return setter(list) })
}

// setCollation is set for collations.
func setCollation[O any](c *call, setter func(*options.Collation) O) {
	set(c, "collation", func(d bson.D) O { return setter(collationOf(d)) })
}

// collationOf gives the driver's form of a collation, a struct with the
// server's names for its fields.
func collationOf(d bson.D) *options.Collation {
	collation := &options.Collation{}
	encoded, err := bson.Marshal(d)
	if err == nil {
		err = bson.Unmarshal(encoded, collation)
	}
	if err != nil {
		return &options.Collation{} // without a locale, which the server refuses
	}
	return collation
}

// documents reads a cursor to its end.
func (c *call) documents(cursor *mongo.Cursor, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	documents := []bson.Raw{}
	err = cursor.All(c.ctx, &documents)
	return documents, err
}

// document gives a single result's document, or nil if there is none.
func document(result *mongo.SingleResult) (any, error) {
	raw, err := result.Raw()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, nil
	}
	return raw, err
}

func (c *call) insertOne() (any, error) {
	result, err := c.collection.InsertOne(c.ctx, c.argument("document"))
	if err != nil {
		return nil, err
	}
	return bson.D{{Key: "insertedId", Value: result.InsertedID}}, nil
}

func (c *call) insertMany() (any, error) {
	o := options.InsertMany()
	set(c, "ordered", o.SetOrdered)
	result, err := c.collection.InsertMany(c.ctx, c.argument("documents"), o)
	if err != nil {
		return nil, err
	}
	ids := bson.D{}
	for i, id := range result.InsertedIDs {
		ids = append(ids, bson.E{Key: strconv.Itoa(i), Value: id})
	}
	return bson.D{{Key: "insertedIds", Value: ids}}, nil
}

// updated gives the result of an update or a replacement.
func updated(result *mongo.UpdateResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	value := bson.D{
		{Key: "matchedCount", Value: int32(result.MatchedCount)},
		{Key: "modifiedCount", Value: int32(result.ModifiedCount)},
		{Key: "upsertedCount", Value: int32(result.UpsertedCount)},
	}
	if result.UpsertedCount > 0 {
		value = append(value, bson.E{Key: "upsertedId", Value: result.UpsertedID})
	}
	return value, nil
}

func deleted(result *mongo.DeleteResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return bson.D{{Key: "deletedCount", Value: int32(result.DeletedCount)}}, nil
}

// runCommand gives the reply without what depends on the kind of server.
func (c *call) runCommand() (any, error) {
	reply, err := c.database.RunCommand(c.ctx, c.argument("command")).Raw()
	if err != nil {
		return nil, err
	}
	elements, err := reply.Elements()
	if err != nil {
		return nil, err
	}
	value := bson.D{}
	for _, e := range elements {
		if key := e.Key(); key != "$clusterTime" && key != "operationTime" {
			value = append(value, bson.E{Key: key, Value: e.Value()})
		}
	}
	return value, nil
}
