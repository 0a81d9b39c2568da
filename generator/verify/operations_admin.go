package verify

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/cost"
	"modelbook/generator/example"
)

// administration are the calls of operations on collections and indexes, and of
// runCommand.
var administration = map[string]func(*arguments) call{
	"createCollection": func(a *arguments) call {
		o := options.CreateCollection()
		name := argument[string](a, "collection")
		set(a, "validator", o.SetValidator)
		set(a, "validationLevel", o.SetValidationLevel)
		set(a, "validationAction", o.SetValidationAction)
		return func(on target) (any, error) { return nil, on.database.CreateCollection(on.ctx, name, o) }
	},
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
	"createView": func(a *arguments) call {
		name, source, pipeline := argument[string](a, "collection"), argument[string](a, "viewOn"), argument[bson.A](a, "pipeline")
		return func(on target) (any, error) { return nil, on.database.CreateView(on.ctx, name, source, pipeline) }
	},
	"drop": func(*arguments) call {
		return func(on target) (any, error) { return nil, on.collection.Drop(on.ctx) }
	},
	"dropIndex": func(a *arguments) call {
		name := argument[string](a, "name")
		return func(on target) (any, error) { return nil, on.collection.Indexes().DropOne(on.ctx, name) }
	},
	"explain": func(a *arguments) call {
		inner := argument[bson.D](a, "operation")
		return func(on target) (any, error) {
			o := example.Operation{Name: "explain", Object: on.collection.Name(), Arguments: bson.D{{Key: "operation", Value: inner}}}
			return explanation(on.database.RunCommand(on.ctx, o.Command()).Raw())
		}
	},
	"listIndexes": func(*arguments) call {
		return func(on target) (any, error) { return on.documents(on.collection.Indexes().List(on.ctx)) }
	},
	"rename": func(a *arguments) call {
		command := bson.D{{Key: "to", Value: argument[string](a, "to")}}
		set(a, "dropTarget", func(drop bool) bool { command = append(command, bson.E{Key: "dropTarget", Value: drop}); return drop })
		return func(on target) (any, error) {
			// No driver for Go has a method for it.
			sent := bson.D{{Key: "renameCollection", Value: on.database.Name() + "." + on.collection.Name()}}
			for _, e := range command {
				if e.Key == "to" {
					e.Value = on.database.Name() + "." + e.Value.(string)
				}
				sent = append(sent, e)
			}
			return nil, on.database.Client().Database("admin").RunCommand(on.ctx, sent).Err()
		}
	},
	"runCommand": func(a *arguments) call {
		command := argument[bson.D](a, "command")
		return func(on target) (any, error) { return reply(on.database.RunCommand(on.ctx, command).Raw()) }
	},
}

// explanation gives of a reply of explain what is the same on every server.
func explanation(reply bson.Raw, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	p, ok := cost.ReadPlan(reply)
	if !ok {
		return nil, cost.ErrPlan
	}
	return p.Document(), nil
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
