package expr

import (
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

func TestAccumulatorsAsExpressions(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$sum", list("$a"), int32(6)},
		{"$sum", list("$i", "$s", "$n"), int32(5)},
		{"$sum", list(), int32(0)},
		{"$sum", list(0.1, 0.2, 0.3), 0.6},
		{"$sum", list(int32(math.MaxInt32), int32(1)), int64(math.MaxInt32 + 1)},
		{"$sum", list(int64(math.MaxInt64), int64(math.MaxInt64)), float64(1 << 63 * 2)},
		{"$sum", list(math.Inf(1), 1.0), math.Inf(1)},
		{"$sum", list("$d", "$i"), decimal("7.50")},
		{"$avg", list("$a"), 2.0},
		{"$avg", list("$s"), null},
		{"$avg", list("$d", "$d"), decimal("2.50")},
		{"$min", list("$n", "$i", "$f"), 2.5},
		{"$max", list("$s", "$i"), "text"},
		{"$max", list("$n", "$none"), null},
		{"$stdDevPop", list(int32(2), int32(4)), 1.0},
		{"$stdDevSamp", list(int32(1)), null},
		{"$firstN", object("n", int32(2), "input", "$a"), list(int32(1), int32(2))},
		{"$lastN", object("n", int32(2), "input", "$a"), list(int32(2), int32(3))},
		{"$maxN", object("n", int32(2), "input", list(int32(1), null, int32(9))), list(int32(9), int32(1))},
		{"$minN", object("n", int32(2), "input", "$a"), list(int32(1), int32(2))},
		{"$firstN", object("n", int32(2), "input", "$n"), fails(5788200)},
		{"$firstN", object("n", "$s", "input", "$a"), fails(5787902)},
		{"$firstN", object("n", 1.5, "input", "$a"), fails(5787903)},
		{"$firstN", object("n", int32(0), "input", "$a"), fails(5787908)},
		{"$firstN", object("input", "$a"), fails(5787906)},
		{"$firstN", object("n", int32(1)), fails(5787907)},
	})
}

func TestAccumulators(t *testing.T) {
	null := bson.Null{}
	docs := []bson.D{
		object("v", int32(3), "w", "a"), object("v", int32(1)), object("w", null), object("v", int32(3), "w", object("x", int32(1))),
	}
	byV := object("v", int32(1))
	for _, c := range []struct {
		name string
		arg  any
		want any
	}{
		{"$sum", "$v", int32(7)},
		{"$sum", int32(1), int32(4)},
		{"$count", object(), int32(4)},
		{"$avg", "$v", 7.0 / 3},
		{"$min", "$v", int32(1)},
		{"$max", "$v", int32(3)},
		{"$first", "$w", "a"},
		{"$last", "$v", int32(3)},
		{"$push", "$w", list("a", null, object("x", int32(1)))},
		{"$addToSet", "$v", list(int32(3), int32(1))},
		{"$firstN", object("n", int32(3), "input", "$v"), list(int32(3), int32(1), null)},
		{"$lastN", object("n", int32(2), "input", "$v"), list(null, int32(3))},
		{"$minN", object("n", int32(2), "input", "$v"), list(int32(1), int32(3))},
		{"$top", object("sortBy", byV, "output", "$v"), null},
		{"$bottom", object("sortBy", byV, "output", "$w"), object("x", int32(1))},
		{"$topN", object("n", int32(2), "sortBy", byV, "output", "$v"), list(null, int32(1))},
		{"$bottomN", object("n", int32(2), "sortBy", byV, "output", "$w"), list("a", object("x", int32(1)))},
		{"$mergeObjects", "$w", fails(5911200)},
		{"$sum", list("$v"), fails(40237)},
		{"$nothing", "$v", fails(15952)},
		{"$median", "$v", fails(238)},
		{"$count", int32(1), fails(14)},
		{"$firstN", object("n", int32(0), "input", "$v"), fails(7548606)},
		{"$firstN", object("input", "$v"), fails(5787906)},
		{"$topN", object("sortBy", byV, "output", "$v"), fails(5788003)},
		{"$top", object("sortBy", int32(1), "output", "$v"), fails(10065)},
	} {
		got, err := accumulate(c.name, c.arg, docs)
		verify(t, c.name, got, err, c.want)
	}
}

func accumulate(name string, arg any, docs []bson.D) (any, error) {
	a, err := ParseAccumulator(name, arg, nil)
	if err != nil {
		return nil, err
	}
	env := &Env{}
	running, err := a.Begin(env)
	if err != nil {
		return nil, err
	}
	for _, doc := range docs {
		env.Root = doc
		if err := running.Add(env); err != nil {
			return nil, err
		}
	}
	return running.Value(env), nil
}

func TestSortKeys(t *testing.T) {
	undefined := bson.Undefined{}
	null := bson.Null{}
	rows := object("r", list(object("x", int32(1), "y", int32(9)), object("x", int32(2), "y", int32(2)), int32(7)))
	for _, c := range []struct {
		spec, doc bson.D
		want      any
	}{
		{object("a", int32(1)), object("a", int32(4)), list(int32(4))},
		{object("a", int32(1)), object(), list(null)},
		{object("a", int32(1)), object("a", list(int32(5), int32(2), int32(9))), list(int32(2))},
		{object("a", int32(-1)), object("a", list(int32(5), int32(2), int32(9))), list(int32(9))},
		{object("a", int32(1)), object("a", list()), list(undefined)},
		{object("a", int32(1)), object("a", list(list(int32(1)))), list(list(int32(1)))},
		{object("a.b", int32(1)), object("a", int32(1)), list(null)},
		{object("r.x", int32(-1), "r.y", int32(1)), rows, list(int32(2), int32(2))},
		{object("r.y", int32(-1), "r.x", int32(1)), rows, list(int32(9), int32(1))},
		{object("r.x", int32(1)), rows, list(null)},
		{object("r.1.y", int32(1)), rows, list(int32(2))},
		{object("a", int32(1), "b", int32(1)), object("a", list(int32(1)), "b", list(int32(2))), fails(2)},
	} {
		s, err := ParseSort(c.spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		key, err := s.Key(c.doc)
		verify(t, "sort key", bson.A(key), err, c.want)
	}
}

func TestSortSpecs(t *testing.T) {
	many := bson.D{}
	for i := range 33 {
		many = append(many, bson.E{Key: string(rune('A' + i)), Value: int32(1)})
	}
	for _, c := range []struct {
		spec bson.D
		code int32
	}{
		{object("a", int32(2)), 15975},
		{object("a", int32(0)), 15975},
		{object("a", "asc"), 15974},
		{object("a", object("x", int32(1))), 17312},
		{object("a", object("$meta", "nothing")), 31138},
		{object("a", object("$meta", "textScore")), 238},
		{object("a", int32(1), "a", int32(-1)), 7472500},
		{object("", int32(1)), 40352},
		{many, 13103},
	} {
		if _, err := ParseSort(c.spec, nil); !errcode.Is(err, c.code) {
			t.Errorf("%v: got %v, want error %d", c.spec, err, c.code)
		}
	}
	if _, err := ParseSort(object("a", 1.9, "b", decimal("-1.4")), nil); err != nil {
		t.Errorf("fractions are cut off: %v", err)
	}
}

func TestParseLet(t *testing.T) {
	env := &Env{Now: 5}
	scope, err := ParseLet(object("a", int32(1), "b", object("$add", list("$$a", int32(1))), "now", "$$NOW"), env, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse(list("$$a", "$$b", "$$now"), scope)
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := e.Constant(); !ok || !same(v, list(int32(1), int32(2), bson.DateTime(5))) {
		t.Errorf("got %v, %v", v, ok)
	}
	for code, let := range map[int32]bson.D{
		9: object("A", int32(1)), 51144: object("a", "$$ROOT"), 4890500: object("a", "$b"), 17276: object("a", "$$b"),
	} {
		if _, err := ParseLet(let, env, nil); !errcode.Is(err, code) {
			t.Errorf("%v: got %v, want error %d", let, err, code)
		}
	}
}
