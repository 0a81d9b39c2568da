package build

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"modelbook/generator/load"
)

// siteFile holds the settings of the site.
const siteFile = "content/site.yaml"

// stamp tells whether a file changed.
type stamp struct {
	size     int64
	modified time.Time
}

// stampsOf looks at every file that a build reads.
func stampsOf(source string) (map[string]stamp, error) {
	stamps := map[string]stamp{}
	for _, folder := range []string{"content", "examples", "site"} {
		root := filepath.Join(source, folder)
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "public" || load.IsPassedOver(entry.Name()) && entry.Name() != load.BasesFolder):
				return filepath.SkipDir
			case entry.IsDir() || load.IsPassedOver(entry.Name()):
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it went between the two looks
			}
			if err != nil {
				return err
			}
			name, err := filepath.Rel(source, path)
			stamps[filepath.ToSlash(name)] = stamp{info.Size(), info.ModTime()}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return stamps, nil
}

// differing gives the files that came, went or changed.
func differing(before, after map[string]stamp) []string {
	var files []string
	for file, now := range after {
		if then, ok := before[file]; !ok || !then.modified.Equal(now.modified) || then.size != now.size {
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
