//go:build !nosources

package main

import (
	"embed"
	"io/fs"
)

// The sources of the playground's program, which is compiled from nothing else: a line for
// each package that it imports, whose tests a pattern can't leave out. A test writes the
// lines: go test ./generator/wasm -run TestEmbeddedSources -update. A program that carries
// the playground is built with the tag nosources, without them.
//
//go:embed code/*.go
//go:embed code/layout/*.go
//go:embed code/shell/*.go
//go:embed cost/*.go
//go:embed diag/*.go
//go:embed direct/*.go
//go:embed ejson/*.go
//go:embed example/*.go
//go:embed explore/*.go
//go:embed figure/*.go
//go:embed guide/*.go
//go:embed invisible/*.go
//go:embed memdb/*.go
//go:embed memdb/internal/catalog/*.go
//go:embed memdb/internal/collation/*.go memdb/internal/collation/elements.txt
//go:embed memdb/internal/command/*.go
//go:embed memdb/internal/date/*.go
//go:embed memdb/internal/engine/*.go
//go:embed memdb/internal/errcode/*.go
//go:embed memdb/internal/explain/*.go
//go:embed memdb/internal/expr/*.go
//go:embed memdb/internal/idl/*.go
//go:embed memdb/internal/match/*.go
//go:embed memdb/internal/peer/*.go
//go:embed memdb/internal/pipeline/*.go
//go:embed memdb/internal/plan/*.go
//go:embed memdb/internal/project/*.go
//go:embed memdb/internal/query/*.go
//go:embed memdb/internal/regex/*.go
//go:embed memdb/internal/storage/*.go
//go:embed memdb/internal/support/*.go memdb/internal/support/evidence.json
//go:embed memdb/internal/timeseries/*.go
//go:embed memdb/internal/update/*.go
//go:embed memdb/internal/value/*.go
//go:embed memdb/oplog/*.go
//go:embed play/*.go
//go:embed render/*.go
//go:embed run/*.go
//go:embed shell/*.go
//go:embed wasm/worker/*.go
//go:embed weigh/*.go
var embeddedSources embed.FS

var playgroundSources fs.FS = embeddedSources
