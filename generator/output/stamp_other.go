//go:build !linux

package output

import "io/fs"

// stampOf returns "" on systems without a trusted time of the last change.
func stampOf(fs.FileInfo) string { return "" }
