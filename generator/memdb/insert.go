package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// maxCommandDocument is the size over which a document breaks its command; one
// between it and the size of stored documents is an error of its statement.
const maxCommandDocument = maxDocumentSize + 16<<10

func checkSizes(docs []bson.D) error {
	for _, doc := range docs {
		if size := value.Size(doc); size > maxCommandDocument {
			return errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, maxCommandDocument)
		}
	}
	return nil
}

func runInsert(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	docs, err := r.batch("documents")
	if err != nil {
		return nil, err
	}
	if err := checkSizes(docs); err != nil {
		return nil, err
	}
	c, err := r.ensure(name)
	if err != nil {
		return nil, err
	}
	n := int32(0)
	errs, err := r.statements(len(docs), func(i int) error {
		_, err := r.insertDocument(c, docs[i])
		if err == nil {
			n++
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return withErrors(bson.D{{Key: "n", Value: n}}, errs), nil
}
