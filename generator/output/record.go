package output

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
)

// record is the record of the last build of a target. It is in the user's own
// folder and never beside the site: otherwise a commit could contain a site and a
// record that makes it look current. It is no part of the site either, whose
// bytes do not depend on the program that built it.
type record struct {
	Target string `json:"target"` // its absolute path
	Inputs string `json:"inputs"` // hash of the site's inputs
	Files  string `json:"files"`  // as in the manifest
	Stamps string `json:"stamps"` // of the files when they were written
}

// records is the folder of records. Its zero value stores none: a target is then
// built each time.
type records struct {
	folder *os.Root
	target string
}

// openRecords opens the folder for the records of a target, and makes it if it is
// missing. It returns the zero value for a folder that other users or a commit
// can write to.
func openRecords(o Options) records {
	target, err := filepath.Abs(o.Target)
	if err != nil || o.Cache == "" {
		return records{}
	}
	path := filepath.Join(o.Cache, "sites")
	// Links are not followed: where the cache lies in a worktree, a commit may have put
	// them there.
	for _, ours := range []string{o.Cache, path} {
		if os.MkdirAll(ours, 0o700) != nil {
			return records{}
		}
		if info, err := os.Lstat(ours); err != nil || !info.IsDir() {
			return records{}
		}
	}
	if o.Untrusted != "" && isBelow(path, worktree(o.Untrusted, o.Untrusted)) || isBelow(path, worktree(filepath.Dir(target), "")) {
		return records{}
	}
	folder, err := os.OpenRoot(path)
	if err != nil {
		return records{}
	}
	if info, err := folder.Stat("."); err != nil || !isPrivate(info) {
		folder.Close()
		return records{}
	}
	return records{folder, target}
}

// worktree returns the git worktree around a path, or another folder if there is
// none. A commit decides the content of a worktree.
func worktree(path, otherwise string) string {
	for at := resolved(path); at != "" && at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
	}
	return resolved(otherwise)
}

// resolved returns an absolute path without links, "" if there is nothing.
func resolved(path string) string {
	if path == "" {
		return ""
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return path
}

// isBelow reports whether a path is in a folder, or may be because one of them
// is not known.
func isBelow(path, folder string) bool {
	if folder == "" {
		return false
	}
	path = resolved(path)
	inside, err := filepath.Rel(folder, path)
	return path == "" || err == nil && filepath.IsLocal(inside)
}

// name returns the file of the target's record. There are 4,096 names, so that
// records of former targets do not pile up: two targets that share a name share the
// record of the later build.
func (r records) name() string {
	hash := sha256.Sum256([]byte(r.target))
	return hex.EncodeToString(hash[:])[:3] + ".json"
}

// last returns the record of the target, and an empty one if there is none.
func (r records) last() record {
	var last record
	if r.folder == nil || readJSON(r.folder, r.name(), &last) != nil || last.Target != r.target {
		return record{}
	}
	return last
}

// save writes a record. If that fails, the target is built again the next time.
func (r records) save(built record) {
	if r.folder == nil {
		return
	}
	built.Target = r.target
	content, err := json.Marshal(built)
	if err == nil {
		_ = r.folder.WriteFile(r.name(), append(content, '\n'), 0o600)
	}
}

func (r records) close() {
	if r.folder != nil {
		r.folder.Close()
	}
}
