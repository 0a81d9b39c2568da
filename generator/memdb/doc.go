// Package memdb is an embedded database that answers as MongoDB's server 8.2
// does, or says that it can't: right or refused.
//
// New makes a database, Run takes a command and gives the reply document that
// the server would send. A name that memdb does not implement is refused with
// error 238 NotImplemented while the command is parsed, before anything is
// read or written; what no server knows gets the server's own error. The table
// in package support says which is which.
//
// Collations are those of package collation: strings may hold the letters for
// which its order is proven to be the server's. Another letter that a command
// has to compare is the one thing that is refused only when it is met; what the
// command has written by then is taken back.
//
// Package wire serves a database to drivers and shells. This package itself
// uses no network and no files, and builds for js/wasm.
package memdb
