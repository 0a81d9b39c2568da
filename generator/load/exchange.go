package load

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxExchange is how many bytes a file of a translator's program may have: a
// page, its translation and the markup around each of their blocks.
const maxExchange = 16 * maxFile

// Export writes a file into a folder that is made if it is not there. As in a
// source folder, nothing is written through a symbolic link.
func Export(dir, file string, content []byte) error {
	s, err := Make(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.write(file, content)
}

// Import reads a plain file of a bounded size from anywhere. One that lies in the source
// folder is read as all files there: not through symbolic links, which a stranger may
// have put there.
func Import(source, file string) ([]byte, error) {
	if link, err := linkInside(source, file); err != nil || link != "" {
		return nil, cmp.Or(err, fmt.Errorf("%s can't be read: %s is a symbolic link", shown(file), shown(link)))
	}
	opened, err := os.OpenFile(file, forReading, 0)
	if err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", shown(file), reason(err))
	}
	defer opened.Close()
	content, err := contentOf(opened, maxExchange, nil)
	if err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", shown(file), reason(err))
	}
	return content, nil
}

// linkInside returns the first symbolic link on the way from a folder to a file in it,
// "" if there is none, or if the file lies elsewhere.
func linkInside(folder, file string) (string, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	inside, err := filepath.Rel(from, to)
	if err != nil || !filepath.IsLocal(inside) {
		return "", nil
	}
	name := ""
	for part := range strings.SplitSeq(inside, string(filepath.Separator)) {
		name = filepath.Join(name, part)
		if info, err := os.Lstat(filepath.Join(from, name)); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return name, nil
		}
	}
	return "", nil
}
