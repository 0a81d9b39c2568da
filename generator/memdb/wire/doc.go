// Package wire serves an embedded database over MongoDB's wire protocol, on
// loopback or inside this program only, so that drivers and shells can connect to it.
//
// Listen takes a *memdb.DB and returns a Server with its URI; Inside returns one
// without a port, which serves as a driver's dialer. A Server reads OP_MSG, and
// OP_QUERY for the first hello; it neither compresses nor authenticates nor
// speaks TLS. A broken message closes its connection and nothing else.
package wire
