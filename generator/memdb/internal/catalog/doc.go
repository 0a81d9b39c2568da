// Package catalog has what a database consists of: collections with their options,
// indexes and validators, views, and time series collections. It knows no command and
// no lock; its caller holds the lock of the data.
package catalog
