package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// maxWriteBatch is how many statements one command may have.
const maxWriteBatch = 100_000

// batch gives the statements of a write as documents.
func (r *request) batch(field string) ([]bson.D, error) {
	list := r.array(field)
	if len(list) == 0 || len(list) > maxWriteBatch {
		return nil, errcode.New(16, "Write batch sizes must be between 1 and %d. Got %d operations.", maxWriteBatch, len(list))
	}
	docs := make([]bson.D, len(list))
	for i, v := range list {
		doc, ok := v.(bson.D)
		if !ok {
			return nil, errcode.New(errcode.TypeMismatch, "BSON field '%s.%s.%d' is the wrong type '%s', expected type 'object'", r.name, field, i, value.TypeName(v))
		}
		docs[i] = doc
	}
	return docs, nil
}

// statements runs the statements of a write in order, and puts their errors
// into writeErrors.
func (r *request) statements(count int, run func(i int) error) (errs bson.A, err error) {
	for i := range count {
		err := run(i)
		if err == nil {
			continue
		}
		if errcode.EndsCommand(err) {
			return nil, err
		}
		errs = append(errs, writeError(i, err))
		if r.flag("ordered", true) {
			break
		}
	}
	return errs, nil
}

// writeError is the row of a failed statement in a reply.
func writeError(index int, err error) bson.D {
	e := asServerError(err)
	row := bson.D{{Key: "index", Value: int32(index)}, {Key: "code", Value: e.Code}, {Key: "errmsg", Value: e.Message}}
	return append(row, e.Info...)
}

func withErrors(reply bson.D, errs bson.A) bson.D {
	if len(errs) > 0 {
		reply = append(reply, bson.E{Key: "writeErrors", Value: errs})
	}
	return reply
}
