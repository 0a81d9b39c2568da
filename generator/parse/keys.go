package parse

import (
	"maps"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
)

// keys are the keys of some settings, each with a function that reads its value
// into a T.
type keys[T any] map[string]func(s *settings, into *T, n ast.Node)

// reader returns the function that reads an entry with this key, nil after a
// message.
func (k keys[T]) reader(s *settings, entry *ast.MappingValueNode, key string) func(s *settings, into *T, n ast.Node) {
	read := k[key]
	if read == nil && key != "" {
		s.fail(entry.Key, "unknown key "+key, diag.Suggest(key, "keys", slices.Sorted(maps.Keys(k))))
	}
	return read
}

// read reads all entries.
func (k keys[T]) read(s *settings, entries []*ast.MappingValueNode, seen map[string]diag.Pos, into *T) {
	for _, entry := range entries {
		if read := k.reader(s, entry, s.key(entry, seen)); read != nil {
			read(s, into, entry.Value)
		}
	}
}
