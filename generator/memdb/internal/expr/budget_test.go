package expr

import (
	"runtime"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// An operator that makes a large value reserves its memory first, so that commands
// which run beside each other can't all have made theirs before the first is counted.
func TestRoomIsAskedForBefore(t *testing.T) {
	const left, elements = 2 << 20, 1_000_000
	var together Together
	for _, bytes := range []int{MaxHeld, MaxHeldTogether - MaxHeld - left} {
		other := &Budget{Together: &together}
		if err := other.Hold(bytes); err != nil {
			t.Fatal(err)
		}
		defer other.End()
	}
	array := make(bson.A, elements)
	fields := make(bson.D, elements)
	for i := range array {
		array[i], fields[i].Value = int32(i%2), true
	}
	doc := bson.D{{Key: "a", Value: array}, {Key: "o", Value: fields}, {Key: "t", Value: strings.Repeat("x", 7<<20)}, {Key: "n", Value: int32(elements)}}
	for _, row := range []struct {
		operator string
		argument any
	}{
		{"$range", list(int32(0), "$n")},
		{"$map", object("input", "$a", "in", "$$this")},
		{"$filter", object("input", "$a", "cond", true)},
		{"$concatArrays", list("$a", "$a")},
		{"$reverseArray", "$a"},
		{"$sortArray", object("input", "$a", "sortBy", int32(1))},
		{"$zip", object("inputs", list("$a", "$a"))},
		{"$objectToArray", "$o"},
		{"$split", list("$t", "xxxxxxxx")},
		// Looking ahead keeps it from the pools of package regexp, which drop what they hold
		// at random in a build with -race.
		{"$regexFindAll", object("input", "$t", "regex", "(?=x)x")},
		{"$concat", list("$t", "$t")},
	} {
		t.Run(row.operator, func(t *testing.T) {
			e, err := Parse(object(row.operator, row.argument), &Scope{})
			if err != nil {
				t.Fatal(err)
			}
			budget := &Budget{Together: &together}
			defer budget.End()
			env := &Env{Budget: budget}
			env.Begin(doc)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = e.Eval(env)
			runtime.ReadMemStats(&after)
			if !errcode.Is(err, errcode.ExceededMemoryLimit) {
				t.Errorf("%v, want that there is no room", err)
			}
			if made := after.TotalAlloc - before.TotalAlloc; made > 3*left {
				t.Errorf("%d kB were made where %d kB are left", made>>10, left>>10)
			}
		})
	}
	if got, want := together.bytes.Load(), int64(MaxHeldTogether-left); got != want {
		t.Errorf("%d bytes stay counted, want %d", got, want)
	}
}
