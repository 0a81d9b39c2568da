package verify

import "io/fs"

// belongsToUser reports whether a file belongs to the user who runs this program: on Windows
// each user has a temporary folder of their own.
func belongsToUser(fs.FileInfo) bool { return true }
