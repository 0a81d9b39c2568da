package build

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/tmpfs"
)

// handbook copies a handbook into a folder.
func handbook(t *testing.T) string {
	t.Helper()
	folder := tmpfs.TempDir(t)
	if err := os.CopyFS(folder, os.DirFS("../testdata/handbook")); err != nil {
		t.Fatal(err)
	}
	return folder
}

func edit(t *testing.T, file, old, text string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), old) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(content), old, text, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A preview has the files that a build writes, byte for byte, and no others:
// also those that are no pages, and those at addresses that pages had before.
func TestPreviewServesWhatBuildWrites(t *testing.T) {
	source, output := handbook(t), filepath.Join(tmpfs.TempDir(t), "site")
	edit(t, filepath.Join(source, "content/site.yaml"), "languages:", "address: https://example.org/book/\nlanguages:")
	edit(t, filepath.Join(source, "content/en/one-to-one.md"), "\npart:", "\nmoved_from: [one-and-one]\npart:")
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output, Playground: program}); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages, err)
	}
	preview, err := NewPreview(Options{Source: source, Playground: program})
	if err != nil {
		t.Fatal(err)
	}
	defer preview.Close()
	if _, messages, err := preview.Update(t.Context()); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages, err)
	}
	written := filesBelow(t, output)
	for _, wanted := range []string{"sitemap.xml", "search/bg/directory.js", "bg/search.html", "bg/one-to-one.md", "llms.txt", "llms-full.txt", "robots.txt", "bg/feed.xml", "bg/opensearch.xml", "examples/index.json", "bg/one-and-one.html", "404.html", "index.html", "assets/site.css", "examples/one-to-one-embedded.json"} {
		if !slices.Contains(written, wanted) {
			t.Errorf("the build wrote no %s", wanted)
		}
	}
	for _, path := range written {
		want, err := os.ReadFile(filepath.Join(output, filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok, err := preview.File(path); !ok || err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: the preview has another, %v %v", path, ok, err)
		}
	}
	var listed []string
	for _, u := range preview.site.units {
		listed = append(listed, u.paths()...)
	}
	for _, each := range preview.site.summaries {
		listed = append(listed, each.paths()...)
	}
	slices.Sort(listed)
	if !slices.Equal(listed, written) {
		t.Errorf("listed are\n%v\nwritten were\n%v", listed, written)
	}
}

func filesBelow(t *testing.T, folder string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ".modelbook.json" {
			return err
		}
		name, err := filepath.Rel(folder, path)
		files = append(files, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// After a change the preview is the site that a build of the changed source
// would write, and tells what that would tell.
func TestPreviewFollowsChanges(t *testing.T) {
	source := handbook(t)
	edit(t, filepath.Join(source, "content/en/404.md"), "\n---\n", "\n---\n\n![A ferry](../images/ferry.png)\n")
	writeImage(t, filepath.Join(source, "content/images/ferry.png"), 3, 2)
	preview, err := NewPreview(Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer preview.Close()
	if _, messages, err := preview.Update(t.Context()); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages, err)
	}
	for _, step := range []struct{ file, old, text string }{
		{"content/bg/one-to-one.md", "\ntitle: ", "\ntitle: Ново "},
		{"content/en/one-to-one.md", "one-to-squillions.md", "one-to-squilions.md"},
		{"content/en/one-to-one.md", "one-to-squilions.md", "one-to-squillions.md"},
		{"content/site.yaml", "name: Modelbook", "name: Another"},
		{"examples/one-to-one-embedded.json", `[{ "name": "Teodora" }]`, `[{ "name": "Dora" }]`},
	} {
		edit(t, filepath.Join(source, step.file), step.old, step.text)
		changed, got, err := preview.Update(t.Context())
		if err != nil || !changed {
			t.Fatalf("%s: %v %v", step.file, changed, err)
		}
		output := filepath.Join(tmpfs.TempDir(t), "site")
		_, want, err := Build(t.Context(), Options{Source: source, Output: output})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Sorted(), want.Sorted()) {
			t.Errorf("%s: the preview tells\n%v\nthe build\n%v", step.text, got.Sorted(), want.Sorted())
		}
		if want.Failed() {
			continue
		}
		for _, path := range filesBelow(t, output) {
			content, _ := os.ReadFile(filepath.Join(output, path))
			if shown, _, err := preview.File(path); err != nil || !bytes.Equal(shown, content) {
				t.Errorf("%s: %s is another, %v", step.text, path, err)
			}
		}
	}
}

// An example that takes too long leaves others undone: once it is mended, they run,
// and the pages that show any of them are checked anew.
func TestPreviewRunsWhatWasLeftUndone(t *testing.T) {
	source, before := handbook(t), embeddedLimits
	defer func() { embeddedLimits = before }()
	embeddedLimits.Example = time.Nanosecond // each is too slow for it, on any machine
	preview, err := NewPreview(Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer preview.Close()
	if _, messages, err := preview.Update(t.Context()); err != nil || !slices.ContainsFunc(messages, func(m diag.Message) bool { return strings.HasSuffix(m.Text, " takes longer than 1ns") }) {
		t.Fatalf("%v %v", messages.Sorted(), err)
	}
	// Which of them were running when time was up is luck: here, all of them.
	for _, e := range preview.site.source.examples() {
		e.Exhausted = true
	}
	preview.kept = nil
	if messages := preview.check(nil); !slices.ContainsFunc(messages, func(m diag.Message) bool { return m.File == "content/en/one-to-squillions.md" }) {
		t.Fatalf("%v", messages.Sorted())
	}
	embeddedLimits = before
	edit(t, filepath.Join(source, "examples/one-to-one-embedded.json"), `"description": "`, `"description": "Mended: `)
	if _, messages, err := preview.Update(t.Context()); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages.Sorted(), err)
	}
}
