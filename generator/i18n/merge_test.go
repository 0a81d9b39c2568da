package i18n_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/required"
)

const (
	originalPage = "content/en/one-to-one.md"
	ownPage      = "content/bg/one-to-one.md"
	ownBase      = "content/bg/.base/one-to-one.md"
)

// edit replaces a text of a file, which must be there once.
func edit(t *testing.T, folder, file, before, now string) {
	t.Helper()
	name := filepath.Join(folder, file)
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(content), before); n != 1 {
		t.Fatalf("%s holds %q %d times", file, before, n)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(content), before, now, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

var markedBlock = regexp.MustCompile(`<!-- translate [0-9a-f]+\n[^\n]*\n-->\n\n`)

// translateBlock changes a text that an update marked, and deletes its mark.
func translateBlock(t *testing.T, folder, before, now string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, ownPage))
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range markedBlock.FindAllString(string(content), -1) {
		_, behind, _ := strings.Cut(string(content), mark)
		if line, _, _ := strings.Cut(behind, "\n"); strings.Contains(line, before) {
			edit(t, folder, ownPage, mark, "")
			edit(t, folder, ownPage, before, now)
			return
		}
	}
	t.Fatalf("nothing that says %q is marked", before)
}

func update(t *testing.T, folder string) {
	t.Helper()
	if _, messages, err := open(t, folder).Update("bg", []string{"one-to-one"}); err != nil || messages.Failed() {
		t.Fatalf("%v %v", err, messages)
	}
}

func seal(t *testing.T, folder string) {
	t.Helper()
	if _, messages, err := open(t, folder).Seal("bg", []string{"one-to-one"}); err != nil || messages.Failed() {
		t.Fatalf("%v %v", err, messages)
	}
}

// merge merges a file of theirs into ours as git does, and gives what is in
// conflict.
func merge(t *testing.T, ours, ancestor, theirs, file string) error {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		required.Missing(t, "git", "git is not installed")
	}
	return exec.Command(git, "merge-file", filepath.Join(ours, file), filepath.Join(ancestor, file), filepath.Join(theirs, file)).Run()
}

// upToDate fails unless the page is fresh and sealed.
func upToDate(t *testing.T, folder string) {
	t.Helper()
	status, messages, err := open(t, folder).Status([]string{"bg"})
	if err != nil || messages.Failed() {
		t.Fatalf("%v %v", err, messages)
	}
	if c := status.Languages[0].Count; c.Fresh != c.All() || c.Obsolete > 0 || c.Unsealed {
		t.Errorf("after the merge: %+v", c)
	}
}

func clone(t *testing.T, folder string) string {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	return copied
}

// TestTwoTranslatorsOfOneUpdate lets two people translate neighboring blocks that
// one update marked.
func TestTwoTranslatorsOfOneUpdate(t *testing.T) {
	ancestor := handbook(t)
	edit(t, ancestor, originalPage, "The field holds one document, so a second", "This field holds one document, so a second")
	edit(t, ancestor, originalPage, "*Teodora* is new and has", "*Teodora* is quite new and has")
	update(t, ancestor)
	ours, theirs := clone(t, ancestor), clone(t, ancestor)
	translateBlock(t, ours, "Полето побира един документ", "Това поле побира един документ")
	translateBlock(t, theirs, "*Teodora* е нов ферибот", "*Teodora* е съвсем нов ферибот")
	for _, file := range []string{ownPage, ownBase} {
		if err := merge(t, ours, ancestor, theirs, file); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	seal(t, ours)
	upToDate(t, ours)
}

// TestTwoSealsMerge lets the original change in two neighboring blocks on two branches,
// each with its translation sealed.
func TestTwoSealsMerge(t *testing.T) {
	ancestor := handbook(t)
	ours, theirs := clone(t, ancestor), clone(t, ancestor)
	edit(t, ours, originalPage, "The field holds one document, so a second", "This field holds one document, so a second")
	update(t, ours)
	translateBlock(t, ours, "Полето побира един документ", "Това поле побира един документ")
	seal(t, ours)
	edit(t, theirs, originalPage, "*Teodora* is new and has", "*Teodora* is quite new and has")
	update(t, theirs)
	translateBlock(t, theirs, "*Teodora* е нов ферибот", "*Teodora* е съвсем нов ферибот")
	seal(t, theirs)
	for _, file := range []string{originalPage, ownPage, ownBase} {
		if err := merge(t, ours, ancestor, theirs, file); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	upToDate(t, ours)
}

// TestConflictInBase holds that what a merge left in a base is told, and not read
// as a text that was translated.
func TestConflictInBase(t *testing.T) {
	ancestor := handbook(t)
	ours, theirs := clone(t, ancestor), clone(t, ancestor)
	for folder, word := range map[string]string{ours: "This", theirs: "That"} {
		edit(t, folder, originalPage, "The field holds one document, so a second", word+" field holds one document, so a second")
		update(t, folder)
	}
	if merge(t, ours, ancestor, theirs, ownBase) == nil {
		t.Fatal("two updates of one block do not meet")
	}
	w := open(t, ours)
	_, messages, err := w.Status([]string{"bg"})
	if err != nil {
		t.Fatal(err)
	}
	told := messages.Errors()
	if len(told) != 1 || told[0].File != ownBase || !strings.Contains(told[0].Text, "a merge left its conflict here") {
		t.Errorf("told %v", told)
	}
}
