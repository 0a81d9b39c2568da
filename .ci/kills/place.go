package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"modelbook/.ci/smallbook"
)

// versions of the handbook differ in all its pages.
var versions = []string{"Galeb", "Jastreb"}

// place is a handbook of its own, and where it is built to.
type place struct {
	dir    string
	random *rand.Rand
}

func newPlace(dir string) (*place, error) {
	p := &place{dir: dir}
	return p, os.MkdirAll(p.temporary(), 0o755)
}

// source is where a version's handbook lies.
func (p *place) source() string { return filepath.Join(p.dir, "book") }

func (p *place) output() string { return filepath.Join(p.dir, "out") }

func (p *place) site() string { return filepath.Join(p.output(), "public") }

// temporary is for files that are anywhere else.
func (p *place) temporary() string { return filepath.Join(p.dir, "tmp") }

// turn makes a version of the handbook.
func (p *place) turn(version string) error { return write(p.source(), version) }

func write(dir, version string) error {
	files := map[string]string{}
	for name, content := range smallbook.Files {
		files[name] = strings.ReplaceAll(strings.ReplaceAll(content, "Galeb", version), "title: Small", "title: "+version)
	}
	return smallbook.Write(dir, files)
}

// running is a build.
type running struct {
	process *exec.Cmd
	printed *bytes.Buffer
	over    chan struct{} // closed at its end
}

// start begins a build of the handbook, or of another.
func (p *place) start(program string, env ...string) (*running, error) {
	return p.startFrom(program, p.source(), env...)
}

func (p *place) startFrom(program, source string, env ...string) (*running, error) {
	r := &running{exec.Command(program, "build", "--source", source, "--output", p.site()), &bytes.Buffer{}, make(chan struct{})}
	r.process.Dir = p.dir // in this module it would make the playground too
	r.process.Env = append(append(os.Environ(), "NO_COLOR=1", "TMPDIR="+p.temporary()), env...)
	r.process.Stdout, r.process.Stderr = r.printed, r.printed
	if err := r.process.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(r.over)
		_ = r.process.Wait() // its state says more than the error
	}()
	return r, nil
}

func (r *running) signal(s syscall.Signal) { _ = r.process.Process.Signal(s) } // it may have ended

// ended is how a build ended.
type ended struct {
	status  int // -1: by a signal
	printed string
}

// hangs is how long a build is waited for.
const hangs = 2 * time.Minute

func (r *running) wait() (ended, error) {
	select {
	case <-r.over:
		return ended{r.process.ProcessState.ExitCode(), r.printed.String()}, nil
	case <-time.After(hangs):
		r.signal(syscall.SIGKILL)
		<-r.over
		return ended{}, fmt.Errorf("it hangs: %s", r.printed)
	}
}

// build builds the handbook, undisturbed.
func (p *place) build(program string) (ended, error) {
	r, err := p.start(program)
	if err != nil {
		return ended{}, err
	}
	return r.wait()
}

// beside returns the path of a folder that a build makes beside the site.
func (p *place) beside(kind string) string { return filepath.Join(p.output(), ".public-"+kind) }

// until waits for something beside the site, and reports whether it came before
// the end of the build.
func (p *place) until(r *running, kind string) bool {
	for {
		if _, err := os.Lstat(p.beside(kind)); err == nil {
			return true
		}
		select {
		case <-r.over:
			return false
		case <-time.After(100 * time.Microsecond):
		}
	}
}

// moment waits for a random part of the time that a build takes; every second
// time, of the shorter one in which it writes.
func (p *place) moment(t *trial, r *running) {
	takes := t.takes + t.takes/5
	if p.random.IntN(2) == 0 && p.until(r, "staging") {
		takes /= 10
	}
	time.Sleep(time.Duration(p.random.Float64() * float64(takes)))
}

// other returns the version that the site does not have.
func other(version string) string { return versions[1-slices.Index(versions, version)] }

// version returns the version of a whole folder; "" if there is no folder.
func (t *trial) version(dir string) (string, error) {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	found, err := smallbook.Tree(dir, nil)
	if err != nil {
		return "", err
	}
	for _, v := range versions {
		if smallbook.Differ(t.sites[v], found) == "" {
			return v, nil
		}
	}
	return "", fmt.Errorf("%s is of no version: %s", filepath.Base(dir), smallbook.Differ(t.sites[versions[0]], found))
}

// clean fails if anything is left beside the site, or elsewhere.
func (p *place) clean() error {
	for dir, want := range map[string][]string{p.output(): {".public-lock", "public"}, p.temporary(): nil, p.dir: {"book", "out", "tmp"}} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		if !slices.Equal(names, want) {
			return fmt.Errorf("%s has %q, not %q", filepath.Base(dir), names, want)
		}
	}
	return nil
}

// repaired builds a version, after which all is as it should be.
func (p *place) repaired(t *trial, program, version string) error {
	if err := p.turn(version); err != nil {
		return err
	}
	if end, err := p.build(program); err != nil || end.status != 0 {
		return fmt.Errorf("the next build ends with %d: %w: %s", end.status, err, end.printed)
	}
	found, err := t.version(p.site())
	if err == nil && found != version {
		err = fmt.Errorf("the next build made %q, not %q", found, version)
	}
	return errors.Join(err, p.clean())
}

// lastSite returns the version of the site that a killed build left. Between two
// renames the site is beside its place.
func (p *place) lastSite(t *trial, renaming bool) (version, where string, err error) {
	version, err = t.version(p.site())
	if err != nil || version != "" {
		return version, "in its place", err
	}
	if !renaming {
		return "", "", errors.New("there is no site")
	}
	version, err = t.version(p.beside("last"))
	if err == nil && version == "" {
		err = errors.New("there is no site, nor the last one")
	}
	return version, "beside its place", err
}
