package command

import (
	"maps"
	"slices"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/idl"
)

// locks is the lock of the database that a command needs.
type locks int

const (
	locksNothing locks = iota // or locks by itself
	locksRead
	locksWrite
)

// command is the row of a command. It is in the command's own file, beside the
// struct of its fields and its method run.
type command struct {
	names        []string // the usual one first; all have the same fields
	locks        locks
	admin        bool // only on the database admin
	api1         bool // belongs to version 1 of the stable API
	readConcern  bool // takes levels other than local
	writeConcern bool // may be given one
	rawData      bool // reads a time series collection's buckets when asked to; of others there is only one form
	handshake    bool // looks at none of the generic arguments
	waits        bool // maxTimeMS is how long it waits, not after how long it fails
	transaction  bool // may be part of a transaction
	retryable    bool // a write that may be sent again under its txnNumber
	fails        bool // the server's answer is an error on every standalone

	// writes, if it is set, reports whether a command of locksRead writes with
	// these fields.
	writes func(runner) bool
	// refusesLevel, if it is set, returns the server's error for a level of the
	// read concern that the command does not take, or not with these fields.
	refusesLevel func(c runner, level string) error
}

// runner is a command with its fields, ready to run.
type runner interface {
	// run returns the reply without its ok.
	run(r *engine.Operation) (bson.D, error)
	generic() *genericArguments
}

// namedCommand is a command under one of its names.
type namedCommand struct {
	command
	name   string
	fields func() *idl.Struct
	strict func() *idl.Struct // the fields of a client that keeps to version 1 of the stable API
	blank  func() runner
}

// commands are all commands by name. Each file of a command enters its own.
var commands = map[string]*namedCommand{}

// register enters a command whose fields are those of T.
func register[T any, P interface {
	*T
	runner
}](c command) struct{} {
	for _, name := range c.names {
		commands[name] = &namedCommand{
			command: c,
			name:    name,
			fields:  sync.OnceValue(func() *idl.Struct { return idl.Of[T](name) }),
			strict:  sync.OnceValue(func() *idl.Struct { return idl.Of[T](name).Strict() }),
			blank:   func() runner { return P(new(T)) },
		}
	}
	return struct{}{}
}

// Names returns the names of all commands, sorted.
func Names() []string { return slices.Sorted(maps.Keys(commands)) }

// Fields returns the fields of a command, nil for a name that is no command's.
func Fields(name string) *idl.Struct {
	if c := commands[name]; c != nil {
		return c.fields()
	}
	return nil
}

// parse reads the fields of a command. isStrict reports whether its client keeps to
// version 1 of the stable API.
func (c *namedCommand) parse(doc bson.D) (fields runner, isStrict bool, err error) {
	if isStrict, err = checkAPI(c, doc); err != nil {
		return nil, false, err
	}
	known := c.fields
	if isStrict {
		known = c.strict
	}
	fields = c.blank()
	return fields, isStrict, known().Parse(c.name, doc, fields)
}

// lock returns the lock that the command needs with these fields.
func (c *namedCommand) lock(fields runner) locks {
	if c.writes != nil && c.writes(fields) {
		return locksWrite
	}
	return c.locks
}
