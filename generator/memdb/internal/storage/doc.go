// Package storage keeps documents and their indexes in memory.
//
// A Collection holds records, each a document of encoded BSON under a RecordID, in the
// order of insertion, and keeps the entries of its indexes in step with them. It
// returns the server's errors for documents that an index forbids (11000 for a
// duplicate key, 171 for two arrays in one compound key) and changes nothing then. It
// knows no commands, no queries and no locks: its callers hold the database's lock.
package storage
