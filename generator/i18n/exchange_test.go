package i18n_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/i18n"
	"modelbook/generator/required"
	"modelbook/generator/tmpfs"
)

// handbook copies the pages of a handbook into a folder of the test's.
func handbook(t *testing.T) string {
	t.Helper()
	folder := tmpfs.TempDir(t)
	content := filepath.Join(folder, "content")
	if err := os.CopyFS(content, os.DirFS("../testdata/handbook/content")); err != nil {
		t.Fatal(err)
	}
	err := os.Remove(filepath.Join(content, "site.yaml")) // the Chinese pages come with another
	if err = errors.Join(err, os.CopyFS(content, os.DirFS("../testdata/chinese/content"))); err != nil {
		t.Fatal(err)
	}
	return folder
}

func open(t *testing.T, folder string) *i18n.Workspace {
	t.Helper()
	w, err := i18n.Open(folder)
	if err != nil || w.Messages.Failed() {
		t.Fatalf("%v %v", err, w.Messages)
	}
	t.Cleanup(w.Close)
	return w
}

// export returns the files of all pages in all languages.
func export(t *testing.T, w *i18n.Workspace, format i18n.Format) []i18n.Exported {
	t.Helper()
	var files []i18n.Exported
	for _, lang := range w.Languages() {
		messages, err := w.Export(lang, nil, format, func(e i18n.Exported) error {
			files = append(files, e)
			return nil
		})
		if err != nil || messages.Failed() {
			t.Fatalf("%s: %v %v", lang, err, messages)
		}
	}
	return files
}

// TestExchangeLosesNothing exports each page of the handbook, takes the page and
// its base away, and imports them: they come back byte for byte.
func TestExchangeLosesNothing(t *testing.T) {
	for _, format := range i18n.Formats {
		t.Run(format.Name, func(t *testing.T) {
			folder := handbook(t)
			addExtra(t, filepath.Join(folder, "content/bg/one-to-one.md"))
			before := contents(t, folder)
			w := open(t, folder)
			files := export(t, w, format)
			for _, file := range files {
				changed, messages, err := w.Import(file.Name, file.Content)
				if err != nil || len(messages.Errors()) > 0 || len(changed) > 0 {
					t.Errorf("%s: unchanged, it changes %v: %v %v", file.Name, changed, err, messages)
				}
			}
			for _, lang := range w.Languages() {
				remove(t, filepath.Join(folder, "content", lang))
			}
			w = open(t, folder)
			for _, file := range files {
				if _, messages, err := w.Import(file.Name, file.Content); err != nil || messages.Failed() {
					t.Errorf("%s: %v %v", file.Name, err, messages)
				}
			}
			after := contents(t, folder)
			for name, content := range before {
				if !bytes.Equal(after[name], content) {
					t.Errorf("%s came back as\n%s", name, after[name])
				}
			}
		})
	}
}

// TestWrongNumberWords: a word for another number than the original's is refused, on the
// page and in a file of a translator's program.
func TestWrongNumberWords(t *testing.T) {
	for _, wrong := range []struct{ page, right, said, message string }{
		{"one-to-one", "Три ферибота, два", "Четири ферибота, два", `"четири" is not in the original text, which has "three"`},
		{"one-to-squillions", "два записа в два документа", "три записа в три документа", `"три" is not in the original text, which has "two"`},
	} {
		folder := handbook(t)
		replace := func(content []byte) []byte {
			if !bytes.Contains(content, []byte(wrong.right)) {
				t.Fatalf("%s has no %s", wrong.page, wrong.right)
			}
			return bytes.Replace(content, []byte(wrong.right), []byte(wrong.said), 1)
		}
		w := open(t, folder)
		before := contents(t, folder)
		for _, format := range i18n.Formats {
			_, err := w.Export("bg", []string{wrong.page}, format, func(e i18n.Exported) error {
				content := replace(e.Content)
				changed, messages, err := w.Import(e.Name, content)
				if err != nil || len(changed) > 0 || len(messages.Errors()) != 1 || messages.Errors()[0].Text != wrong.message {
					t.Errorf("%s: %v %v %v", e.Name, changed, messages, err)
					return nil
				}
				pos := messages.Errors()[0].Pos
				if lines := strings.Split(string(content), "\n"); pos.File != e.Name || !strings.Contains(lines[pos.Line-1], wrong.said) {
					t.Errorf("%s: the message names %v", e.Name, pos)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		page := filepath.Join(folder, "content", "bg", wrong.page+".md")
		if err := os.WriteFile(page, replace(before["content/bg/"+wrong.page+".md"]), 0o666); err != nil {
			t.Fatal(err)
		}
		changed, messages, err := open(t, folder).Seal("bg", []string{wrong.page})
		if err != nil || len(changed) > 0 || len(messages.Errors()) != 1 || messages.Errors()[0].Text != wrong.message {
			t.Errorf("seal: %v %v %v", changed, messages, err)
		}
		for name, content := range contents(t, folder) {
			if name != "content/bg/"+wrong.page+".md" && !bytes.Equal(content, before[name]) {
				t.Errorf("%s has changed", name)
			}
		}
	}
}

// addExtra gives a translation blocks, a section and a footnote that the original never had.
func addExtra(t *testing.T, page string) {
	t.Helper()
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for _, added := range []struct{ before, extra string }{
		{"## Накратко {#in-short}\n", "<!-- +1 -->\n\nПървото е само тук.\n\n<!-- +1 -->\n\n<!-- lint: doubtful така се казва -->\n- Второто също.\n"},
		{"## Защо работи {#why}\n", "<!-- +1 -->\n\n## Само тук {#only-here}\n\nТук има бележка.[^here]\n\n> Цитат.\n\n<!-- +1 -->\n\n### И това {#and-this}\n"},
		{"[^atomic]: ", "\n<!-- +1 -->\n\n[^here]: Бележка."},
	} {
		if !strings.Contains(text, added.before) {
			t.Fatalf("%s has no %s", page, added.before)
		}
		text = strings.Replace(text, added.before, added.extra+"\n"+added.before, 1)
	}
	if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// remove takes a language's pages and bases away, but not its glossary.
func remove(t *testing.T, folder string) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("%s: %d pages: %v", folder, len(pages), err)
	}
	for _, page := range append(pages, filepath.Join(folder, ".base")) {
		if err := os.RemoveAll(page); err != nil {
			t.Fatal(err)
		}
	}
}

func contents(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = os.ReadFile(filepath.Join(folder, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestGettextReadsPO hands each page to gettext's own reader.
func TestGettextReadsPO(t *testing.T) {
	msgfmt, err := exec.LookPath("msgfmt")
	if err != nil {
		required.Missing(t, "gettext", "msgfmt of gettext is not installed")
	}
	for _, file := range export(t, open(t, handbook(t)), i18n.Formats[0]) {
		cmd := exec.Command(msgfmt, "--check", "--output-file="+os.DevNull, "-")
		cmd.Stdin = bytes.NewReader(file.Content)
		if said, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(said), "warning") {
			t.Errorf("%s: %v\n%s", file.Name, err, said)
		}
	}
}
