package expr

import (
	"slices"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Sort is a parsed sort specification.
type Sort struct {
	keys      []sortKey
	collation *value.Collation
}

type sortKey struct {
	path  string
	parts []string
	sign  int // 1 ascending, -1 descending
}

const maxSortKeys = 32

// ParseSort reads {path: 1, path: -1, …}, as sort and sortBy have it. An empty one
// sorts nothing; the caller decides whether it is allowed. Values compare by order.
func ParseSort(spec bson.D, collation *value.Collation) (*Sort, error) {
	return parseSort(spec, collation, SplitPath)
}

func parseSort(spec bson.D, collation *value.Collation, split func(path string) ([]string, error)) (*Sort, error) {
	s := &Sort{collation: collation}
	ofFields := 0 // those by $meta don't count
	for _, f := range spec {
		if _, isMeta := f.Value.(bson.D); !isMeta {
			ofFields++
		}
	}
	if ofFields > maxSortKeys {
		return nil, errcode.New(13103, "too many compound keys")
	}
	for _, f := range spec {
		sign, err := sortDirection(f)
		if err != nil {
			return nil, err
		}
		parts, err := split(f.Key)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(s.keys, func(k sortKey) bool { return k.path == f.Key }) {
			return nil, errcode.New(7472500, "$sort key must not contain duplicate keys (duplicate: '%s')", f.Key)
		}
		s.keys = append(s.keys, sortKey{f.Key, parts, sign})
	}
	return s, nil
}

func sortDirection(f bson.E) (int, error) {
	if d, ok := f.Value.(bson.D); ok {
		return 0, sortMetaError(d)
	}
	if !value.IsNumber(f.Value) {
		return 0, errcode.New(15974, "Illegal key in $sort specification: %s: %s", f.Key, value.String(f.Value))
	}
	mode := value.TowardZero
	if isDecimal(f.Value) {
		mode = value.HalfEven
	}
	n, ok := value.ToLong(f.Value, mode)
	if !ok || n != 1 && n != -1 {
		return 0, errcode.New(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)")
	}
	return int(n), nil
}

// sortMetaError returns the error of a {$meta: …}: the refusal of one that the
// server knows, else the server's own.
func sortMetaError(d bson.D) error {
	if len(d) > 1 && d[0].Key == "$meta" {
		return errcode.New(errcode.FailedToParse, "Cannot have additional keys in a $meta sort specification")
	}
	if len(d) != 1 || d[0].Key != "$meta" {
		return errcode.New(17312, "$meta is the only expression supported by $sort right now")
	}
	switch d[0].Value {
	case "textScore", "randVal", "searchScore", "searchHighlights", "vectorSearchScore", "geoNearDistance", "score":
		return errcode.NotImplemented("a sort by $meta")
	}
	return errcode.New(31138, "Illegal $meta sort: %s", value.String(d[0].Value))
}

// Fields returns the paths that are sorted by, with 1 or -1.
func (s *Sort) Fields() bson.D {
	out := make(bson.D, len(s.keys))
	for i, k := range s.keys {
		out[i] = bson.E{Key: k.path, Value: int32(k.sign)}
	}
	return out
}

// Compare orders two keys made by Key.
func (s *Sort) Compare(a, b []any) int {
	for i, k := range s.keys {
		if c := value.CompareSort(a[i], b[i]); c != 0 {
			return c * k.sign
		}
	}
	return 0
}

// Key returns the sort key of a document, a value for each path: of an array the
// element that comes first in the sort's direction, for an empty one undefined, for a
// missing field null. Two paths through different arrays are an error. Values are
// folded, so that keys compare by bytes.
func (s *Sort) Key(doc bson.D) ([]any, error) {
	if key, ok := s.plainKey(doc); ok {
		return key, nil
	}
	start := make([]walker, len(s.keys))
	for i, k := range s.keys {
		start[i] = walker{at: doc, rest: k.parts}
	}
	var best []any
	err := expand(start, func(key []any) {
		for i := range key {
			key[i] = s.collation.Fold(key[i])
		}
		if best == nil || s.Compare(key, best) < 0 {
			best = key
		}
	})
	return best, err
}

// plainKey is Key for documents without arrays on the paths.
func (s *Sort) plainKey(doc bson.D) ([]any, bool) {
	key := make([]any, len(s.keys))
	for i, k := range s.keys {
		at := any(doc)
		for _, part := range k.parts {
			d, ok := at.(bson.D)
			if !ok {
				at = value.Missing{}
				break
			}
			if at = value.Get(d, part); isArray(at) {
				return nil, false
			}
		}
		key[i] = s.collation.Fold(orNull(at))
	}
	return key, true
}

// walker is the state of one path: at is the value, rest the path that is left, taken
// the path behind it.
type walker struct {
	at     any
	rest   []string
	taken  string
	isDone bool
}

// expand walks all paths to their values and calls emit for each combination; at an
// array, it leads them together through each element.
func expand(paths []walker, emit func(key []any)) error {
	array := -1
	for i := range paths {
		w := &paths[i]
		w.walk()
		if w.isDone || !isArray(w.at) {
			continue
		}
		if array >= 0 && w.taken != paths[array].taken {
			return errcode.New(errcode.BadValue, "cannot sort with keys that are parallel arrays")
		}
		array = i
	}
	if array < 0 {
		emit(values(paths))
		return nil
	}
	return expandArray(paths, paths[array].at.(bson.A), emit)
}

func expandArray(paths []walker, array bson.A, emit func(key []any)) error {
	if len(array) == 0 {
		return expand(step(paths, bson.Undefined{}), emit)
	}
	for _, element := range array {
		if err := expand(step(paths, element), emit); err != nil {
			return err
		}
	}
	return nil
}

// step moves the paths that are at the array into one of its elements.
func step(paths []walker, element any) []walker {
	next := slices.Clone(paths)
	for i := range next {
		w := &next[i]
		if w.isDone || !isArray(w.at) {
			continue
		}
		_, document := element.(bson.D)
		switch {
		case len(w.rest) == 0:
			w.at, w.isDone = element, true
		case document:
			w.at = element
		default:
			w.at, w.isDone = value.Missing{}, true
		}
	}
	return next
}

// walk goes on through documents, and through an array by a number, up to the
// value or the next array.
func (w *walker) walk() {
	for len(w.rest) > 0 && !w.isDone {
		switch at := w.at.(type) {
		case bson.D:
			w.at = value.Get(at, w.rest[0])
		case bson.A:
			n, err := strconv.Atoi(w.rest[0])
			if err != nil || n < 0 {
				return
			}
			w.at = value.Missing{}
			if n < len(at) {
				w.at = at[n]
			}
		default:
			w.at, w.isDone = value.Missing{}, true
			return
		}
		w.taken += w.rest[0] + "."
		w.rest = w.rest[1:]
	}
}

func values(paths []walker) []any {
	key := make([]any, len(paths))
	for i, w := range paths {
		key[i] = orNull(w.at)
	}
	return key
}
