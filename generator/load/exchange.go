package load

import (
	"fmt"
	"os"
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

// Import reads a plain file of a bounded size from anywhere.
func Import(file string) ([]byte, error) {
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
