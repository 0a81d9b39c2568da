package load

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"strings"
)

// Write atomically replaces the content of a plain file, which keeps its
// permissions. A missing file is made, with its parent folders. A reader sees,
// also after a crash, either the old or the new content. Nothing is written
// through a symbolic link.
func (s *Source) Write(file string, content []byte) error {
	if err := CheckSize(file, content); err != nil {
		return err
	}
	return s.write(file, content)
}

// CheckSize returns the error that Write returns of a content that is too large: whoever
// writes several files that belong together asks before the first.
func CheckSize(file string, content []byte) error {
	if len(content) > maxFile {
		return fmt.Errorf("%s can't be written: %w", shown(file), tooLarge{int64(len(content)), maxFile})
	}
	return nil
}

func (s *Source) write(file string, content []byte) error {
	mode, err := s.modeOf(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = s.root.MkdirAll(path.Dir(file), 0o777)
	}
	if err == nil {
		err = s.replace(file, content, mode)
	}
	if err != nil {
		return fmt.Errorf("%s can't be written: %w", shown(file), reason(err))
	}
	return nil
}

// modeOf returns the permissions of a plain file, after a look at each folder on
// the way to it; 0 and fs.ErrNotExist if it is not there.
func (s *Source) modeOf(file string) (fs.FileMode, error) {
	var info fs.FileInfo
	name := ""
	for _, part := range strings.Split(file, "/") {
		name = path.Join(name, part)
		var err error
		if info, err = s.root.Lstat(name); err != nil {
			return 0, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return 0, fmt.Errorf("%s is a symbolic link", shown(name))
		}
	}
	return info.Mode().Perm(), plain(info, math.MaxInt64)
}

// replace writes a file beside the one to be replaced, and renames it.
func (s *Source) replace(file string, content []byte, mode fs.FileMode) error {
	// A name with a dot is ignored, should the file be left after a crash.
	beside := path.Join(path.Dir(file), "."+path.Base(file)+"-"+rand.Text())
	err := s.create(beside, content, mode)
	if err == nil {
		err = s.root.Rename(beside, file)
	}
	if err != nil {
		return errors.Join(err, s.discard(beside))
	}
	return nil
}

// create makes a file with these permissions, or, if they are 0, with the usual
// ones.
func (s *Source) create(name string, content []byte, mode fs.FileMode) error {
	file, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(mode, 0o666))
	if err != nil {
		return err
	}
	defer file.Close()
	if mode != 0 {
		if err := file.Chmod(mode); err != nil {
			return err
		}
	}
	if _, err := file.Write(content); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}

func (s *Source) discard(name string) error {
	err := s.root.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
