package match

import (
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// path is a dotted path. A part that is written like an array index is one as
// well as a name.
type path []part

type part struct {
	name  string
	index int // -1 if the name is no index
}

func newPath(dotted string) path {
	names := strings.Split(dotted, ".")
	p := make(path, len(names))
	for i, name := range names {
		p[i] = part{name: name, index: -1}
		if n, err := strconv.Atoi(name); err == nil && n >= 0 && strconv.Itoa(n) == name {
			p[i].index = n
		}
	}
	return p
}

// visit is called with a value and the index of the element of the outermost
// array that was gone through to reach it (-1: none); true ends the walk.
type visit func(v any, index int) bool

// reach says how an array at the end of a path is visited.
type reach int

const (
	whole    reach = iota // the array
	spread                // its elements, then the array
	elements              // its elements
)

// walk visits the values of a document at the path: each value that is reached through
// arrays of documents, one array level a part, and Missing where the path ends early.
// A number addresses an element of an array and, in documents inside the array, a
// name.
func (p path) walk(doc bson.D, last reach, fn visit) bool {
	return p.from(value.Get(doc, p[0].name), 1, -1, last, fn)
}

// from goes on at v with the parts from at on.
func (p path) from(v any, at, index int, last reach, fn visit) bool {
	if at == len(p) {
		return end(v, index, last, fn)
	}
	switch v := v.(type) {
	case bson.D:
		return p.from(value.Get(v, p[at].name), at+1, index, last, fn)
	case bson.A:
		return p.through(v, at, index, last, fn)
	}
	return fn(value.Missing{}, index)
}

func (p path) through(list bson.A, at, index int, last reach, fn visit) bool {
	for i, item := range list {
		doc, isDoc := item.(bson.D)
		if isDoc && p.from(value.Get(doc, p[at].name), at+1, outermost(index, i), last, fn) {
			return true
		}
		if p[at].index == i && p.addressed(item, at+1, index, last, fn) {
			return true
		}
	}
	return false
}

// addressed goes on in an element that the path names by its number. At the end
// of the path such an element is visited whole, and a scalar before it is nothing.
func (p path) addressed(item any, at, index int, last reach, fn visit) bool {
	if at == len(p) {
		return fn(item, index)
	}
	switch item.(type) {
	case bson.D, bson.A:
		return p.from(item, at, index, last, fn)
	}
	return false
}

func end(v any, index int, last reach, fn visit) bool {
	list, ok := v.(bson.A)
	if !ok || last == whole {
		return fn(v, index)
	}
	for i, item := range list {
		if fn(item, outermost(index, i)) {
			return true
		}
	}
	return last == spread && fn(v, index)
}

func outermost(outer, inner int) int {
	if outer >= 0 {
		return outer
	}
	return inner
}

// String writes the path as it was.
func (p path) String() string {
	names := make([]string, len(p))
	for i := range p {
		names[i] = p[i].name
	}
	return strings.Join(names, ".")
}
