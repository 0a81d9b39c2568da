package render

import (
	"testing"

	"modelbook/generator/example"
)

// TestErrorsInNode: an error is known by its class before its code or its labels are
// looked at.
func TestErrorsInNode(t *testing.T) {
	for code, want := range map[int32]string{
		11000:         "if (!(error instanceof MongoServerError)) throw error;\nif (error.code !== 11000) throw error; // DuplicateKey\n",
		writeConflict: "if (!(error instanceof MongoError)) throw error;\nif (!error.hasErrorLabel('TransientTransactionError')) throw error;\n",
	} {
		got := ""
		for _, line := range checkCode(&example.ExpectedError{Code: code, CodeName: "DuplicateKey"}, withLabel) {
			got += line.Text() + "\n"
		}
		if got != want {
			t.Errorf("%d:\n%swant\n%s", code, got, want)
		}
	}
}
