package storage

import (
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// part is the state of a key's field on its way through a document: the value reached,
// and the rest of its path.
type part struct {
	at       any
	path     []string
	expanded bool // at is an element of an array that was spread
	array    string
}

// keyMaker computes the keys of one document.
type keyMaker struct {
	paths    [][]string
	multikey []Depths // nil until there is an array
	keys     [][]any
	sparse   bool
}

// pathsOf returns the paths of a key pattern, name by name.
func pathsOf(pattern bson.D) [][]string {
	paths := make([][]string, len(pattern))
	for i, field := range pattern {
		paths[i] = strings.Split(field.Key, ".")
	}
	return paths
}

// documentKeys returns the keys of a document under some paths: an array is
// spread into one key an element, at one place only (else error 171); a missing
// field counts as null, an empty array as undefined. With sparse, a document
// that has none of the fields has no key. multikey says where on its way each
// field met an array; nil is nowhere.
func documentKeys(doc bson.D, paths [][]string, sparse bool) (keys [][]any, multikey []Depths, err error) {
	m := keyMaker{paths: paths, sparse: sparse}
	var whole any = doc
	var room [4]part // enough for most, without the heap
	parts := room[:0]
	for _, path := range paths {
		parts = append(parts, part{at: whole, path: path})
	}
	if err := m.walk(parts); err != nil {
		return nil, nil, err
	}
	return distinctKeys(m.keys), m.multikey, nil
}

func (m *keyMaker) walk(parts []part) error {
	spread := ""
	first := -1
	for i := range parts {
		parts[i] = descend(parts[i], m.paths[i])
		if parts[i].array == "" {
			continue
		}
		if first < 0 {
			first, spread = i, parts[i].array
		}
		if parts[i].array != spread {
			return errcode.New(171, "cannot index parallel arrays [%s] [%s]", lastName(parts[i].array), lastName(spread))
		}
	}
	if first < 0 {
		m.emit(parts)
		return nil
	}
	return m.spread(parts, spread, parts[first].at.(bson.A))
}

func (m *keyMaker) spread(parts []part, array string, elements bson.A) error {
	if len(elements) == 0 {
		elements = bson.A{nil}
	}
	if m.multikey == nil {
		m.multikey = make([]Depths, len(parts))
	}
	for _, element := range elements {
		next := make([]part, len(parts))
		copy(next, parts)
		for i := range next {
			if parts[i].array != array {
				continue
			}
			m.multikey[i] |= depth(strings.Count(array, "."))
			next[i] = part{at: elementOrEmpty(element, len(parts[i].path) == 0), path: parts[i].path, expanded: true}
		}
		if err := m.walk(next); err != nil {
			return err
		}
	}
	return nil
}

// elementOrEmpty returns an element, or the key of an empty array: undefined where the
// array itself is the indexed value, null where a path leads on through it.
func elementOrEmpty(element any, terminal bool) any {
	switch {
	case element != nil:
		return element
	case terminal:
		return bson.Undefined{}
	}
	return bson.Null{}
}

// descend follows a path through objects until it ends or meets an array that
// is to be spread.
func descend(p part, whole []string) part {
	p.array = ""
	for {
		if array, ok := p.at.(bson.A); ok {
			if at, ok := numbered(array, p.path); ok {
				p = part{at: at, path: p.path[1:]}
				continue
			}
			if p.expanded {
				break
			}
			p.array = strings.Join(whole[:len(whole)-len(p.path)], ".")
			return p
		}
		if len(p.path) == 0 {
			return p
		}
		doc, ok := p.at.(bson.D)
		if !ok {
			break
		}
		p = part{at: value.Get(doc, p.path[0]), path: p.path[1:]}
	}
	if len(p.path) > 0 {
		p.at, p.path = value.Missing{}, nil
	}
	return p
}

// numbered reads a path that names a place in an array by number, which wins
// unless an element is an object with such a name.
func numbered(array bson.A, path []string) (any, bool) {
	if len(path) == 0 {
		return nil, false
	}
	n, err := strconv.Atoi(path[0])
	if err != nil || n < 0 || strconv.Itoa(n) != path[0] {
		return nil, false
	}
	for _, element := range array {
		if doc, ok := element.(bson.D); ok && !value.IsMissing(value.Get(doc, path[0])) {
			return nil, false
		}
	}
	if n >= len(array) {
		return value.Missing{}, true
	}
	return array[n], true
}

func (m *keyMaker) emit(parts []part) {
	key := make([]any, len(parts))
	all := true
	for i, p := range parts {
		if value.IsMissing(p.at) {
			key[i] = bson.Null{}
			continue
		}
		key[i], all = p.at, false
	}
	if m.sparse && all {
		return
	}
	m.keys = append(m.keys, key)
}

func lastName(path string) string {
	return path[strings.LastIndexByte(path, '.')+1:]
}

// distinctKeys drops repeated keys: one document may hold a value several
// times, also under a unique index.
func distinctKeys(keys [][]any) [][]any {
	if len(keys) < 2 {
		return keys
	}
	seen := map[string]bool{}
	kept := keys[:0]
	for _, key := range keys {
		id := value.Key(bson.A(key))
		if !seen[id] {
			seen[id] = true
			kept = append(kept, key)
		}
	}
	return kept
}
