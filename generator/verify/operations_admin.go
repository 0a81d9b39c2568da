package verify

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// administration are the calls of operations on collections and indexes.
var administration = map[string]func(*arguments) call{
	"createCollection": func(a *arguments) call {
		name, o := argument[string](a, "collection"), set(a, options.CreateCollection())
		return func(on target) (any, error) { return nil, on.database.CreateCollection(on.ctx, name, o) }
	},
	"createIndex": func(a *arguments) call {
		index := mongo.IndexModel{Keys: argument[bson.D](a, "keys"), Options: set(a, options.Index())}
		return func(on target) (any, error) { return on.collection.Indexes().CreateOne(on.ctx, index) }
	},
	"createView": func(a *arguments) call {
		name, source, pipeline := argument[string](a, "collection"), argument[string](a, "viewOn"), argument[bson.A](a, "pipeline")
		o := set(a, options.CreateView())
		return func(on target) (any, error) { return nil, on.database.CreateView(on.ctx, name, source, pipeline, o) }
	},
	"drop": func(*arguments) call {
		return func(on target) (any, error) { return nil, on.collection.Drop(on.ctx) }
	},
	"dropIndex": func(a *arguments) call {
		name := argument[string](a, "name")
		return func(on target) (any, error) { return nil, on.collection.Indexes().DropOne(on.ctx, name) }
	},
	"listIndexes": func(a *arguments) call {
		o := set(a, options.ListIndexes())
		return func(on target) (any, error) { return on.documents(on.collection.Indexes().List(on.ctx, o)) }
	},
}
