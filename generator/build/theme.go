package build

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/site"
)

// readTheme reads the theme that is built in, and the source's own, which takes
// its place file by file: a language needs one file, and a designer sees a change
// without building the program again.
func (s *Source) readTheme() diag.List {
	ofSource, messages := s.folder.Theme()
	for name, content := range ofSource {
		s.note("site/"+name, content)
	}
	s.theme = site.Theme()
	for name, content := range ofSource {
		switch path.Ext(name) {
		case ".css", ".js":
			s.hasOverriddenAssets = s.hasOverriddenAssets || !bytes.Equal(content, s.theme[name])
		}
	}
	maps.Copy(s.theme, ofSource)
	return messages
}

// loadTheme loads the theme for the site's languages and reports its mistakes. Styles and
// scripts are looked at if some are the source's own: those that are built in have none.
func (s *Source) loadTheme() (*page.Theme, diag.List) {
	theme, err := page.Load(s.theme, s.settings.Languages)
	theme.Ask(s.wordsNeeded())
	var messages diag.List
	for _, each := range separate(err) {
		messages.Add(s.themeMessage(each.Error()))
	}
	if s.hasOverriddenAssets {
		for _, each := range separate(theme.TryAssets()) {
			messages.Add(s.themeMessage(each.Error()))
		}
		messages = append(messages, s.contrasts()...)
	}
	for _, lang := range s.settings.Languages {
		if missing := theme.Missing(lang); len(missing) > 0 {
			messages.Add(diag.Message{Pos: diag.Pos{File: StringsFile(lang)}, Severity: diag.Notice,
				Text: fmt.Sprintf("%d strings are missing and appear in English", len(missing)), Hint: "translate " + strings.Join(missing, ", ")})
		}
	}
	return theme, messages
}

// contrasts reports colors whose contrast is too low.
func (s *Source) contrasts() diag.List {
	var messages diag.List
	contrasts, err := page.Contrasts(s.theme)
	for _, each := range separate(err) {
		messages.Add(s.themeMessage(each.Error()))
	}
	for _, c := range contrasts {
		if c.Ratio >= c.Needed {
			continue
		}
		m := diag.Message{Pos: diag.Pos{File: load.ThemeFile(c.File), Line: c.Line}, Severity: diag.Warning,
			Text: fmt.Sprintf("the contrast of --%s over --%s is %.1f in %s colors, less than %.1f", c.Color, c.Background, c.Ratio, c.Scheme, c.Needed),
			Hint: "change the background"}
		if c.Enough != "" {
			m.Hint = fmt.Sprintf("write #%s in place of #%s", c.Enough, c.Value)
		}
		messages.Add(m)
	}
	return messages
}

// StringsFile returns the file of a source that holds the words of a language.
func StringsFile(lang string) string { return load.ThemeFile(page.StringsFile(lang)) }

// themeMessage makes a message of an error of the theme. The file with which
// the error begins, as in "strings/bg.yaml: …", becomes its position.
func (s *Source) themeMessage(wrong string) diag.Message {
	text, detail, _ := strings.Cut(wrong, "\n")
	m := diag.Message{Pos: diag.Pos{File: load.ThemeFile("")}, Text: text, Detail: detail}
	if file, rest, found := strings.Cut(text, ": "); found && s.theme[file] != nil {
		m.File, m.Text = load.ThemeFile(file), rest
	}
	return m
}

// separate returns the errors that errors.Join has joined.
func separate(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok && err != nil {
		return []error{err}
	}
	var all []error
	if ok {
		for _, each := range joined.Unwrap() {
			all = append(all, separate(each)...)
		}
	}
	return all
}
