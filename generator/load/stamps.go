package load

import (
	"errors"
	"io/fs"
	"slices"
	"time"
)

// Stamp is the size and time of a file, by which a change is noticed.
type Stamp struct {
	Size     int64
	Modified time.Time
}

// Stamps looks at every file that Files and Theme read, and opens none. They
// are by the files' paths.
func (s *Source) Stamps() (map[string]Stamp, error) {
	stamps := map[string]Stamp{}
	for _, folder := range readFolders() {
		err := fs.WalkDir(s.root.FS(), folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && IsPassedOver(entry.Name()) && entry.Name() != BasesFolder:
				return fs.SkipDir
			case entry.IsDir() || IsPassedOver(entry.Name()):
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it went between the two looks
			}
			if err == nil {
				stamps[name] = Stamp{info.Size(), info.ModTime()}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return stamps, nil
}

// Differing returns the files that came, went or changed.
func Differing(before, after map[string]Stamp) []string {
	var files []string
	for file, now := range after {
		if then, ok := before[file]; !ok || !then.Modified.Equal(now.Modified) || then.Size != now.Size {
			files = append(files, file)
		}
	}
	for file := range before {
		if _, ok := after[file]; !ok {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}
