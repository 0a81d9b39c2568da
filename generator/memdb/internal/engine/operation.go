package engine

import (
	"context"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// Operation is one command of one client, without the command's own fields.
type Operation struct {
	Writer
	Context             context.Context
	Name                string // of the command
	Command             bson.D // the whole command
	Database            string
	Session             string // key of the session, empty without
	API                 APIParameters
	TxnNumber           *int64         // of a transaction or a retryable write, nil without
	StartsTransaction   bool           // it is the first command of its transaction
	ReadsSnapshot       bool           // outside a transaction, at AtClusterTime
	AtClusterTime       bson.Timestamp // zero for a new snapshot
	IsUnacknowledged    bool           // its write concern is {w: 0}
	OpID                int32          // its opid
	Deadline            time.Time      // zero without maxTimeMS; by the machine's clock
	ReadLockedAt        time.Time      // when it got the lock to read; zero: it has not
	writeLockedAt       time.Time      // when it got the lock to write
	MayYield            bool           // between two statements
	MayYieldInStatement bool           // and between two documents
	MayYieldAnywhere    bool           // it holds the lock to write and only reads as yet
	NumYields           int            // of the lock to write
	isWaitingForLock    atomic.Bool
	killed              atomic.Pointer[errcode.Error] // the error with which it is to end
	LetScopes           []*expr.Scope                 // of its let, one for each collation
}

// WithScope runs parse with the variables of the command's let and $$NOW; values
// compare by the collation. Errors of constant parts come after those of parse.
func (op *Operation) WithScope(let bson.D, collation *value.Collation, parse func(scope *expr.Scope, env *expr.Env) error) error {
	env := op.Env()
	scope, err := op.letScope(let, collation, env)
	if err != nil {
		return err
	}
	return scope.Deferred(func(scope *expr.Scope) error { return parse(scope, env) })
}

// Env returns an environment without variables except $$NOW.
func (w *Writer) Env() *expr.Env {
	return &expr.Env{Now: bson.DateTime(w.Now.UnixMilli()), Shuffle: w.DB.ShuffleSeed(), Budget: w.Budget}
}

// ShuffleSeed returns the seed by which results are shuffled, zero for not at all.
func (db *DB) ShuffleSeed() uint64 {
	if !db.IsShuffled {
		return 0
	}
	return uint64(db.Seed)*2 + 1
}

// letScope returns the variables of the command's let, which is parsed once for each
// collation, however many statements read it.
func (op *Operation) letScope(let bson.D, collation *value.Collation, env *expr.Env) (*expr.Scope, error) {
	outer := *env
	outer.Clockless = op.Name == "aggregate" // which reads its let before the clock
	if len(let) == 0 {
		return expr.ParseLet(nil, &outer, collation)
	}
	for _, parsed := range op.LetScopes {
		if parsed.Collation().Same(collation) {
			return parsed, nil
		}
	}
	scope, err := expr.ParseLet(let, &outer, collation)
	if err == nil {
		op.LetScopes = append(op.LetScopes, scope)
	}
	return scope, err
}

// ClocklessEnv is the environment of a command that only reads a filter: it has no
// $$NOW.
func (op *Operation) ClocklessEnv() *expr.Env {
	env := op.Env()
	env.Clockless = true
	return env
}

// Collation returns how a command or a statement compares values: by the collation
// that it was given, else by the collection's own.
func (op *Operation) Collation(c *catalog.Collection, doc bson.D) (collation *value.Collation, err error) {
	if len(doc) > 0 {
		collation, err = catalog.ParseCollation(doc)
	} else if c != nil {
		collation = c.Options.Collation
	}
	return collation, err
}

// ReadCollation is collation for a command that reads a collection or a view. The
// collation of a view can't be overridden, only repeated.
func (op *Operation) ReadCollation(name string, doc bson.D) (*value.Collation, error) {
	d := op.Store.Database(op.Database)
	v := d.Views[name]
	if v == nil || v.TimeSeries != nil {
		return op.Collation(d.Collections[name], doc)
	}
	if len(doc) == 0 {
		return v.Collation, nil
	}
	collation, err := catalog.ParseCollation(doc)
	if err == nil && !collation.Same(v.Collation) {
		err = d.OtherCollation(name)
	}
	return collation, err
}
