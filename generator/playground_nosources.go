//go:build nosources

package main

import "io/fs"

var playgroundSources fs.FS
