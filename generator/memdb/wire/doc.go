// Package wire serves an embedded database over MongoDB's wire protocol, on
// loopback or inside this program only, so that drivers and shells can connect to it.
//
// Listen takes a *memdb.DB and gives a Server with its URI; Inside gives one that
// is no more than a driver's dialer. It reads OP_MSG, and
// OP_QUERY for the first hello; it neither compresses nor authenticates nor
// speaks TLS. A broken message closes its connection and nothing else.
package wire
