//go:build !js

package date

import _ "embed"

// zoneArchive is lib/time/zoneinfo.zip of Go 1.26, byte for byte. Go's own way to
// it asks the machine's zone database first, whose rules are another year's.
//
//go:embed zoneinfo.zip
var zoneArchive []byte
