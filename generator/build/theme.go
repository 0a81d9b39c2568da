package build

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/page"
	"modelbook/site"
)

// themeFiles are the templates, styles, scripts and strings of a site.
type themeFiles struct{ fs.FS }

// themeOf gives the source's own theme, so that a designer or a translator of
// strings sees a change without building the program again; a source without
// one gets the theme that is built in.
func themeOf(source string) themeFiles {
	folder := filepath.Join(source, "site")
	if info, err := os.Stat(filepath.Join(folder, "templates")); err == nil && info.IsDir() {
		return themeFiles{os.DirFS(folder)}
	}
	return themeFiles{site.Theme}
}

// load reads the theme for these languages and tells of all that is wrong with
// it.
func (t themeFiles) load(languages []string) (*page.Theme, diag.List) {
	theme, err := page.Load(t, languages)
	var messages diag.List
	for _, each := range separate(err) {
		messages.Add(t.message(each.Error()))
	}
	for _, lang := range languages {
		if missing := theme.Missing(lang); len(missing) > 0 {
			messages.Add(diag.Message{Pos: diag.Pos{File: "site/strings/" + lang + ".yaml"}, Severity: diag.Warning,
				Text: fmt.Sprintf("%d strings are missing and appear in English", len(missing)), Hint: "translate " + strings.Join(missing, ", ")})
		}
	}
	return theme, messages
}

// message puts the file that an error of the theme begins with, as in
// "strings/bg.yaml: …", into the message's place.
func (t themeFiles) message(wrong string) diag.Message {
	text, detail, _ := strings.Cut(wrong, "\n")
	m := diag.Message{Pos: diag.Pos{File: "site"}, Text: text, Detail: detail}
	file, rest, found := strings.Cut(text, ": ")
	if !found {
		return m
	}
	if _, err := fs.Stat(t, file); err == nil {
		m.File, m.Text = "site/"+file, rest
	}
	return m
}

// separate gives the errors that errors.Join put together.
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
