package output

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// cache is where the builds of these tests keep their records.
var cache string

func TestMain(m *testing.M) {
	var err error
	if cache, err = os.MkdirTemp("", "modelbook-records-"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(cache)
	os.Exit(status)
}

func TestCommitReplacesTheWholeSite(t *testing.T) {
	target := filepath.Join(t.TempDir(), "site", "public")
	build(t, target, "1", map[string]string{"index.html": "one", "en/a.html": "a"})
	build(t, target, "2", map[string]string{"index.html": "two"})
	if got := read(t, target, "index.html"); got != "two" {
		t.Errorf("index.html = %q", got)
	}
	if _, err := os.Stat(filepath.Join(target, "en")); !os.IsNotExist(err) {
		t.Error("a page of the last build is still there")
	}
	onlyTarget(t, target)
}

func TestCloseWithoutCommitLeavesTheLastSite(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	build(t, target, "1", map[string]string{"index.html": "one"})
	f := open(t, target)
	write(t, f, "index.html", "broken")
	close(t, f)
	if got := read(t, target, "index.html"); got != "one" {
		t.Errorf("index.html = %q", got)
	}
	onlyTarget(t, target)
}

// A build may be killed between any two steps; these are the states that it
// can leave behind.
func TestOpenRepairs(t *testing.T) {
	tests := map[string]func(t *testing.T, target string){
		"before the marker": func(t *testing.T, target string) {
			if err := os.Mkdir(target+"/../.public-staging", 0o755); err != nil {
				t.Fatal(err)
			}
		},
		"within the marker": func(t *testing.T, target string) {
			makeFile(t, target+"/../.public-staging/"+marker, "{\n  \"made\": \"by")
		},
		"while staging": func(t *testing.T, target string) {
			makeSite(t, target+"/../.public-staging", "half")
		},
		"between the renames": func(t *testing.T, target string) {
			makeSite(t, target+"/../.public-staging", "new")
			rename(t, target, target+"/../.public-last")
		},
		"before the last site is removed": func(t *testing.T, target string) {
			makeSite(t, target+"/../.public-last", "older")
		},
		"after the exchange": func(t *testing.T, target string) {
			makeSite(t, target+"/../.public-staging", "older")
		},
	}
	for name, kill := range tests {
		t.Run(name, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "public")
			build(t, target, "1", map[string]string{"index.html": "good"})
			kill(t, target)
			close(t, open(t, target))
			if got := read(t, target, "index.html"); got != "good" {
				t.Errorf("index.html = %q", got)
			}
			onlyTarget(t, target)
		})
	}
}

func TestOpenRefusesAForeignFolder(t *testing.T) {
	target := t.TempDir()
	makeFile(t, target+"/thesis.txt", "years of work")
	_, err := Open(t.Context(), Options{Target: target})
	if err == nil || !strings.Contains(err.Error(), "not built by modelbook") {
		t.Fatalf("Open of a foreign folder: %v", err)
	}
	if got := read(t, target, "thesis.txt"); got != "years of work" {
		t.Errorf("thesis.txt = %q", got)
	}
}

func TestBuildsTakeTurns(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	first := open(t, target)
	waits, opened := make(chan bool, 1), make(chan *Folder)
	go func() {
		second, err := Open(t.Context(), Options{Target: target, Cache: cache, Waiting: func() { waits <- true }})
		if err != nil {
			t.Error(err)
		}
		opened <- second
	}()
	<-waits
	write(t, first, "index.html", "first")
	if err := first.Commit("1"); err != nil {
		t.Fatal(err)
	}
	close(t, first)
	second := <-opened
	if !second.Current("1") {
		t.Error("the second build does not see the first one's site")
	}
	close(t, second)
}

// Who waits for another build can be told to stop.
func TestWaitingEnds(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	first := open(t, target)
	defer close(t, first)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Open(ctx, Options{Target: target, Waiting: cancel})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCurrent(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	current := func(inputs string) bool {
		f := open(t, target)
		defer close(t, f)
		return f.Current(inputs)
	}
	if current("1") {
		t.Error("a site that is not there is current")
	}
	build(t, target, "1", map[string]string{"index.html": "one", "en/a.html": "a"})
	if !current("1") || current("2") {
		t.Error("current does not follow the inputs")
	}
	if current("") {
		t.Error("no inputs are current")
	}
	page := filepath.Join(target, "en", "a.html")
	makeFile(t, page, "b")
	if current("1") {
		t.Error("a site with another page of the same size is current")
	}
	makeFile(t, page, "a")
	if !current("1") {
		t.Error("a site that was only copied is not current")
	}
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	if current("1") {
		t.Error("a site that lacks a page is current")
	}
}

// The marker says nothing of the program and its machine.
func TestMarkerDependsOnTheSiteAlone(t *testing.T) {
	var markers []string
	for _, inputs := range []string{"1", "2"} {
		target := filepath.Join(t.TempDir(), "public")
		build(t, target, inputs, map[string]string{"index.html": "one", "en/a.html": "a"})
		markers = append(markers, read(t, target, marker))
	}
	if markers[0] != markers[1] || !strings.Contains(markers[0], `"files"`) {
		t.Errorf("%q", markers)
	}
}

func TestWriteRefusesNames(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "public"))
	defer close(t, f)
	write(t, f, "a.html", "")
	for _, name := range []string{"../a.html", "/a.html", "", ".", "a//b", marker, "a.html"} {
		if f.Write(name, nil) == nil {
			t.Errorf("Write(%q) succeeds", name)
		}
	}
}

func build(t *testing.T, target, inputs string, files map[string]string) {
	t.Helper()
	f := open(t, target)
	defer close(t, f)
	for name, content := range files {
		write(t, f, name, content)
	}
	if err := f.Commit(inputs); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, target string) *Folder {
	t.Helper()
	return opened(t, Options{Target: target, Cache: cache})
}

func close(t *testing.T, f *Folder) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, f *Folder, name, content string) {
	t.Helper()
	if err := f.Write(name, []byte(content)); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, target, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(target, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func makeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// makeSite makes a folder that looks like a site of ours.
func makeSite(t *testing.T, folder, page string) {
	t.Helper()
	makeFile(t, folder+"/index.html", page)
	makeFile(t, folder+"/"+marker, `{"made":"`+made+`"}`)
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// onlyTarget fails if anything but the target and its lock is left beside it.
func onlyTarget(t *testing.T, target string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(target))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); name != "public" && name != ".public-lock" {
			t.Errorf("left behind: %s", name)
		}
	}
}

// A streamed file counts among the site's, and can be read before the commit.
func TestStream(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	f := open(t, target)
	write(t, f, "en/a.md", "one")
	err := f.Stream("all.txt", func(w io.Writer) error {
		first, err := f.Read("en/a.md")
		if err == nil {
			_, err = w.Write(append(first, " and two"...))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Stream("all.txt", func(io.Writer) error { return nil }); err == nil {
		t.Error("a file can be streamed twice")
	}
	if err := f.Commit("1"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, target, "all.txt"); got != "one and two" {
		t.Errorf("all.txt = %q", got)
	}
	if !f.Current("1") {
		t.Error("a site with a streamed file is taken for changed")
	}
	close(t, f)
}
