package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

func runInsert(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	docs, err := r.batch("documents")
	if err != nil {
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
