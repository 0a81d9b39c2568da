package memdb

import (
	"context"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// request is one command of one client, without the command's own fields.
type request struct {
	writer
	ctx                 context.Context
	name                string // of the command
	doc                 bson.D // the whole command
	database            string
	session             string // key of the session, empty without
	api                 declaredAPI
	transactionNumber   *int64         // of a transaction or a retryable write, nil without
	startsTransaction   bool           // it is the first command of its transaction
	readsSnapshot       bool           // outside a transaction, at atClusterTime
	atClusterTime       bson.Timestamp // zero for a new snapshot
	isUnacknowledged    bool           // its write concern is {w: 0}
	number              int32          // its opid
	deadline            time.Time      // zero without maxTimeMS; by the machine's clock
	readLockedAt        time.Time      // when it got the lock to read; zero: it has not
	writeLockedAt       time.Time      // when it got the lock to write
	mayYield            bool           // between two statements
	mayYieldInStatement bool           // and between two documents
	mayYieldAnywhere    bool           // it holds the lock to write and only reads as yet
	yields              int            // of the lock to write
	isWaitingForLock    atomic.Bool
	killed              atomic.Pointer[errcode.Error] // the error with which it is to end
	lets                []*expr.Scope                 // of its let, one for each collation
}

// withScope runs parse with the variables of the command's let and $$NOW; values
// compare by the collation. Errors of constant parts come after those of parse.
func (r *request) withScope(let bson.D, collation *value.Collation, parse func(scope *expr.Scope, env *expr.Env) error) error {
	env := r.plainEnvironment()
	scope, err := r.letScope(let, collation, env)
	if err != nil {
		return err
	}
	return scope.Deferred(func(scope *expr.Scope) error { return parse(scope, env) })
}

// plainEnvironment returns an environment without variables except $$NOW.
func (w *writer) plainEnvironment() *expr.Env {
	return &expr.Env{Now: bson.DateTime(w.now.UnixMilli()), Shuffle: w.db.shuffleSeed(), Budget: w.budget}
}

// shuffleSeed returns the seed by which results are shuffled, zero for not at all.
func (db *DB) shuffleSeed() uint64 {
	if !db.shuffle {
		return 0
	}
	return uint64(db.seed)*2 + 1
}

// letScope returns the variables of the command's let, which is parsed once for each
// collation, however many statements read it.
func (r *request) letScope(let bson.D, collation *value.Collation, env *expr.Env) (*expr.Scope, error) {
	outer := *env
	outer.Clockless = r.name == "aggregate" // which reads its let before the clock
	if len(let) == 0 {
		return expr.ParseLet(nil, &outer, collation)
	}
	for _, parsed := range r.lets {
		if parsed.Collation().Same(collation) {
			return parsed, nil
		}
	}
	scope, err := expr.ParseLet(let, &outer, collation)
	if err == nil {
		r.lets = append(r.lets, scope)
	}
	return scope, err
}

// clockless is the environment of a command that only reads a filter: it has no
// $$NOW.
func (r *request) clockless() *expr.Env {
	env := r.plainEnvironment()
	env.Clockless = true
	return env
}

// collation returns how a command or a statement compares values: by the collation
// that it was given, else by the collection's own.
func (r *request) collation(c *collection, doc bson.D) (collation *value.Collation, err error) {
	if len(doc) > 0 {
		collation, err = newCollation(doc)
	} else if c != nil {
		collation = c.options.collation
	}
	return collation, err
}

// readCollation is collation for a command that reads a collection or a view. The
// collation of a view can't be overridden, only repeated.
func (r *request) readCollation(name string, doc bson.D) (*value.Collation, error) {
	d := r.store.database(r.database)
	v := d.views[name]
	if v == nil || v.series != nil {
		return r.collation(d.collections[name], doc)
	}
	if len(doc) == 0 {
		return v.collation, nil
	}
	collation, err := newCollation(doc)
	if err == nil && !collation.Same(v.collation) {
		err = d.otherCollation(name)
	}
	return collation, err
}
