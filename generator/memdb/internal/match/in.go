package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// list is the argument of $in and $nin.
type list struct {
	collation *value.Collation
	keys      map[string]bool
	null      bool
	regexes   []func(v any) bool
}

func inList(name string, arg any, collation *value.Collation) (test, error) {
	items, ok := arg.(bson.A)
	if !ok {
		return nil, bad("%s needs an array", name)
	}
	l := list{collation: collation, keys: make(map[string]bool, len(items))}
	for _, item := range items {
		if err := l.add(name, item); err != nil {
			return nil, err
		}
	}
	return &single{name: "$in", arg: arg, hasPattern: len(l.regexes) > 0, last: spread, holds: l.has}, nil
}

func (l *list) add(name string, item any) error {
	switch item := item.(type) {
	case bson.D:
		if isOperators(item) {
			return bad("cannot nest $ under %s", name)
		}
	case bson.Undefined:
		return bad("cannot compare to undefined")
	case bson.Null:
		l.null = true
	case bson.Regex:
		found, err := regexHolds(item.Pattern, item.Options)
		if err != nil {
			return err
		}
		l.regexes = append(l.regexes, found)
		return nil
	}
	l.keys[l.collation.Key(item)] = true
	return nil
}

func (l *list) has(v any) bool {
	if value.IsMissing(v) {
		return l.null
	}
	if _, undefined := v.(bson.Undefined); undefined {
		return false
	}
	var buffer [64]byte
	if l.keys[string(l.collation.AppendKey(buffer[:0], v))] {
		return true
	}
	for _, found := range l.regexes {
		if found(v) {
			return true
		}
	}
	return false
}
