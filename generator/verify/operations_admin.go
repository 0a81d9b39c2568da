package verify

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// administration are the calls of operations on collections and indexes, and of
// runCommand.
var administration = map[string]func(*arguments) call{
	"createIndex": func(a *arguments) call {
		o := options.Index()
		index := mongo.IndexModel{Keys: argument[bson.D](a, "keys"), Options: o}
		set(a, "name", o.SetName)
		set(a, "unique", o.SetUnique)
		set(a, "sparse", o.SetSparse)
		set(a, "hidden", o.SetHidden)
		set(a, "expireAfterSeconds", o.SetExpireAfterSeconds)
		set(a, "partialFilterExpression", o.SetPartialFilterExpression)
		set(a, "wildcardProjection", o.SetWildcardProjection)
		set(a, "collation", o.SetCollation)
		return func(on target) (any, error) { return on.collection.Indexes().CreateOne(on.ctx, index) }
	},
	"runCommand": func(a *arguments) call {
		command := argument[bson.D](a, "command")
		return func(on target) (any, error) { return reply(on.database.RunCommand(on.ctx, command).Raw()) }
	},
}

// reply gives a command's reply without what depends on the kind of server.
func reply(raw bson.Raw, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	elements, err := raw.Elements()
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
