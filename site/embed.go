// Package site holds the theme: templates, styles, browser scripts, interface
// strings, fonts and the mark, as files of this folder. Built pages go to public/
// beside them and are not part of it.
package site

import "embed"

// Theme is the theme's files.
//
//go:embed templates styles scripts strings icons fonts
var Theme embed.FS
