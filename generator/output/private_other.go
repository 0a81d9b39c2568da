//go:build !unix

package output

import "io/fs"

// isPrivate is for systems that keep the caches of users apart.
func isPrivate(fs.FileInfo) bool { return true }
