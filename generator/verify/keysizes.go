package verify

import (
	"bytes"
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/example"
)

// keyEnd ends a key.
var keyEnd = []byte{4}

// mostKeys is how many documents of a collection have their keys compared.
const mostKeys = 1000

// checkKeySizes compares the calculated bytes of the keys of each index with those of
// the server's own keys, which an expression of MongoDB's from 8.0 on returns. Another
// server does not know it.
func (r *verification) checkKeySizes(ctx context.Context) {
	if !hasOplog(r.server) {
		return
	}
	for i := range r.example.Collections {
		c := &r.example.Collections[i]
		for _, index := range c.Indexes {
			key, _ := index.Spec[0].Value.(bson.D)
			for _, field := range key {
				if _, isDirection := field.Value.(string); !isDirection {
					r.checkKeySizesOf(ctx, c, index, field.Key)
				}
			}
		}
	}
}

func (r *verification) checkKeySizesOf(ctx context.Context, c *example.Collection, index example.Index, field string) {
	key := bson.D{{Key: "$_internalKeyStringValue", Value: bson.D{{Key: "input", Value: "$" + field}}}}
	cursor, err := r.db.Collection(c.Name).Aggregate(ctx, bson.A{
		bson.D{{Key: "$match", Value: bson.D{{Key: field, Value: bson.D{{Key: "$exists", Value: true}}}}}},
		bson.D{{Key: "$limit", Value: mostKeys}},
		bson.D{{Key: "$project", Value: bson.D{{Key: "_id", Value: 0}, {Key: "value", Value: "$" + field}, {Key: "key", Value: key}}}},
	})
	if err != nil {
		return
	}
	defer cursor.Close(ctx)
	for cursor.Next(ctx) {
		_, key, isBytes := cursor.Current.Lookup("key").BinaryOK()
		calculated, ok := cost.KeyBytes(cursor.Current.Lookup("value"))
		// The server may leave out the end.
		if !isBytes || !ok || bytes.Equal(bytes.TrimSuffix(key, keyEnd), bytes.TrimSuffix(calculated, keyEnd)) {
			continue
		}
		r.list.Add(r.example.Message(index.Pos, fmt.Sprintf("the key of %s of %s is %x on the server, %x calculated", field, c.Name, key, calculated),
			"the rules of package generator/cost are not those of this server"))
		return
	}
}
