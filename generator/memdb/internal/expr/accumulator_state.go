package expr

import (
	"crypto/sha256"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxAccumulated is how many bytes the server lets one accumulator hold.
const maxAccumulated = 100 * 1024 * 1024

// extreme keeps the least (-1) or greatest (1) value, of equal ones the first or
// the last.
type extreme struct {
	collation *value.Collation
	sign      int
	keepsLast bool
	best      any
}

func (e *extreme) weight() int { return Weight(e.best, MaxHeld) }

func newExtreme(sign int, last bool) func(o *value.Collation, n int) state {
	return func(o *value.Collation, _ int) state { return &extreme{collation: o, sign: sign, keepsLast: last} }
}

func (e *extreme) add(v any) error {
	if value.IsNullish(v) {
		return nil
	}
	if e.best == nil {
		e.best = v
		return nil
	}
	if c := e.collation.Compare(v, e.best) * e.sign; c > 0 || c == 0 && e.keepsLast {
		e.best = v
	}
	return nil
}

func (e *extreme) value(*Env) any {
	if e.best == nil {
		return bson.Null{}
	}
	return e.best
}

type first struct{ v any }

func (f *first) weight() int { return Weight(f.v, MaxHeld) }

func (f *first) add(v any) error {
	if f.v == nil {
		f.v = orNull(v)
	}
	return nil
}

func (f *first) value(*Env) any {
	if f.v == nil {
		return bson.Null{}
	}
	return f.v
}

type last struct{ v any }

func (l *last) weight() int { return Weight(l.v, MaxHeld) }

func (l *last) add(v any) error {
	l.v = orNull(v)
	return nil
}

func (l *last) value(*Env) any {
	if l.v == nil {
		return bson.Null{}
	}
	return l.v
}

type push struct {
	keeping
	name  string
	array bson.A
	size  int
}

func (p *push) add(v any) error {
	if missing(v) {
		return nil
	}
	if p.size += value.Size(v); p.size > maxAccumulated {
		return errcode.New(errcode.ExceededMemoryLimit, "%s used too much memory and cannot spill to disk. Memory limit: %d bytes", p.name, maxAccumulated)
	}
	p.take(v)
	p.array = append(p.array, v)
	return nil
}

func (p *push) value(*Env) any { return append(bson.A{}, p.array...) }

type set struct {
	push
	collation *value.Collation
	seen      map[string]bool
}

func (s *set) add(v any) error {
	if missing(v) {
		return nil
	}
	k := s.collation.Key(v)
	if len(k) > sha256.Size { // of a long value only its hash
		sum := sha256.Sum256([]byte(k))
		k = string(sum[:])
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if s.seen[k] {
		return nil
	}
	s.seen[k] = true
	s.bytes += 2*elementWeight + len(k)
	return s.push.add(v)
}

func (s *set) value(env *Env) any { return env.Unordered(append(bson.A{}, s.array...)) }

// elements takes arrays, and passes each of their elements to a state
// (src/mongo/db/pipeline/accumulator_concat_arrays.cpp, accumulator_set_union.cpp).
type elements struct {
	state
	name string
}

func (e *elements) add(v any) error {
	if value.IsMissing(v) {
		return nil
	}
	list, ok := v.(bson.A)
	if !ok {
		return errcode.New(errcode.TypeMismatch, "%s requires array inputs, but input %s is of type %s", e.name, value.String(v), value.TypeName(v))
	}
	for _, item := range list {
		if err := e.state.add(item); err != nil {
			return err
		}
	}
	return nil
}

// merge puts documents over each other; of equal fields the last wins.
type merge struct {
	code int32
	doc  bson.D
	at   map[string]int // where a field is
	keeping
}

func newMerge(code int32) func(o *value.Collation, n int) state {
	return func(*value.Collation, int) state { return &merge{code: code, at: map[string]int{}} }
}

func (m *merge) add(v any) error {
	if value.IsNullish(v) {
		return nil
	}
	d, ok := v.(bson.D)
	if !ok {
		return errcode.New(m.code, "$mergeObjects requires object inputs, but input %s is of type %s", value.String(v), value.TypeName(v))
	}
	for _, f := range d {
		m.take(f.Value)
		at, known := m.at[f.Key]
		if !known {
			m.bytes += fieldWeight
			m.at[f.Key] = len(m.doc)
			m.doc = append(m.doc, f)
			continue
		}
		m.drop(m.doc[at].Value)
		m.doc[at].Value = f.Value
	}
	return nil
}

func (m *merge) value(*Env) any { return append(bson.D{}, m.doc...) }

type firstN struct {
	keeping
	n     int
	array bson.A
}

func newFirstN(_ *value.Collation, n int) state { return &firstN{n: n} }

func (f *firstN) add(v any) error {
	if len(f.array) < f.n {
		f.take(v)
		f.array = append(f.array, orNull(v))
	}
	return nil
}

func (f *firstN) value(*Env) any { return append(bson.A{}, f.array...) }

type lastN struct {
	keeping
	n     int
	array bson.A
}

func newLastN(_ *value.Collation, n int) state { return &lastN{n: n} }

func (l *lastN) add(v any) error {
	l.take(v)
	l.array = append(l.array, orNull(v))
	if len(l.array) > l.n {
		l.drop(l.array[0])
		l.array = l.array[1:]
	}
	return nil
}

func (l *lastN) value(*Env) any { return append(bson.A{}, l.array...) }

// extremeN keeps the n least (1) or greatest (-1) values, in that order.
type extremeN struct {
	keeping
	collation *value.Collation
	n, sign   int
	array     bson.A
}

func newExtremeN(sign int) func(o *value.Collation, n int) state {
	return func(o *value.Collation, n int) state { return &extremeN{collation: o, n: n, sign: sign} }
}

func (e *extremeN) add(v any) error {
	if value.IsNullish(v) {
		return nil
	}
	at, _ := slices.BinarySearchFunc(e.array, v, func(have, v any) int {
		if e.collation.Compare(have, v)*e.sign <= 0 {
			return -1
		}
		return 1
	})
	if at < e.n {
		e.take(v)
		e.array = slices.Insert(e.array, at, v)
		if len(e.array) > e.n {
			e.drop(e.array[e.n])
			e.array = e.array[:e.n]
		}
	}
	return nil
}

func (e *extremeN) value(*Env) any { return append(bson.A{}, e.array...) }

// top keeps the outputs of the n documents that sort first, or last.
type top struct {
	keeping
	sort               *Sort
	n                  int
	isBottom, isSingle bool
	rows               []topRow
}

type topRow struct {
	key    []any
	output any
}

func (t *top) add(any) error { return nil }

func (t *top) addKeyed(key []any, v any) {
	at, _ := slices.BinarySearchFunc(t.rows, key, func(r topRow, key []any) int {
		if t.sort.Compare(r.key, key) <= 0 {
			return -1
		}
		return 1
	})
	t.take(bson.A{bson.A(key), v})
	t.rows = slices.Insert(t.rows, at, topRow{key, orNull(v)})
	if len(t.rows) <= t.n {
		return
	}
	out := t.n
	if t.isBottom {
		out = 0
	}
	t.drop(bson.A{bson.A(t.rows[out].key), t.rows[out].output})
	t.rows = slices.Delete(t.rows, out, out+1)
}

func (t *top) value(*Env) any {
	if t.isSingle && len(t.rows) == 0 {
		return bson.Null{}
	}
	if t.isSingle {
		return t.rows[0].output
	}
	out := make(bson.A, len(t.rows))
	for i, r := range t.rows {
		out[i] = r.output
	}
	return out
}
