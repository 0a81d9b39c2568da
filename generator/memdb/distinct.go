package memdb

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// distinctValues collects the different values that a path leads to; of those
// equal by value the first is kept.
type distinctValues struct {
	collation *value.Collation
	seen      map[string]bool
	values    bson.A
	size      int
}

func (d *distinctValues) add(doc bson.D, path string) {
	d.walk(doc, strings.Split(path, "."))
}

// walk follows a path through objects, and through arrays by spreading them or
// by a number.
func (d *distinctValues) walk(v any, path []string) {
	if len(path) == 0 {
		if array, ok := v.(bson.A); ok {
			for _, e := range array {
				d.put(e)
			}
			return
		}
		d.put(v)
		return
	}
	switch v := v.(type) {
	case bson.D:
		if inner := value.Get(v, path[0]); !value.IsMissing(inner) {
			d.walk(inner, path[1:])
		}
	case bson.A:
		for _, e := range v {
			if inner, ok := e.(bson.D); ok {
				d.walk(inner, path)
			}
		}
		if n, err := strconv.Atoi(path[0]); err == nil && n >= 0 && n < len(v) {
			d.walk(v[n], path[1:])
		}
	}
}

func (d *distinctValues) put(v any) {
	if key := d.collation.Key(v); !d.seen[key] {
		d.seen[key] = true
		d.values = append(d.values, v)
		d.size += value.Size(v) + 8
	}
}

// sorted gives the values in BSON order, which is how the server's come out;
// it promises none, so Shuffle gives another.
func (d *distinctValues) sorted(db *DB) bson.A {
	values := nonNilArray(d.values)
	slices.SortStableFunc(values, d.collation.Compare)
	if db.shuffle {
		random := rand.New(rand.NewPCG(uint64(db.seed), uint64(len(values))))
		random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	}
	return values
}

func runDistinct(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	collation, err := r.readCollation(name)
	if err != nil {
		return nil, err
	}
	key := r.text("key")
	if strings.Contains(key, "\x00") {
		return nil, errcode.New(31032, "Key field cannot contain an embedded null byte")
	}
	if key == "" {
		return nil, errcode.New(40353, "FieldPath cannot be constructed with empty string")
	}
	next, err := r.matching(name, collation)
	if err != nil {
		return nil, err
	}
	found := distinctValues{collation: collation, seen: map[string]bool{}}
	for {
		doc, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		found.add(doc, key)
		if found.size > maxDocumentSize {
			return nil, errcode.New(17217, "distinct too big, 16mb cap")
		}
	}
	return bson.D{{Key: "values", Value: found.sorted(r.db)}}, nil
}
