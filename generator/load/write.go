package load

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Write puts content in the place of a plain file, which keeps its permissions.
// Whoever reads the file, also after a crash, sees what was there or all of the
// content. Nothing is written through a symbolic link.
func (s *Source) Write(file string, content []byte) error {
	info, err := s.withoutLinks(file)
	if err == nil {
		err = plain(info, maxFile)
	}
	if err == nil && len(content) > maxFile {
		err = errTooLarge
	}
	if err == nil {
		err = s.replace(file, content, info.Mode().Perm())
	}
	if err != nil {
		return fmt.Errorf("%s can't be written: %w", shown(file), reason(err))
	}
	return nil
}

// withoutLinks looks at each folder on the way to a file, and at the file.
func (s *Source) withoutLinks(file string) (info fs.FileInfo, err error) {
	name := ""
	for _, part := range strings.Split(file, "/") {
		name = path.Join(name, part)
		if info, err = s.root.Lstat(name); err != nil {
			return nil, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s is a symbolic link", shown(name))
		}
	}
	return info, nil
}

// replace writes a file beside the one to be replaced, and renames it.
func (s *Source) replace(file string, content []byte, mode fs.FileMode) error {
	// A name with a dot is passed over, should it be left behind.
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

func (s *Source) create(name string, content []byte, mode fs.FileMode) error {
	file, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Chmod(mode); err != nil {
		return err
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
