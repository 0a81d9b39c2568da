package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
)

func parseSchema(schema bson.D) (node, error) { return nil, errcode.NotImplemented("$jsonSchema") }
