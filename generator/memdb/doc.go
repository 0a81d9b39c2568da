// Package memdb is an embedded database that answers as MongoDB's server 8.2
// does, or says that it can't: right or refused.
//
// New makes a database, Run takes a command and returns the reply document that
// the server would send. A name that memdb does not implement is refused with
// error 238 NotImplemented while the command is parsed, before anything is
// read or written; a name that no server knows gets the server's own error.
// Support lists which is which.
//
// The packages below internal are layers, each of which knows those under it:
//
//	command   a file for each command or family: its fields, its row in the table
//	          of commands, its method run; run.go leads every command through
//	query     filters, sorts and projections on the plan that package plan chooses;
//	          pipelines; change streams; the records that a write is to change
//	engine    the operation that runs a command, its locks and yields, sessions,
//	          transactions, snapshots, undo, cursors, the oplog, and the writer
//	          that inserts, replaces and removes documents for it
//	catalog   databases, collections with their options and validators, views,
//	          time series
//	storage   documents and indexes in memory
//
// A command travels like this:
//
//	Run         value decodes it                           command/run.go
//	parse       its name finds its row, idl reads its      command/command.go, idl, and
//	            fields into the struct of its file         the command's own file
//	check       the arguments of all: session, stable      command/genericarguments.go,
//	            API, read and write concern                command/readconcern.go, …
//	dispatch    the transaction or the retryable write     command/run.go,
//	            that it belongs to, with a store of its    engine/intransaction.go,
//	            own; the lock of its row                   engine/yield.go
//	run         the command's file, which makes
//	  a query     a filter of package match, a sort,       query/query.go
//	              a projection, variables (expr), on       match, expr, project
//	              the way that plan chooses                plan
//	  a pipeline  stages over such a query, which see      query/aggregation.go, pipeline
//	              the rest of the database as a catalog    query/stagecatalog.go
//	  a source    documents of a storage collection,       query/source.go, storage
//	              which a cursor goes on with              engine/cursor.go
//	  a write     of the documents that update changed,    update, engine/writer.go
//	              taken back on a failure                  engine/undo.go
//	  explain     the plan and its counts instead          explain
//	reply       errcode and value encode it                command/run.go
//
// A new command is a file: the struct of its fields, its row, its method run.
// The row is read by dispatch, listCommands, Support, and the test that passes each
// field of each command in five wrong ways.
//
// Collations are those of package collation: strings may hold the letters for
// which its order is proven to be the server's. Another letter that a command
// has to compare is the one thing that is refused only when it is met; the writes
// of the command until then are taken back.
//
// With Options.ReplicaSet it is the one member of a replica set: the same, with
// transactions, retryable writes and change streams.
//
// Package wire serves a database to drivers and shells, and package memdbtest makes
// one for a test. This package itself uses no network and no files, and builds for
// js/wasm.
package memdb
