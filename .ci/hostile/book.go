package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// small is the handbook that inputs change.
var small = map[string]string{
	"content/site.yaml": "name: Small\ndescription:\n  en: A small handbook.\nlanguages: [en]\n",
	"content/en/index.md": "---\ntitle: Small\ndescription: A small handbook.\nupdated: 2026-11-01\n---\n\n" +
		"It has one guide.\n",
	"content/en/404.md":         "---\ntitle: Not found\ndescription: No page has this address.\n---\n\nNo page has this address.\n",
	"content/en/part-models.md": "---\ntitle: Models\nquestion: How are they made?\ndescription: All models.\norder: 1\nupdated: 2026-11-01\n---\n\nAll models.\n",
	guideFile:                   guideHead + guideBody,
	exampleFile:                 example("ferries", `{ "_id": 1, "name": "Galeb" }`, find, `[{ "_id": 1, "name": "Galeb" }]`),
}

const (
	guideFile   = "content/en/ferries.md"
	guideHead   = "---\ntitle: Ferries\nquestion: Where do they go?\ndescription: A ferry in one document.\npart: models\norder: 1\nupdated: 2026-11-01\n---\n\n"
	guideBody   = "A ferry is a document.\n\n## Data {#data}\n\n[A ferry](../../examples/ferries-one.json#data/ferries)\n\n[Find it](../../examples/ferries-one.json#steps/find)\n"
	exampleFile = "examples/ferries-one.json"
	find        = `{ "name": "find", "object": "ferries", "arguments": { "filter": { "_id": 1 } } }`
)

// example gives the file of an example with one collection, document and step.
func example(collection, document, operation, result string) string {
	return fmt.Sprintf(`{
  "$schema": "./example.schema.json",
  "description": "A ferry",
  "schema": { %q: { "validator": null } },
  "initialData": [{ "collectionName": %q, "documents": [%s] }],
  "steps": [{ "id": "find", "operation": %s, "expectResult": %s }]
}
`, collection, collection, document, operation, result)
}

// book is a handbook that may be changed, and where it lies.
type book struct{ dir string }

func (b *book) path(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

// write writes a file of the handbook.
func (b *book) write(name, content string) error {
	if err := os.MkdirAll(filepath.Dir(b.path(name)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(b.path(name), []byte(content), 0o644)
}

// copyTheme gives the handbook the theme of this repository for its own.
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

// tree gives a hash for each file below a folder, and where links lead, but for
// what skip names.
func tree(dir string, skip func(name string) bool) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err == nil && skip != nil && skip(filepath.ToSlash(name)) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		switch {
		case err != nil:
			return err
		case entry.Type() == fs.ModeSymlink:
			to, err := os.Readlink(path)
			files[name] = "link to " + to
			return err
		case !entry.Type().IsRegular():
			files[name] = entry.Type().String()
			return nil
		}
		content, err := os.ReadFile(path)
		files[name] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	return files, err
}

// differ names a file that two trees do not have alike, or gives "".
func differ(before, after map[string]string) string {
	for name, hash := range before {
		if after[name] != hash {
			return name
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			return name
		}
	}
	return ""
}
