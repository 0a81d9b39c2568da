package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"modelbook/.ci/smallbook"
)

// book is a handbook that may be changed, and where it lies.
type book struct{ dir string }

func (b *book) path(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

// write writes a file of the handbook.
func (b *book) write(name, content string) error {
	return smallbook.Write(b.dir, map[string]string{name: content})
}

// copyTheme copies the theme of this repository into the handbook.
func (b *book) copyTheme() error {
	for _, folder := range []string{"templates", "styles", "scripts", "strings", "icons", "fonts"} {
		if err := os.CopyFS(b.path("site/"+folder), os.DirFS("site/"+folder)); err != nil {
			return err
		}
	}
	return nil
}

// replace changes a text that a file holds.
func (b *book) replace(name, old, new string) error {
	content, err := os.ReadFile(b.path(name))
	if err != nil {
		return err
	}
	if !bytes.Contains(content, []byte(old)) {
		return fmt.Errorf("%s does not hold %q", name, old)
	}
	return b.write(name, strings.Replace(string(content), old, new, 1))
}
