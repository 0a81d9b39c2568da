package load

import (
	"path"
	"regexp"

	"modelbook/generator/diag"
)

const (
	themeFolder = "site"
	fontsFolder = "fonts"
	maxFont     = 1 << 20  // bytes
	maxTheme    = 16 << 20 // bytes, all files together
)

// themeFolders are the folders of a theme. Other files in site/, such as the
// built pages, are not part of it.
var themeFolders = []string{"templates", "styles", "scripts", "strings", "icons", fontsFolder}

// themeName matches names that every system and every host of a site stores alike.
var themeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// ThemeFile returns the path of a file of a theme, by its name, as
// "strings/en.yaml".
func ThemeFile(name string) string { return path.Join(themeFolder, name) }

// Theme reads the theme of the source: its files' contents by their names from
// site/, as "strings/en.yaml". It need not be a whole theme.
func (s *Source) Theme() (map[string][]byte, diag.List) {
	l := lister{source: s}
	l.likeThemeFolders()
	theme, size := map[string][]byte{}, 0
	for _, folder := range themeFolders {
		for _, entry := range l.folder(path.Join(themeFolder, folder)) {
			name := path.Join(folder, entry.Name())
			if !themeName.MatchString(entry.Name()) || isDevice(entry.Name()) {
				l.messages.Add(diag.Message{Pos: diag.Pos{File: shown(ThemeFile(name))}, Text: "this is not a name for a file of a theme, which the site may have as well",
					Hint: "rename it: letters a to z, digits, points and hyphens, at most 100, and none that Windows keeps for a device"})
				continue
			}
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
	file := ThemeFile(name)
	if path.Dir(name) != fontsFolder {
		text, messages := s.Read(file)
		return text.Bytes, messages
	}
	content, err := s.bytes(file, maxFont, nil)
	if err != nil {
		return nil, diag.List{unreadable(file, err, maxFont)}
	}
	return content, nil
}

// likeThemeFolders reports folders whose names are nearly those of a theme's:
// their files would be silently ignored.
func (l *lister) likeThemeFolders() {
	for _, entry := range l.folder(themeFolder) {
		if near := diag.Nearest(entry.Name(), themeFolders); entry.IsDir() && near != "" && near != entry.Name() {
			l.messages.Add(diag.Message{Pos: diag.Pos{File: shown(path.Join(themeFolder, entry.Name()))}, Severity: diag.Warning,
				Text: "a theme has no such folder", Hint: diag.DidYouMean(entry.Name(), themeFolders)})
		}
	}
}
