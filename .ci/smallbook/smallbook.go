// Package smallbook is a handbook of a few pages, for programs that try mishaps
// on a handbook: it is built in a moment.
package smallbook

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Files are the handbook's, by their paths with slashes.
var Files = map[string]string{
	"content/site.yaml": "name: Small\ndescription:\n  en: A small handbook.\nlanguages: [en]\n",
	"content/en/index.md": "---\ntitle: Small\ndescription: A small handbook.\nupdated: 2026-11-01\n---\n\n" +
		"It has one guide.\n",
	"content/en/404.md":         "---\ntitle: Not found\ndescription: No page has this address.\n---\n\nNo page has this address.\n",
	"content/en/part-models.md": "---\ntitle: Models\nquestion: How are they made?\ndescription: All models.\norder: 1\nupdated: 2026-11-01\n---\n\nAll models.\n",
	GuideFile:                   GuideHead + GuideBody,
	ExampleFile:                 Example("ferries", `{ "_id": 1, "name": "Galeb" }`, Find, `[{ "_id": 1, "name": "Galeb" }]`),
}

// The parts that it is made of.
const (
	GuideFile   = "content/en/ferries.md"
	GuideHead   = "---\ntitle: Ferries\nquestion: Where do they go?\ndescription: A ferry in one document.\npart: models\norder: 1\nupdated: 2026-11-01\n---\n\n"
	GuideBody   = "A ferry is a document.\n\n## Data {#data}\n\n[A ferry](../../examples/ferries-one.json#data/ferries)\n\n[Find it](../../examples/ferries-one.json#steps/find)\n"
	ExampleFile = "examples/ferries-one.json"
	Find        = `{ "name": "find", "object": "ferries", "arguments": { "filter": { "_id": 1 } } }`
)

// Example returns the file of an example with one collection, document and step.
func Example(collection, document, operation, result string) string {
	return fmt.Sprintf(`{
  "$schema": "./example.schema.json",
  "description": "A ferry",
  "schema": { %q: { "validator": null } },
  "initialData": [{ "collectionName": %q, "documents": [%s] }],
  "steps": [{ "id": "find", "operation": %s, "expectResult": %s }]
}
`, collection, collection, document, operation, result)
}

// Write writes files below a folder.
func Write(dir string, files map[string]string) error {
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Program makes the program that is tried, from the top of the repository, with
// build tags. With nosources it builds no playground, which takes longer than all
// the rest of a small handbook.
func Program(path string, tags ...string) error {
	if output, err := exec.Command("go", "build", "-tags", strings.Join(tags, ","), "-o", path, "./generator").CombinedOutput(); err != nil {
		return fmt.Errorf("build modelbook: %w\n%s", err, output)
	}
	return nil
}

// mostHashed is the size in bytes of the largest file whose content is looked at.
const mostHashed = 64 << 20

// Tree returns a hash for each file below a folder, and the targets of links, but
// leaves out names for which skip returns true.
func Tree(dir string, skip func(name string) bool) (map[string]string, error) {
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
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Size() > mostHashed {
			files[name] = fmt.Sprint(info.Size(), " bytes")
			return nil
		}
		content, err := os.ReadFile(path)
		files[name] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	return files, err
}

// Differ names a file that differs between two trees, or returns "".
func Differ(before, after map[string]string) string {
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
