package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// refused fails unless the target can't be opened for the reason.
func refused(t *testing.T, o Options, reason string) {
	t.Helper()
	f, err := Open(t.Context(), o)
	if err == nil {
		close(t, f)
		t.Errorf("%s was opened", o.Target)
		return
	}
	if !strings.Contains(err.Error(), reason) || !strings.Contains(err.Error(), "output folder "+o.Target) {
		t.Errorf("%v, want %q", err, reason)
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, at); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

// Links that lie in the source lead nowhere, wherever they point.
func TestLinksInTheSourceAreNotFollowed(t *testing.T) {
	for name, test := range map[string]struct{ at, reason string }{
		"the folder":  {"site", "site on the way to it is a symbolic link"},
		"the target":  {"site/public", "it is a symbolic link; name the folder that it leads to"},
		"the lock":    {"site/.public-lock", ""},
		"the staging": {"site/.public-staging", ".public-staging beside it is in the way"},
		"the last":    {"site/.public-last", ".public-last beside it is in the way"},
	} {
		for _, inside := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				source, outside := t.TempDir(), t.TempDir()
				if inside {
					outside = filepath.Join(source, "elsewhere")
				}
				to := filepath.Join(outside, "there")
				makeFile(t, to+"/kept", "kept")
				link(t, to, filepath.Join(source, test.at))
				refused(t, Options{Target: filepath.Join(source, "site", "public"), Untrusted: source}, test.reason)
				if got := read(t, to, "kept"); got != "kept" {
					t.Errorf("the file is %q", got)
				}
				entries, err := os.ReadDir(to)
				if err != nil || len(entries) != 1 {
					t.Errorf("%v %v", entries, err)
				}
			})
		}
	}
}

// A lock that leads out makes no file there.
func TestLockThatLeadsOut(t *testing.T) {
	source, outside := t.TempDir(), t.TempDir()
	target := filepath.Join(source, "public")
	link(t, filepath.Join(outside, "made"), filepath.Join(source, ".public-lock"))
	refused(t, Options{Target: target, Untrusted: source}, ".public-lock beside it is not a plain file")
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("%v %v", entries, err)
	}
}

func TestPlacesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	makeFile(t, dir+"/file", "")
	makeFile(t, dir+"/source/content/site.yaml", "")
	refused(t, Options{Target: string(filepath.Separator)}, "can't take the place of a whole disk")
	refused(t, Options{Target: dir + "/file"}, "it is a file; name a folder")
	refused(t, Options{Target: dir + "/file/public"}, "a file stands where a folder has to be")
	refused(t, Options{Target: dir + "/" + strings.Repeat("a", 250)}, "the name is too long")
	refused(t, Options{Target: dir + "/source", Untrusted: dir + "/source"}, "it holds the source")
	refused(t, Options{Target: dir, Untrusted: dir + "/source"}, "it holds the source")
}

// A folder is ours by what its marker says, and a sibling is only removed if it
// is ours.
func TestForeignFolders(t *testing.T) {
	for _, content := range []string{`{}`, `{"made":""}`, `{"made":"by hand"}`, ``, `[]`} {
		target := filepath.Join(t.TempDir(), "public")
		makeFile(t, target+"/thesis.txt", "years of work")
		makeFile(t, target+"/"+marker, content)
		refused(t, Options{Target: target}, "not built by modelbook")
	}
	for _, sibling := range []string{".public-staging", ".public-last"} {
		target := filepath.Join(t.TempDir(), "public")
		makeFile(t, filepath.Join(filepath.Dir(target), sibling, "thesis.txt"), "years of work")
		refused(t, Options{Target: target}, sibling+" beside it is in the way and was not made by modelbook")
		if got := read(t, filepath.Dir(target), sibling+"/thesis.txt"); got != "years of work" {
			t.Errorf("thesis.txt = %q", got)
		}
	}
}

// Staged files that someone took away, cut or added are never committed.
func TestStagingIsWhole(t *testing.T) {
	staging := func(target string) string { return filepath.Join(filepath.Dir(target), ".public-staging") }
	for name, spoil := range map[string]func(t *testing.T, target string){
		"a page gone":     func(t *testing.T, target string) { remove(t, staging(target)+"/en/a.html") },
		"a page cut":      func(t *testing.T, target string) { makeFile(t, staging(target)+"/en/a.html", "") },
		"a page too many": func(t *testing.T, target string) { makeFile(t, staging(target)+"/en/b.html", "") },
		"a folder gone":   func(t *testing.T, target string) { remove(t, staging(target)+"/en") },
		"all gone":        func(t *testing.T, target string) { remove(t, staging(target)) },
		"another in its place": func(t *testing.T, target string) {
			rename(t, staging(target), target+"-elsewhere")
			makeSite(t, staging(target), "forged")
		},
		"moved away": func(t *testing.T, target string) { rename(t, staging(target), target+"-elsewhere") },
	} {
		t.Run(name, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "public")
			build(t, target, "1", map[string]string{"index.html": "good"})
			f := open(t, target)
			defer f.Close()
			write(t, f, "index.html", "new")
			write(t, f, "en/a.html", "new")
			spoil(t, target)
			if err := f.Commit("2"); err == nil {
				t.Error("it was committed")
			}
			if got := read(t, target, "index.html"); got != "good" {
				t.Errorf("index.html = %q", got)
			}
		})
	}
}

// While files are written the folder may go, too.
func TestWritingIntoNothing(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	f := open(t, target)
	defer close(t, f)
	write(t, f, "index.html", "new")
	remove(t, filepath.Join(filepath.Dir(target), ".public-staging"))
	if f.Write("en/a.html", []byte("a")) == nil {
		t.Error("a page was written into a folder that is not there")
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}
