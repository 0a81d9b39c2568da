package i18n

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/translate"
)

// holdCounts holds the translations that are counted without the parser to what it
// finds of them, and returns how many there are, how many others, and how many of those
// are up to date. A page with mistakes has no count to be held to. A slug leaves out all
// other pages.
func holdCounts(t *testing.T, folder, slug string) (counted, others, missed int) {
	t.Helper()
	w, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, page := range w.pages.All() {
		if slug != "" && page.Slug != slug {
			continue
		}
		original := w.pages.ReadSegments(page.First(), nil)
		for _, lang := range w.Languages() {
			named, isThere := page.Pages[lang]
			if !isThere {
				continue
			}
			got, ok := w.upToDate(original, named)
			if ok {
				counted++
			} else {
				others++
			}
			_, err := w.page(page, []string{lang}, func(u *unit) error {
				if !ok {
					if u.compared != nil && u.compared.IsUpToDate() {
						missed++
					}
					return nil
				}
				if u.compared != nil && (got != u.count() || len(u.messages) > 0) {
					t.Errorf("%s: %s is counted as %+v and by the parser as %+v: %v", lang, page.Slug, got, u.count(), u.messages)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return counted, others, missed
}

// TestCountsOfTheHandbook takes the handbook as it is: nearly all that is up to date is
// counted without the parser.
func TestCountsOfTheHandbook(t *testing.T) {
	if counted, _, missed := holdCounts(t, "../..", ""); missed > counted/5 {
		t.Errorf("%d translations are counted by their lines, %d that are up to date are not", counted, missed)
	}
}

// TestCountsOfEdits changes a page, its translation and its base in random places:
// words, order, blocks that go or come twice, spaces, front matter, line ends, and the
// work of two people put together.
func TestCountsOfEdits(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../testdata/handbook")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "examples")); err != nil {
		t.Fatal(err)
	}
	w, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	lang := w.Languages()[0]
	i := slices.IndexFunc(w.pages.All(), func(t guide.Translations) bool { return t.Slug == "one-to-one" })
	named := w.pages.All()[i]
	w.Close()
	files := []string{named.First().File, named.Pages[lang].File, translate.BaseFile(named.Pages[lang].File)}
	was := make([]string, len(files))
	for i, file := range files {
		content, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		was[i] = string(content)
	}
	random := rand.New(rand.NewPCG(7, 8))
	counted, others := 0, 0
	for range 60 {
		for i, content := range editedFiles(random, was) {
			if err := os.WriteFile(filepath.Join(folder, files[i]), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		known, unknown, _ := holdCounts(t, folder, "one-to-one")
		counted, others = counted+known, others+unknown
		if t.Failed() {
			for _, file := range files {
				content, _ := os.ReadFile(filepath.Join(folder, file))
				t.Logf("%s\n%s", file, content)
			}
			return
		}
	}
	if counted < 15 || others < 15 {
		t.Errorf("%d edits are counted by their lines, %d are not", counted, others)
	}
}

// editedFiles returns a page, its translation and its base after edits of one of them
// or, at the same place, of several.
func editedFiles(random *rand.Rand, was []string) []string {
	files := slices.Clone(was)
	for range 1 + random.IntN(2) { // of one person or of two
		chosen := random.IntN(1 << len(files))
		kind, place := random.IntN(9), random.Float64()
		for i := range files {
			if chosen&(1<<i) != 0 {
				files[i] = editedFile(kind, place, files[i])
			}
		}
	}
	return files
}

func editedFile(kind int, place float64, content string) string {
	blocks := strings.Split(content, "\n\n")
	if len(blocks) < 3 {
		return content
	}
	i := 1 + int(place*float64(len(blocks)-2)) // not the front matter
	switch kind {
	case 0:
		blocks = slices.Delete(blocks, i, i+1)
	case 1:
		blocks = slices.Insert(blocks, i, blocks[i])
	case 2:
		blocks[i], blocks[i-1+i%2] = blocks[i-1+i%2], blocks[i]
	case 3:
		blocks[i] += " 7"
	case 4:
		blocks[i] = strings.ReplaceAll(blocks[i], " ", "\n")
	case 5:
		blocks[i] += "  \n"
	case 6:
		return strings.Replace(content, "title: ", "title: A ", 1)
	case 7:
		return strings.ReplaceAll(content, "\n", "\r\n")
	case 8:
		blocks[i] = strings.ReplaceAll(blocks[i], "`", "")
	}
	return strings.Join(blocks, "\n\n")
}
