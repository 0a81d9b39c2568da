package memdb_test

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

func Example() {
	db := memdb.New(memdb.Options{})
	run := func(command bson.D) {
		raw, err := bson.Marshal(command)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(db.Run(context.Background(), raw))
	}
	run(bson.D{
		{Key: "insert", Value: "ports"},
		{Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: 1}, {Key: "name", Value: "Varna"}}}},
		{Key: "$db", Value: "coast"},
	})
	run(bson.D{{Key: "find", Value: "ports"}, {Key: "$db", Value: "coast"}})
	run(bson.D{{Key: "mapReduce", Value: "ports"}, {Key: "$db", Value: "coast"}})
	// Output:
	// {"n": {"$numberInt":"1"},"ok": {"$numberDouble":"1.0"}}
	// {"cursor": {"firstBatch": [{"_id": {"$numberInt":"1"},"name": "Varna"}],"id": {"$numberLong":"0"},"ns": "coast.ports"},"ok": {"$numberDouble":"1.0"}}
	// {"ok": {"$numberDouble":"0.0"},"errmsg": "mapReduce is not implemented by memdb; run against a MongoDB server","code": {"$numberInt":"238"},"codeName": "NotImplemented"}
}
