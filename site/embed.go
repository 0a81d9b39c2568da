// Package site holds the theme: templates, styles, browser scripts, interface
// strings, fonts and the mark, as files of this folder. Built pages go to public/
// beside them and are not part of it.
package site

import (
	"embed"
	"io/fs"
)

//go:embed templates styles scripts strings icons fonts
var embedded embed.FS

// Theme returns the contents of the theme's files by their names.
func Theme() map[string][]byte {
	theme := map[string][]byte{}
	err := fs.WalkDir(embedded, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		theme[name], err = embedded.ReadFile(name)
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return theme
}
