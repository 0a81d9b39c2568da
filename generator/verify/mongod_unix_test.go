//go:build unix

package verify

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLeftoversOfMongods: others may have put anything into the temporary folder under
// the name of a killed run.
func TestLeftoversOfMongods(t *testing.T) {
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o644) }
	linkTo := func(to string) func(string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	holding := func(make func(path string) error) func(string) error {
		return func(path string) error {
			return errors.Join(os.Mkdir(path, 0o700), make(filepath.Join(path, portFile)))
		}
	}
	write := func(content string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(content), 0o600) }
	}
	outside := t.TempDir()
	if err := holding(write("1"))(filepath.Join(outside, "other")); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		make  func(path string) error
		stays bool
	}{
		"a folder with a port":            {make: holding(write("1"))},
		"a folder with a pipe":            {make: holding(pipe)},
		"a folder with a link to zeros":   {make: holding(linkTo("/dev/zero"))},
		"a folder with a link out of it":  {make: holding(linkTo(filepath.Join(outside, "other", portFile)))},
		"a folder with a folder":          {make: holding(func(path string) error { return os.Mkdir(path, 0o700) })},
		"a folder with no port":           {make: holding(write("x@127.0.0.2"))},
		"a folder with a very large port": {make: holding(write(strings.Repeat("1", 1<<20)))},
		"a pipe":                          {make: pipe, stays: true},
		"a file":                          {make: write("1"), stays: true},
		"a link to a folder":              {make: linkTo(filepath.Join(outside, "other")), stays: true},
		"a link to itself":                {make: linkTo("modelbook-mongod-" + thisMachine + "-7fffffff-x"), stays: true},
		"a folder of another user's":      {make: func(path string) error { return errors.Join(holding(write("1"))(path), os.Chown(path, 65534, 65534)) }, stays: true},
		"a folder of another user's, open": {make: func(path string) error {
			return errors.Join(holding(pipe)(path), os.Chown(path, 65534, 65534), os.Chmod(path, 0o777))
		}, stays: true},
	} {
		t.Run(name, func(t *testing.T) {
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			path := filepath.Join(temporary, mongodFolders+thisMachine+"-7fffffff-x")
			if err := test.make(path); errors.Is(err, fs.ErrPermission) {
				t.Skip("only root may give a folder away")
			} else if err != nil {
				t.Fatal(err)
			}
			dropMongods(t.Context())
			if _, err := os.Lstat(path); (err == nil) != test.stays {
				t.Errorf("it stays: %v, want %v", err == nil, test.stays)
			}
			if _, err := os.Stat(filepath.Join(outside, "other", portFile)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestLogOfMongod: a log has no bounds, and only its end is kept.
func TestLogOfMongod(t *testing.T) {
	programs, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for name, test := range map[string]struct{ script, want string }{
		"nothing":              {"true", "said: nothing"},
		"a line":               {"echo it lacks AVX", "said: it lacks AVX"},
		"a line on stderr":     {"echo it lacks AVX >&2", "said: it lacks AVX"},
		"many lines":           {"yes abc | head -c 4000000; echo; echo it lacks AVX", "said: it lacks AVX"},
		"a long line":          {"head -c 4000000 /dev/zero | tr '\\0' x", "said: " + strings.Repeat("x", 300)},
		"a part of a letter":   {"printf 'a%.0s' $(seq 299); printf 'é'", "said: " + strings.Repeat("a", 299)},
		"a log of a folder":    {`ls "$(dirname "$2")" | tr '\n' ' '`, "said: data port"},
		"one that outlives it": {"sleep 1000 & echo $! >" + filepath.Join(programs, "pid") + "; echo it lacks AVX", "said: it lacks AVX"},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(programs, Mongod)
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			m := &mongod{folder: filepath.Join(temporary, "mongod")}
			if err := errors.Join(os.Mkdir(m.folder, 0o700), m.start(program)); err != nil {
				t.Fatal(err)
			}
			err := m.initiate(t.Context())
			if err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("got %.400v, want %s", err, test.want)
			}
			if len(m.log.kept) > maxTail || cap(m.log.kept) > 8*maxTail {
				t.Errorf("%d bytes are kept", cap(m.log.kept))
			}
			m.end()
			if left, _ := os.ReadDir(temporary); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
	if pid, err := os.ReadFile(filepath.Join(programs, "pid")); err == nil {
		var number int
		for _, digit := range strings.TrimSpace(string(pid)) {
			number = number*10 + int(digit-'0')
		}
		if err := syscall.Kill(number, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}
}
