package load

import (
	"errors"
	"io/fs"
	"path"

	"modelbook/generator/diag"
)

const (
	themeFolder = "site"
	// templatesFolder is what a theme can't be without.
	templatesFolder = "templates"
	fontsFolder     = "fonts"
	maxFont         = 1 << 20  // bytes
	maxTheme        = 16 << 20 // bytes, all files together
)

// themeFolders are the folders of a theme. What else stands in site/, such as
// the built pages, is none of it.
var themeFolders = []string{templatesFolder, "styles", "scripts", "strings", "icons", fontsFolder}

// Theme reads the theme of the source: its files' contents by their names from
// site/, as "strings/en.yaml". It is nil if the source has no templates.
func (s *Source) Theme() (map[string][]byte, diag.List) {
	l := lister{source: s}
	templates := path.Join(themeFolder, templatesFolder)
	switch _, err := s.root.Stat(templates); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, diag.List{unreadable(templates, err, maxFile)}
	}
	theme, size := map[string][]byte{}, 0
	for _, folder := range themeFolders {
		for _, entry := range l.folder(path.Join(themeFolder, folder)) {
			name := path.Join(folder, entry.Name())
			content, messages := s.themeFile(name)
			theme[name], size = content, size+len(content)
			l.messages = append(l.messages, messages...)
			if size > maxTheme {
				l.messages.Errorf(diag.Pos{File: themeFolder}, "the theme is larger than %d MB", maxTheme>>20)
				return theme, l.messages
			}
		}
	}
	return theme, l.messages
}

// themeFile reads a file of the theme. All but fonts is text.
func (s *Source) themeFile(name string) ([]byte, diag.List) {
	file := path.Join(themeFolder, name)
	if path.Dir(name) != fontsFolder {
		text, messages := s.Read(file)
		return text.Bytes, messages
	}
	content, err := s.bytes(file, maxFont)
	if err != nil {
		return nil, diag.List{unreadable(file, err, maxFont)}
	}
	return content, nil
}
