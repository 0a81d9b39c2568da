//go:build !js

package run

import "go.mongodb.org/mongo-driver/v2/bson"

// recordsOf returns how to read a collection without a command, nil if the client can't.
func recordsOf(client Client) func(collection string) (ids []int64, documents []bson.Raw, ok bool) {
	if storage, ok := client.(RecordStorage); ok {
		return storage.Records
	}
	return nil
}
