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
//go:embed memdb/*.go memdb/internal/catalog/*.go memdb/internal/collation/*.go memdb/internal/collation/elements.txt memdb/internal/command/*.go memdb/internal/date/*.go memdb/internal/engine/*.go memdb/internal/errcode/*.go memdb/internal/explain/*.go
//go:embed memdb/internal/expr/*.go memdb/internal/idl/*.go memdb/internal/match/*.go memdb/internal/peer/*.go memdb/internal/pipeline/*.go memdb/internal/plan/*.go memdb/internal/project/*.go memdb/internal/query/*.go
//go:embed memdb/internal/regex/*.go memdb/internal/storage/*.go memdb/internal/support/*.go memdb/internal/support/evidence.json memdb/internal/timeseries/*.go
//go:embed memdb/internal/update/*.go memdb/internal/value/*.go play/*.go render/*.go run/*.go shell/*.go wasm/worker/*.go
var embeddedSources embed.FS

var playgroundSources fs.FS = embeddedSources
