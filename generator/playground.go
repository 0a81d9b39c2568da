//go:build !nosources

package main

import (
	"embed"
	"io/fs"
)

// The sources of the playground's program, which is compiled from nothing else: the
// patterns of package wasm, and the tests that they can't leave out. A program that
// carries the playground is built with the tag nosources, without them.
//
//go:embed code/*.go code/layout/*.go code/shell/*.go cost/*.go diag/*.go ejson/*.go example/*.go figure/*.go guide/*.go invisible/*.go
//go:embed memdb/*.go memdb/collation/*.go memdb/collation/elements.txt memdb/date/*.go memdb/errcode/*.go memdb/explain/*.go
//go:embed memdb/expr/*.go memdb/idl/*.go memdb/match/*.go memdb/pipeline/*.go memdb/plan/*.go memdb/project/*.go
//go:embed memdb/regex/*.go memdb/storage/*.go memdb/support/*.go memdb/support/evidence.json memdb/timeseries/*.go
//go:embed memdb/update/*.go memdb/value/*.go play/*.go render/*.go shell/*.go wasm/worker/*.go
var embeddedSources embed.FS

var playgroundSources fs.FS = embeddedSources
