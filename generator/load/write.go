package load

import (
	"fmt"
	"path"
)

// Write puts content in the place of a file, which need not be there, nor its
// folder.
func (s *Source) Write(file string, content []byte) error {
	if err := s.root.MkdirAll(path.Dir(file), 0o777); err != nil {
		return fmt.Errorf("%s can't be written: %w", shown(file), reason(err))
	}
	if err := s.root.WriteFile(file, content, 0o666); err != nil {
		return fmt.Errorf("%s can't be written: %w", shown(file), reason(err))
	}
	return nil
}
