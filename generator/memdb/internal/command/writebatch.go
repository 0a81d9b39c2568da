package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
)

// maxWriteBatch is how many statements one command may have.
const maxWriteBatch = 100_000

func checkBatchSize(n int) error {
	if n == 0 || n > maxWriteBatch {
		return errcode.New(16, "Write batch sizes must be between 1 and %d. Got %d operations.", maxWriteBatch, n)
	}
	return nil
}

// batchCollection returns the collection that a number of statements write to, nil if
// there is none yet, and checks the number.
func batchCollection(d *catalog.Database, name idl.CollectionName, statements int) (*catalog.Collection, error) {
	if _, err := d.CheckCollection(name); err != nil {
		return nil, err
	}
	if err := checkBatchSize(statements); err != nil {
		return nil, err
	}
	return d.Writable(string(name))
}

// explainedCollection is batchCollection for explain, which takes one statement.
func explainedCollection(d *catalog.Database, name idl.CollectionName, statements int) (*catalog.Collection, error) {
	coll, err := batchCollection(d, name, statements)
	if err == nil && statements != 1 {
		return nil, errcode.New(errcode.BadValue, "explained write batches must be of size 1")
	}
	return coll, err
}

// runParsed parses all updates or deletes before the first write, so that a refusal in
// one of them leaves the data as it is, and runs them as runStatements does. The
// server's own errors of form are reported when their statement would run.
func runParsed[S any, P interface{ writesMayYield() bool }](op *engine.Operation, list []S, ordered bool, parse func(*S) (P, error), run func(i int, statement P) error) (errs bson.A, err error) {
	parsed, failures := make([]P, len(list)), make([]error, len(list))
	mayYield := true
	for i := range list {
		parsed[i], failures[i] = parse(&list[i])
		if errcode.EndsCommand(failures[i]) {
			return nil, failures[i]
		}
		mayYield = mayYield && (failures[i] != nil || parsed[i].writesMayYield())
	}
	op.MayYield = mayYield
	return runStatements(op, len(list), ordered, func(i int) error {
		if failures[i] != nil {
			return failures[i]
		}
		return run(i, parsed[i])
	})
}

// runStatements runs the statements of a write in order, and returns their errors as
// the rows of writeErrors.
func runStatements(op *engine.Operation, count int, ordered bool, run func(i int) error) (errs bson.A, err error) {
	for i := range count {
		if err := op.BeforeStatement(); err != nil {
			return nil, err
		}
		err := op.WriteConflictRetry(func() error { return run(i) })
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
	e := errcode.From(err)
	row := bson.D{{Key: "index", Value: int32(index)}, {Key: "code", Value: e.Code}, {Key: "errmsg", Value: e.Message}}
	return append(row, e.Info...)
}

// withErrors adds the errors of statements to the reply, unless the client asks for no
// acknowledgement.
func (g *genericArguments) withErrors(reply bson.D, errs bson.A) bson.D {
	if len(errs) > 0 && !g.unacknowledged() {
		reply = append(reply, bson.E{Key: "writeErrors", Value: errs})
	}
	return reply
}
