package code_test

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// TestMust: a program looks at the count that decides, and fails; where the count is
// expected to be another one, it says so and goes on. Pages of the shell show the result.
func TestMust(t *testing.T) {
	step := example.Step{ID: "hand-over", Must: &example.Must{Count: "deletedCount", Is: 1}, Operation: example.Operation{
		Name: "deleteOne", Object: "calls", Arguments: bson.D{{Key: "filter", Value: bson.D{{Key: "_id", Value: int32(1)}}}},
	}}
	several := step
	several.Must = &example.Must{Count: "deletedCount", Is: 2}
	told := step
	told.Expect = &example.Expectation{Value: ejson.MustRaw(bson.D{{Key: "deletedCount", Value: int32(0)}})}
	for l, want := range map[code.Language][3]string{
		shell.Language: {"", "", ""},
		node.Language: {
			`if (handOver.deletedCount !== 1) { throw new Error('nothing deleted from calls'); }`,
			`if (handOver.deletedCount !== 2) { throw new Error('not 2 deleted from calls'); }`,
			`if (handOver.deletedCount !== 1) { console.warn('nothing deleted from calls'); }`,
		},
		python.Language: {
			`if result.deleted_count != 1: raise RuntimeError("nothing deleted from calls")`,
			`if result.deleted_count != 2: raise RuntimeError("not 2 deleted from calls")`,
			`if result.deleted_count != 1: logging.warning("nothing deleted from calls")`,
		},
		golang.Language: {
			`if handOver.DeletedCount != 1 { return errors.New("nothing deleted from calls") }`,
			`if handOver.DeletedCount != 2 { return errors.New("not 2 deleted from calls") }`,
			`if handOver.DeletedCount != 1 { log.Println("nothing deleted from calls") }`,
		},
		java.Language: {
			`if (handOver.getDeletedCount() != 1) { throw new IllegalStateException("nothing deleted from calls"); }`,
			`if (handOver.getDeletedCount() != 2) { throw new IllegalStateException("not 2 deleted from calls"); }`,
			`if (handOver.getDeletedCount() != 1) { System.err.println("nothing deleted from calls"); }`,
		},
	} {
		for i, step := range []example.Step{step, several, told} {
			e := &example.Example{Name: "harbor", Text: diag.NewText("examples/harbor.json", nil), Steps: []example.Step{step}}
			_, steps, err := code.Steps(l, e)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(strings.Fields(steps[0].Text()), " ")
			if want[i] == "" && strings.Contains(got, "if") || !strings.HasSuffix(got, want[i]) {
				t.Errorf("%s: got\n%s\nwant at its end\n%s", l.Facts().Name, got, want[i])
			}
		}
	}
}
