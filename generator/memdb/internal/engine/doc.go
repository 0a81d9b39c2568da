// Package engine is the machinery under the commands, in the words of the server.
//
// An Operation is one command that runs. It takes the lock of the database to read or
// to write and yields it (yield.go), writes through a Writer whose writes can be taken
// back (undo.go, writer.go), in a session (sessions.go), in a transaction or a retryable
// write (transactions.go, intransaction.go, retryablewrite.go), or on a snapshot
// (snapshot.go). Its changes go to the oplog of a replica set (oplog.go), its cursors
// to the CursorManager (cursor.go).
package engine
