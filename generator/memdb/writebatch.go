package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
)

// maxWriteBatch is how many statements one command may have.
const maxWriteBatch = 100_000

func checkBatchSize(n int) error {
	if n == 0 || n > maxWriteBatch {
		return errcode.New(16, "Write batch sizes must be between 1 and %d. Got %d operations.", maxWriteBatch, n)
	}
	return nil
}

// runStatements runs the statements of a write in order, and gives their errors
// as the rows of writeErrors.
func runStatements(count int, ordered bool, run func(i int) error) (errs bson.A, err error) {
	for i := range count {
		err := run(i)
		if err == nil {
			continue
		}
		if errcode.EndsCommand(err) {
			return nil, err
		}
		errs = append(errs, writeError(i, err))
		if ordered {
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
