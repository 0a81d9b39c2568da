package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"syscall"

	"modelbook/generator/diag"
)

var errNotPlain = errors.New("it is not a plain file")

// tooLarge is the error of a file with more bytes than it may have. One that grew while
// it was read may have more than are said.
type tooLarge struct{ size, most int64 }

func (t tooLarge) Error() string {
	return fmt.Sprintf("it has %d kB; at most %d kB", (t.size+1<<10-1)>>10, t.most>>10)
}

// forReading opens a file without waiting for the writer of a pipe.
const forReading = os.O_RDONLY | syscall.O_NONBLOCK

// openFolder opens a folder. Anything else is refused before it is opened: to open
// a pipe would wait for its writer.
func openFolder(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	return os.OpenRoot(dir)
}

// bytes reads a plain file of at most a number of bytes, into memory that may be
// taken if it is large enough.
func (s *Source) bytes(name string, most int64, memory []byte) ([]byte, error) {
	file, err := s.open(name)
	if errors.Is(err, syscall.ENXIO) {
		return nil, errNotPlain // a socket
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return contentOf(file, most, memory)
}

// open opens a file from its parent folder, which is opened once: a root would
// open each folder on the way to the file. Files that can't be opened so, such
// as links into another folder of the source, are opened from the root.
func (s *Source) open(name string) (*os.File, error) {
	if folder := s.inside(path.Dir(name)); folder != nil {
		if file, err := folder.OpenFile(path.Base(name), forReading, 0); err == nil {
			return file, nil
		}
	}
	return s.root.OpenFile(name, forReading, 0)
}

// stat returns the FileInfo of a file, or of the target of a link, in the same
// way as open.
func (s *Source) stat(name string) (fs.FileInfo, error) {
	if folder := s.inside(path.Dir(name)); folder != nil {
		if info, err := folder.Stat(path.Base(name)); err == nil {
			return info, nil
		}
	}
	return s.root.Stat(name)
}

// inside returns a folder of the source, nil if it can't be opened.
func (s *Source) inside(name string) *os.Root {
	s.mu.Lock()
	defer s.mu.Unlock()
	folder, known := s.folders[name]
	if !known {
		// The error is that of the file. To open a pipe would wait for its writer.
		if info, err := s.root.Stat(name); err == nil && info.IsDir() {
			folder, _ = s.root.OpenRoot(name)
		}
		s.folders[name] = folder
	}
	return folder
}

// contentOf reads a plain file of at most a number of bytes, also one that grows
// while it is read.
func contentOf(file *os.File, most int64, memory []byte) ([]byte, error) {
	info, err := file.Stat()
	if err == nil {
		err = plain(info, most)
	}
	if err != nil {
		return nil, err
	}
	content := slices.Grow(memory[:0], int(info.Size()+1))[:info.Size()+1]
	n, err := file.Read(content)
	if err == nil && int64(n) == info.Size() {
		return content[:n], nil
	}
	rest := bytes.NewBuffer(content[:n])
	if err == nil {
		_, err = rest.ReadFrom(io.LimitReader(file, most+1-int64(n)))
	}
	if errors.Is(err, io.EOF) {
		err = nil // an empty file, or one that was cut
	}
	if size := int64(rest.Len()); size > most {
		return nil, tooLarge{size, most}
	}
	return rest.Bytes(), err
}

// plain returns an error for anything but a plain file of at most so many
// bytes.
func plain(info fs.FileInfo, most int64) error {
	switch {
	case !info.Mode().IsRegular():
		return errNotPlain
	case info.Size() > most:
		return tooLarge{info.Size(), most}
	}
	return nil
}

// unreadable returns the message for a file that can't be read. most is the
// number of bytes that it may have.
func unreadable(file string, err error, most int64) diag.Message {
	m := diag.Message{Pos: diag.Pos{File: shown(file)}, Text: fmt.Sprintf("the file can't be read: %v", reason(err))}
	_, isTooLarge := err.(tooLarge)
	switch {
	case isTooLarge:
		m.Text, m.Hint = fmt.Sprintf("the file is larger than %d kB", most>>10), "split it"
		if most == maxImage {
			m.Hint = "make the image smaller, or save a photograph as JPEG"
		}
	case err == errNotPlain:
		m.Text = "this is not a plain file"
	}
	return m
}

// reason returns the cause of err without the path, which the message has already.
func reason(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		if pathError.Err.Error() == "path escapes from parent" {
			return errors.New("it leads out of the source folder")
		}
		return pathError.Err
	}
	return err
}
