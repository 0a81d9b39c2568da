// Package output writes the site. It takes files by name and gives a folder
// in which either all of them stand or, if the build failed or was killed,
// the site that stood there before.
//
// Files are staged in a sibling of the target and swapped in by two renames.
// A build that died between the two is repaired when the folder is opened
// again. Builds into one target take turns. A folder that this package did
// not make is never replaced.
package output

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// marker is the file by which a folder is known to be ours.
const marker = ".modelbook.json"

// Folder is a target that is open for one build.
type Folder struct {
	target  string
	staging string
	unlock  func()

	mu    sync.Mutex
	names map[string]int64 // written so far, with sizes
}

type manifest struct {
	Made   string `json:"made"`
	Inputs string `json:"inputs"`
	Files  string `json:"files"`
}

const made = "by modelbook; this folder is replaced by each build"

// Open takes the target's path. It waits for another build of the same
// target to end, puts back what a killed one left half swapped, and fails if
// the target holds something that is not a site of ours.
func Open(target string) (*Folder, error) {
	target, err := filepath.Abs(target)
	if err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(target); err == nil {
		target = resolved
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return nil, err
	}
	f := &Folder{target: target, names: map[string]int64{}}
	f.unlock, err = lockedfile.MutexAt(f.sibling("lock")).Lock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", target, err)
	}
	if err := f.prepare(); err != nil {
		f.unlock()
		return nil, err
	}
	return f, nil
}

// sibling gives a path beside the target, so that renames stay on one disk.
func (f *Folder) sibling(kind string) string {
	return filepath.Join(filepath.Dir(f.target), "."+filepath.Base(f.target)+"-"+kind)
}

func (f *Folder) prepare() error {
	if err := f.repair(); err != nil {
		return err
	}
	entries, err := os.ReadDir(f.target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	ours := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == marker })
	if len(entries) > 0 && !ours {
		return fmt.Errorf("%s holds files that were not built by modelbook; name another folder or empty it", f.target)
	}
	f.staging = f.sibling("staging")
	return os.Mkdir(f.staging, 0o755)
}

// repair undoes what a killed build left: a target that was moved away and
// not yet replaced comes back, everything else goes.
func (f *Folder) repair() error {
	_, err := os.Lstat(f.target)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(f.sibling("last"), f.target); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(os.RemoveAll(f.sibling("last")), os.RemoveAll(f.sibling("staging")))
}

// Write stages a file. The name is a path with slashes inside the target;
// each may be written once. It may be called from several goroutines.
func (f *Folder) Write(name string, content []byte) error {
	if err := f.claim(name, int64(len(content))); err != nil {
		return err
	}
	path := filepath.Join(f.staging, filepath.FromSlash(name))
	err := os.WriteFile(path, content, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		err = os.WriteFile(path, content, 0o644)
	}
	return err
}

// claim notes a file that is to be staged, with its size.
func (f *Folder) claim(name string, size int64) error {
	if !fs.ValidPath(name) || name == "." || name == marker {
		return fmt.Errorf("not a name for a file of the site: %q", name)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, twice := f.names[name]; twice {
		return fmt.Errorf("%s is written twice", name)
	}
	f.names[name] = size
	return nil
}

// Stream stages a file piece by piece, which is never in memory as a whole.
func (f *Folder) Stream(name string, write func(io.Writer) error) error {
	if err := f.claim(name, 0); err != nil {
		return err
	}
	path := filepath.Join(f.staging, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	pieces := bufio.NewWriter(file)
	if err := errors.Join(write(pieces), pieces.Flush()); err != nil {
		return errors.Join(err, file.Close())
	}
	info, err := file.Stat()
	if err == nil {
		f.mu.Lock()
		f.names[name] = info.Size()
		f.mu.Unlock()
	}
	return errors.Join(err, file.Close())
}

// Read gives a file that was staged.
func (f *Folder) Read(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("not a name for a file of the site: %q", name)
	}
	return os.ReadFile(filepath.Join(f.staging, filepath.FromSlash(name)))
}

// Current reports whether the target was built from the same inputs, by
// their hash, and still has the files that were built.
func (f *Folder) Current(inputs string) bool {
	content, err := os.ReadFile(filepath.Join(f.target, marker))
	if err != nil {
		return false
	}
	var last manifest
	if json.Unmarshal(content, &last) != nil || last.Inputs != inputs {
		return false
	}
	files, err := listing(f.target)
	return err == nil && fingerprint(files) == last.Files
}

// Commit puts the staged files in the target's place. After an error the
// target is as it was.
func (f *Folder) Commit(inputs string) error {
	content, err := json.MarshalIndent(manifest{made, inputs, fingerprint(f.names)}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(f.staging, marker), append(content, '\n'), 0o644); err != nil {
		return err
	}
	err = os.Rename(f.target, f.sibling("last"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(f.staging, f.target); err != nil {
		return errors.Join(err, f.repair())
	}
	return os.RemoveAll(f.sibling("last"))
}

// Close drops what was staged and not committed, and lets the next build in.
func (f *Folder) Close() error {
	err := os.RemoveAll(f.staging)
	f.unlock()
	return err
}

func listing(folder string) (map[string]int64, error) {
	files := map[string]int64{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if name != marker {
			files[filepath.ToSlash(name)] = info.Size()
		}
		return err
	})
	return files, err
}

func fingerprint(files map[string]int64) string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	hash := sha256.New()
	for _, name := range names {
		fmt.Fprintf(hash, "%q %d\n", name, files[name])
	}
	return hex.EncodeToString(hash.Sum(nil))
}
