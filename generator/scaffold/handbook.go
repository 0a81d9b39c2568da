package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"modelbook/generator/example"
	"modelbook/generator/load"
)

// handbookFolder holds the files of a new handbook as templates.
const handbookFolder = "templates/handbook"

// hidden are the files whose names begin with a point where they go, which would
// hide them where they come from.
var hidden = map[string]string{"gitignore": ".gitignore", "github/handbook.yml": ".github/workflows/handbook.yml"}

// Handbook writes a small handbook of this name into a folder, which is made if
// it is not there. It gives the files that it wrote.
func Handbook(folder, name string, day time.Time) ([]string, error) {
	if strings.ContainsAny(name, "\"\\\n") || strings.TrimSpace(name) == "" {
		return nil, errors.New("the name of a handbook is one line of text without quotation marks")
	}
	files, err := handbook(name, day.Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	source, err := load.Make(folder)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	for _, f := range files {
		if source.Has(f.name) {
			return nil, fmt.Errorf("%s is there already; a handbook begins in a folder without it", path.Join(folder, f.name))
		}
	}
	var changed []string
	for _, f := range files {
		if err := source.Write(f.name, f.content); err != nil {
			return changed, err
		}
		changed = append(changed, f.name)
	}
	return changed, nil
}

type file struct {
	name    string
	content []byte
}

// handbook gives the files of a new handbook, in the order of their names.
func handbook(name, day string) ([]file, error) {
	var files []file
	err := fs.WalkDir(embedded, handbookFolder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := embedded.ReadFile(at)
		if err != nil {
			return err
		}
		filled, err := fill(string(text), struct{ Name, Day string }{name, day})
		to := strings.TrimPrefix(at, handbookFolder+"/")
		files = append(files, file{cmp.Or(hidden[to], to), filled})
		return err
	})
	files = append(files, file{schemaFile, example.Schema()})
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, err
}
