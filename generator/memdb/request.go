package memdb

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

// request is one command of one client: what all commands share. The fields of
// the command are in its own struct.
type request struct {
	writer
	ctx      context.Context
	args     *genericArguments
	name     string // of the command
	doc      bson.D // the whole command
	database string
	session  string    // key of the session, empty without
	number   int32     // of all commands so far
	deadline time.Time // zero without maxTimeMS; by the machine's clock
}

// environment gives the variables of the command's let and $$NOW. Values compare
// by a collation. Errors of constant parts wait in the scope: whoever has parsed
// the last part of the command asks it for them, before data is read.
func (r *request) environment(let bson.D, collation *value.Collation) (*expr.Scope, *expr.Env, error) {
	env := r.plainEnvironment()
	scope, err := expr.ParseLet(let, env, collation)
	return scope.Defer(), env, err
}

// expired gives error 50 once maxTimeMS has passed or the client has gone.
func (r *request) expired() error {
	if !r.deadline.IsZero() && time.Now().After(r.deadline) {
		return errcode.New(errcode.MaxTimeMSExpired, "operation exceeded time limit")
	}
	if r.ctx.Err() != nil {
		return errcode.New(errcode.Interrupted, "operation was interrupted")
	}
	return nil
}
