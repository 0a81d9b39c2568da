package i18n_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"modelbook/generator/i18n"
	"modelbook/generator/required"
)

// git runs a git command in a folder, as somebody.
func git(t *testing.T, folder string, args ...string) {
	t.Helper()
	program, err := exec.LookPath("git")
	if err != nil {
		required.Missing(t, "git", "git is not installed")
	}
	cmd := exec.Command(program, append([]string{"-C", folder, "-c", "user.name=Somebody", "-c", "user.email=somebody@example.com", "-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"}, args...)...)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, output)
	}
}

func commit(t *testing.T, folder, message string) {
	t.Helper()
	git(t, folder, "add", "-A")
	git(t, folder, "commit", "-q", "-m", message)
}

// statusOf returns the counts of Bulgarian, page by page, and what is told.
func statusOf(t *testing.T, folder string) (i18n.Status, []string) {
	t.Helper()
	w, err := i18n.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	status, messages, err := w.Status([]string{"bg"})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, m := range messages {
		told = append(told, m.File+": "+m.Text+": "+m.Hint)
	}
	return status, told
}

// TestHistoryIsNotAsked squashes what happened into one commit and clones only
// that: nothing but the files says what is behind.
func TestHistoryIsNotAsked(t *testing.T) {
	folder := handbook(t)
	git(t, folder, "init", "-q", "-b", "main")
	commit(t, folder, "Begin")
	git(t, folder, "checkout", "-q", "-b", "edits")
	edit(t, folder, originalPage, "The field holds one document, so a second", "This field holds one document, so a second")
	commit(t, folder, "Change English")
	edit(t, folder, originalPage, "*Teodora* is new and has", "*Teodora* is quite new and has")
	commit(t, folder, "Change more")
	update(t, folder)
	translateBlock(t, folder, "Полето побира един документ", "Това поле побира един документ")
	commit(t, folder, "Translate one of two")
	want, told := statusOf(t, folder)
	if len(told) > 0 || want.Languages[0].Count.Stale != 1 {
		t.Fatalf("%+v %v", want.Languages[0].Count, told)
	}
	git(t, folder, "checkout", "-q", "main")
	git(t, folder, "merge", "-q", "--squash", "edits")
	commit(t, folder, "All of it")
	git(t, folder, "branch", "-q", "-D", "edits")
	shallow := filepath.Join(t.TempDir(), "shallow")
	git(t, folder, "clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(folder), shallow)
	bare := clone(t, shallow)
	if err := os.RemoveAll(filepath.Join(bare, ".git")); err != nil {
		t.Fatal(err)
	}
	for name, folder := range map[string]string{"squashed": folder, "shallow clone": shallow, "no repository": bare} {
		if got, told := statusOf(t, folder); !reflect.DeepEqual(got, want) || len(told) > 0 {
			t.Errorf("%s: got %+v %v, want %+v", name, got, told, want)
		}
	}
}

// TestRenamedPage renames a page in all languages: with its bases nothing is
// behind; without, it says which file is to be renamed too.
func TestRenamedPage(t *testing.T) {
	folder := handbook(t)
	rename := func(before, now string) {
		t.Helper()
		if err := os.Rename(filepath.Join(folder, before), filepath.Join(folder, now)); err != nil {
			t.Fatal(err)
		}
	}
	for _, lang := range []string{"en", "bg", "zh-CN"} {
		rename("content/"+lang+"/one-to-one.md", "content/"+lang+"/one-to-just-one.md")
	}
	for _, lang := range []string{"zh-CN"} {
		rename("content/"+lang+"/.base/one-to-one.md", "content/"+lang+"/.base/one-to-just-one.md")
	}
	status, told := statusOf(t, folder)
	if want := "content/bg/.base/one-to-one.md: there is no page content/bg/one-to-one.md that was made from this: if the page is content/bg/one-to-just-one.md now: git mv content/bg/.base/one-to-one.md content/bg/.base/one-to-just-one.md"; len(told) != 1 || told[0] != want {
		t.Errorf("told %q, want %q", told, want)
	}
	if !status.Languages[0].Count.Unsealed {
		t.Error("a page without its base counts as sealed")
	}
	rename(ownBase, "content/bg/.base/one-to-just-one.md")
	if _, told := statusOf(t, folder); len(told) > 0 {
		t.Errorf("told %q", told)
	}
	upToDate(t, folder)
}
