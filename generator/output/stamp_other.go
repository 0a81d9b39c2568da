//go:build !linux

package output

import "io/fs"

// stampOf is for systems that tell when a file was last changed in any way.
func stampOf(fs.FileInfo) string { return "" }
