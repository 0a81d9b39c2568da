package output

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A site that says of itself what it was built from is believed nothing, even where
// all that it says is true.
func TestPlantedSite(t *testing.T) {
	for _, planted := range []string{
		`{"made":"` + made + `","inputs":"","files":""}`, `{"made":"` + made + `","inputs":"1","files":"1"}`,
		`{"inputs":"","files":"","stamps":""}`, `{"inputs":"1"}`, `{}`, `null`, ``, "computed",
	} {
		target := filepath.Join(t.TempDir(), "public")
		makeFile(t, target+"/index.html", "forged")
		makeFile(t, target+"/"+marker, `{"made":"`+made+`","inputs":"","files":""}`)
		if planted == "computed" {
			planted = computed(t, target, "1")
		}
		makeFile(t, target+"/../.public-lock", planted)
		f := open(t, target)
		for _, inputs := range []string{"", "1"} {
			if f.Current(inputs) {
				t.Errorf("%s: a forged site is current for %q", planted, inputs)
			}
		}
		close(t, f)
	}
}

// computed returns the record of a site that stands there.
func computed(t *testing.T, target, inputs string) string {
	t.Helper()
	folder, err := os.OpenRoot(target)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	files, err := list(folder)
	if err != nil {
		t.Fatal(err)
	}
	contents, err := contentsOf(folder, files)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(record{Target: target, Inputs: inputs, Files: contents, Stamps: stampsOf(files)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// copied copies a folder with all that lies in it, as a commit would bring it to
// another machine.
func copied(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// A site that was built is not current in another place with all that lies around
// it, on this machine or on another: what it says of itself may have been changed.
func TestSiteOfAnotherCheckout(t *testing.T) {
	first := t.TempDir()
	build(t, filepath.Join(first, "public"), "1", map[string]string{"index.html": "forged"})
	second := filepath.Join(t.TempDir(), "checkout")
	copied(t, first, second)
	f := open(t, filepath.Join(second, "public"))
	if f.Current("1") {
		t.Error("the site of another checkout is current")
	}
	close(t, f)
}

// A record that lies where a commit can put it is not read, and none is kept there.
func TestRecordInAWorktree(t *testing.T) {
	for name, lay := range map[string]func(t *testing.T, dir string) Options{
		"cache in the source": func(t *testing.T, dir string) Options {
			return Options{Target: dir + "/site/public", Untrusted: dir, Cache: dir + "/.cache"}
		},
		"cache in the worktree around the source": func(t *testing.T, dir string) Options {
			makeFile(t, dir+"/.git/HEAD", "ref: refs/heads/main\n")
			return Options{Target: filepath.Join(t.TempDir(), "public"), Untrusted: dir + "/docs", Cache: dir + "/.cache"}
		},
		"cache in the worktree around the target": func(t *testing.T, dir string) Options {
			makeFile(t, dir+"/pages/.git", "gitdir: elsewhere\n")
			return Options{Target: dir + "/pages/public", Untrusted: dir + "/source", Cache: dir + "/pages/.cache"}
		},
		"cache behind a link": func(t *testing.T, dir string) Options {
			makeFile(t, dir+"/source/.cache/sites/keep", "")
			link(t, dir+"/source/.cache", dir+"/cache")
			return Options{Target: dir + "/source/public", Untrusted: dir + "/source", Cache: dir + "/cache"}
		},
		"cache that others can write": func(t *testing.T, dir string) Options {
			makeFile(t, dir+"/cache/sites/keep", "")
			if err := os.Chmod(dir+"/cache/sites", 0o777); err != nil {
				t.Fatal(err)
			}
			return Options{Target: dir + "/source/public", Untrusted: dir + "/source", Cache: dir + "/cache"}
		},
		"no cache": func(t *testing.T, dir string) Options {
			return Options{Target: dir + "/source/public", Untrusted: dir + "/source"}
		},
		"a cache that can't be made": func(t *testing.T, dir string) Options {
			makeFile(t, dir+"/cache", "")
			return Options{Target: dir + "/source/public", Untrusted: dir + "/source", Cache: dir + "/cache"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := lay(t, t.TempDir())
			if err := os.MkdirAll(o.Untrusted, 0o755); err != nil {
				t.Fatal(err)
			}
			f := opened(t, o)
			write(t, f, "index.html", "one")
			if err := f.Commit("1"); err != nil {
				t.Fatal(err)
			}
			close(t, f)
			// Where a record is read it would be this one.
			planted := records{target: o.Target}.name()
			if o.Cache != "" {
				_ = os.WriteFile(filepath.Join(o.Cache, "sites", planted), []byte(computed(t, o.Target, "1")), 0o644)
			}
			f = opened(t, o)
			if f.Current("1") {
				t.Error("the site is current")
			}
			close(t, f)
		})
	}
}

// A cache that is a link, or whose folder of records is one, gets no record, and nothing
// is written where the link leads.
func TestRecordBehindALink(t *testing.T) {
	for _, linked := range []string{"cache", "cache/sites"} {
		dir := t.TempDir()
		makeFile(t, dir+"/outside/keep", "")
		if err := os.Chmod(dir+"/outside", 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, linked)), 0o755); err != nil {
			t.Fatal(err)
		}
		link(t, dir+"/outside", filepath.Join(dir, linked))
		f := opened(t, Options{Target: dir + "/source/public", Cache: dir + "/cache"})
		write(t, f, "index.html", "one")
		if err := f.Commit("1"); err != nil {
			t.Fatal(err)
		}
		close(t, f)
		if entries, err := os.ReadDir(dir + "/outside"); err != nil || len(entries) != 1 {
			t.Errorf("%s: %v, %v", linked, entries, err)
		}
	}
}

func opened(t *testing.T, o Options) *Folder {
	t.Helper()
	f, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Targets that share the name of a record do not share the record.
func TestRecordOfAnotherTarget(t *testing.T) {
	folder, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	r := records{folder, "/srv/one"}
	r.save(record{Inputs: "1", Files: "2"})
	if got := r.last(); got.Inputs != "1" || got.Target != "/srv/one" {
		t.Errorf("%+v", got)
	}
	file, err := folder.Open(r.name())
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(file)
	file.Close()
	if err != nil {
		t.Fatal(err)
	}
	other := records{folder, "/srv/two"}
	if err := folder.WriteFile(other.name(), content, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := other.last(); got != (record{}) {
		t.Errorf("%+v is taken for the record of another target", got)
	}
}

// What a build killed between two renames leaves may be planted too: it comes back,
// and is built anew.
func TestPlantedLeftovers(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	makeSite(t, filepath.Join(filepath.Dir(target), ".public-last"), "forged")
	makeSite(t, filepath.Join(filepath.Dir(target), ".public-staging"), "forged")
	f := open(t, target)
	if got := read(t, target, "index.html"); got != "forged" {
		t.Errorf("index.html = %q", got)
	}
	if f.Current("") || f.Current("1") {
		t.Error("what was planted is current")
	}
	write(t, f, "index.html", "one")
	if err := f.Commit("1"); err != nil {
		t.Fatal(err)
	}
	close(t, f)
	if got := read(t, target, "index.html"); got != "one" {
		t.Errorf("index.html = %q", got)
	}
	onlyTarget(t, target)
}
