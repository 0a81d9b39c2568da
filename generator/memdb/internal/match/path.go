package match

import (
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// path is a dotted path. A part that is written like an array index is one as
// well as a name.
type path struct {
	dotted  string
	names   []string
	indexes []int // -1 for a name that is no index; nil if none is
}

func newPath(dotted string) *path {
	p := &path{dotted: dotted, names: strings.Split(dotted, ".")}
	for i, name := range p.names {
		n, err := strconv.Atoi(name)
		if err != nil || n < 0 || strconv.Itoa(n) != name {
			continue
		}
		if p.indexes == nil {
			p.indexes = slices.Repeat([]int{-1}, len(p.names))
		}
		p.indexes[i] = n
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
func (p *path) walk(doc bson.D, last reach, fn visit) bool {
	return p.from(value.Get(doc, p.names[0]), 1, -1, last, fn)
}

// from goes on at v with the parts from at on.
func (p *path) from(v any, at, index int, last reach, fn visit) bool {
	if at == len(p.names) {
		return end(v, index, last, fn)
	}
	switch v := v.(type) {
	case bson.D:
		return p.from(value.Get(v, p.names[at]), at+1, index, last, fn)
	case bson.A:
		return p.through(v, at, index, last, fn)
	}
	return fn(value.Missing{}, index)
}

func (p *path) through(list bson.A, at, index int, last reach, fn visit) bool {
	for i, item := range list {
		doc, isDoc := item.(bson.D)
		if isDoc && p.from(value.Get(doc, p.names[at]), at+1, outermost(index, i), last, fn) {
			return true
		}
		if p.indexes != nil && p.indexes[at] == i && p.addressed(item, at+1, index, last, fn) {
			return true
		}
	}
	return false
}

// addressed goes on in an element that the path names by its number. At the end
// of the path such an element is visited whole, and a scalar before it is nothing.
func (p *path) addressed(item any, at, index int, last reach, fn visit) bool {
	if at == len(p.names) {
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
