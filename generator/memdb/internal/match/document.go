package match

import (
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// asDocument returns an element of an array as a document; an array is one whose
// names are its positions.
func asDocument(v any) (bson.D, bool) {
	switch v := v.(type) {
	case bson.D:
		return v, true
	case bson.A:
		doc := make(bson.D, len(v))
		for i, item := range v {
			doc[i] = bson.E{Key: strconv.Itoa(i), Value: item}
		}
		return doc, true
	}
	return nil, false
}
