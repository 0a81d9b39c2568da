package memdb

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

func rangeOf(n int) bson.D { return stage("$range", bson.A{int32(0), int32(n)}) }

func mapping(input, in any) bson.D {
	return stage("$map", bson.D{{Key: "input", Value: input}, {Key: "in", Value: in}})
}

func reducing(input, initial, in any) bson.D {
	return stage("$reduce", bson.D{{Key: "input", Value: input}, {Key: "initialValue", Value: initial}, {Key: "in", Value: in}})
}

func letting(name string, v, in any) bson.D {
	return stage("$let", bson.D{{Key: "vars", Value: stage(name, v)}, {Key: "in", Value: in}})
}

// bombs are small commands that ask for much memory, or for time without end in
// one expression, with the code of the error that they end with.
var bombs = []struct {
	name   string
	stages []any
	code   int32
}{
	{"$replaceAll of letters by all of them", evaluating(stage("$strLenBytes", stage("$replaceAll", bson.D{
		{Key: "input", Value: "$long"}, {Key: "find", Value: "x"}, {Key: "replacement", Value: "$long"}}))), 16493},
	{"$map of $concat over $range", evaluating(stage("$size", mapping(rangeOf(100_000), stage("$concat", bson.A{"$long", stage("$toString", "$$this")})))), 238},
	{"$map of pieces of long texts", evaluating(stage("$size", mapping(rangeOf(100_000), stage("$substrBytes", bson.A{
		stage("$concat", bson.A{"$long", stage("$toString", "$$this")}), int32(0), int32(20_000)})))), 238},
	{"nested $range", evaluating(stage("$size", mapping(rangeOf(100_000), stage("$range", bson.A{"$$this", int32(200_000)})))), 238},
	{"$range beyond the server's limit", evaluating(stage("$size", rangeOf(1<<30))), 146},
	{"$split", evaluating(stage("$size", stage("$split", bson.A{reducing(rangeOf(7), "$long", stage("$concat", bson.A{"$$value", "$$value"})), "x"}))), 238},
	{"$zip", evaluating(stage("$size", letting("a", rangeOf(1_000_000), stage("$zip", stage("inputs", times(1000, "$$a")))))), 238},
	{"$concat of the same", evaluating(stage("$strLenBytes", stage("$concat", times(10_000, "$long")))), 16493},
	{"$regexFindAll", evaluating(stage("$size", stage("$regexFindAll", bson.D{
		{Key: "input", Value: reducing(rangeOf(7), "$long", stage("$concat", bson.A{"$$value", "$$value"}))}, {Key: "regex", Value: "x"}}))), 238},
	{"sets", evaluating(stage("$size", stage("$setUnion", bson.A{
		mapping(rangeOf(700_000), stage("$concat", bson.A{"0123456789012345678901234567890123456789012345678901234567890123456789", stage("$toString", "$$this")})), bson.A{}}))), 238},
	{"constants", evaluating(stage("$size", bson.A{times(100, rangeOf(1_000_000))})), 238},
	{"a document for each number", evaluating(stage("$size", mapping(rangeOf(4_000_000), stage("a", "$$this")))), 238},
	{"a tree compared", evaluating(letting("a", doublingTree(), stage("$eq", bson.A{"$$a", doublingTree()}))), 238},
	{"a tree in an array", evaluating(letting("a", doublingTree(), stage("$in", bson.A{"$$a", bson.A{doublingTree()}}))), 238},
	{"a tree in a set", evaluating(stage("$size", stage("$setUnion", bson.A{bson.A{doublingTree()}}))), 238},
	{"a deep tree", evaluating(stage("$eq", bson.A{reducing(rangeOf(3_000_000), int32(1), bson.A{"$$value"}), int32(1)})), 238},
	{"$push over a window", []any{
		stage("$set", stage("n", rangeOf(100_000))), stage("$unwind", "$n"), stage("$project", stage("n", int32(1))),
		stage("$setWindowFields", bson.D{{Key: "sortBy", Value: stage("n", int32(1))}, {Key: "output", Value: stage("a", bson.D{
			{Key: "$push", Value: "$n"}, {Key: "window", Value: stage("documents", bson.A{"unbounded", "current"})}})}}),
	}, 238},
	{"$facet", append(many(20_000), stage("$facet", bson.D{
		{Key: "a", Value: bson.A{stage("$set", stage("t", longer()))}}, {Key: "b", Value: bson.A{stage("$set", stage("t", longer()))}}})), 238},
	{"$group by long keys", append(many(20_000), stage("$group", stage("_id", longer()))), 238},
	{"$sort of long documents", append(many(20_000), stage("$set", stage("t", longer())), stage("$sort", stage("t", int32(1)))), 238},
	{"$lookup of long documents, unwound", append(many(10), stage("$lookup", bson.D{
		{Key: "from", Value: "c"}, {Key: "as", Value: "a"}, {Key: "pipeline", Value: append(append(bson.A{}, many(20_000)...), stage("$set", stage("t", longer())))}}), stage("$unwind", "$a"), stage("$count", "n")), 238},
	{"$out of long documents", append(many(20_000), stage("$set", stage("t", longer())), stage("$out", "other")), 238},
}

func evaluating(v any) []any { return []any{stage("$project", stage("r", v))} }

// doublingTree is one value 2^40 times over, in 40 arrays.
func doublingTree() bson.D { return reducing(rangeOf(40), "$_id", bson.A{"$$value", "$$value"}) }

func many(n int) []any {
	return []any{stage("$set", stage("n", rangeOf(n))), stage("$unwind", "$n"), stage("$project", bson.D{{Key: "_id", Value: int32(0)}, {Key: "n", Value: int32(1)}})}
}

// longer makes a text of 20,000 letters that no other document has.
func longer() bson.D {
	return stage("$concat", bson.A{strings.Repeat("x", 20_000), stage("$toString", "$n")})
}

// No small command takes more than its budget, or goes on after its error.
func TestBombs(t *testing.T) {
	const alone = "MODELBOOK_BOMBS"
	if os.Getenv(alone) == "" {
		// In a process of its own, whose heap no other test has grown.
		program := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBombs$")
		program.Env = append(os.Environ(), alone+"=1")
		if output, err := program.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		return
	}
	// As in a build, with more room: garbage is collected before more is asked of the
	// system, so that the heap's size tells what the commands held.
	debug.SetMemoryLimit(256 << 20)
	for _, bomb := range bombs {
		t.Run(bomb.name, func(t *testing.T) {
			db := New(Options{})
			mustRun(t, db, insertOf(bson.D{{Key: "_id", Value: int32(1)}, {Key: "long", Value: strings.Repeat("x", 100_000)}}))
			reply := runDocument(t, db, aggregateOn(bomb.stages...))
			if code := value.Get(reply, "code"); code != bomb.code {
				t.Errorf("%.300s, want code %d", show(reply), bomb.code)
			}
		})
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	if memory.HeapSys > 500<<20 {
		t.Errorf("the heap grew to %d MB", memory.HeapSys>>20)
	}
}

// What takes long without holding much ends at once when its client leaves, in the
// middle of one expression.
func TestOneExpressionIsInterruptible(t *testing.T) {
	forever := mapping(rangeOf(1000), mapping(rangeOf(1000), stage("$size", mapping(rangeOf(1000), stage("$size", mapping(rangeOf(1000), "$$this"))))))
	for name, v := range map[string]any{
		"$map":    stage("$size", forever),
		"$reduce": reducing(rangeOf(1_000_000), int32(0), stage("$size", reducing(rangeOf(1_000_000), bson.A{}, rangeOf(100)))),
		"$filter": stage("$filter", bson.D{{Key: "input", Value: rangeOf(1_000_000)}, {Key: "cond", Value: stage("$size", mapping(rangeOf(1_000_000), stage("$add", bson.A{"$$this", int32(1)})))}}),
	} {
		t.Run(name, func(t *testing.T) {
			db := New(Options{})
			mustRun(t, db, insertOf(bson.D{{Key: "_id", Value: int32(1)}}))
			ctx := &leaving{t.Context(), 100}
			raw, err := bson.Marshal(append(aggregateOn(evaluating(v)...), bson.E{Key: "$db", Value: "test"}))
			if err != nil {
				t.Fatal(err)
			}
			if code := db.Run(ctx, raw).Lookup("code").Int32(); code != 11601 {
				t.Errorf("code %d, want 11601", code)
			}
		})
	}
}

// leaving is the context of a client that leaves after it was looked for so often.
type leaving struct {
	context.Context
	left int
}

func (l *leaving) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// What the budget counts it lets go of: documents that pass take nothing.
func TestWhatPassesIsNotHeld(t *testing.T) {
	db := New(Options{})
	mustRun(t, db, insertOf(bson.D{{Key: "_id", Value: int32(1)}}))
	for name, stages := range map[string][]any{
		"expressions":         append(many(9_000), stage("$set", stage("t", longer())), stage("$count", "c")),
		"a text that grows":   evaluating(stage("$strLenBytes", reducing(rangeOf(10_000), "", stage("$concat", bson.A{"$$value", "0123456789"})))),
		"an array that grows": evaluating(stage("$size", reducing(rangeOf(5_000), bson.A{}, stage("$concatArrays", bson.A{"$$value", bson.A{"$$this"}})))),
		"joins": append(many(8_000), stage("$lookup", bson.D{{Key: "from", Value: "c"}, {Key: "as", Value: "a"},
			{Key: "let", Value: stage("n", "$n")}, {Key: "pipeline", Value: bson.A{stage("$set", stage("t", stage("$concat", bson.A{strings.Repeat("x", 20_000), stage("$toString", "$$n")}))), stage("$sort", stage("t", int32(1)))}}}), stage("$count", "c")),
		"groups": append(many(9_000), stage("$group", bson.D{{Key: "_id", Value: stage("$mod", bson.A{"$n", int32(10)})}, {Key: "last", Value: stage("$last", longer())}, {Key: "max", Value: stage("$max", longer())}}), stage("$count", "c")),
	} {
		if reply := runDocument(t, db, aggregateOn(stages...)); value.Get(reply, "ok") != 1.0 {
			t.Errorf("%s: %.300s", name, show(reply))
		}
	}
}
