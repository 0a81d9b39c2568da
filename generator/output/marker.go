package output

import (
	"encoding/json"
	"io"
	"os"
	"syscall"
)

// marker is the file by which a folder is recognized as ours.
const marker = ".modelbook.json"

// manifest is the marker's content. It is the same wherever the same site is
// built.
type manifest struct {
	Made string `json:"made"`
	// Files is a hash of the names and contents of all files; "" while they are
	// being written.
	Files string `json:"files,omitempty"`
}

const made = "by modelbook; this folder is replaced by each build"

func (m manifest) encode() ([]byte, error) {
	content, err := json.MarshalIndent(m, "", "  ")
	return append(content, '\n'), err
}

// isOurs reports whether a folder beside the lock has our marker.
func (f *Folder) isOurs(name string) bool {
	info, err := f.parent.Lstat(name)
	if err != nil || !info.IsDir() {
		return false
	}
	folder, err := f.parent.OpenRoot(name)
	if err != nil {
		return false
	}
	defer folder.Close()
	var m manifest
	return readJSON(folder, marker, &m) == nil && m.Made == made
}

// readJSON reads a small file.
func readJSON(folder *os.Root, name string, to any) error {
	content, err := readSmall(folder, name)
	if err != nil {
		return err
	}
	return json.Unmarshal(content, to)
}

// readSmall reads a file, or its beginning. It does not wait for a pipe.
func readSmall(folder *os.Root, name string) ([]byte, error) {
	file, err := folder.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	const most = 64 << 10
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	return io.ReadAll(io.NewSectionReader(file, 0, most))
}
