// Package query finds documents for a command: a Query by a filter, an Aggregation by
// a pipeline. Both read collections through sources, which keep their place while the
// operation yields and between the batches of a cursor.
package query
