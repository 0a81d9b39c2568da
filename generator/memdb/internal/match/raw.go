package match

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// rawTest is a comparison that can be made on a document's bytes.
type rawTest struct {
	path  []string
	holds func(v any) bool
}

// Rejects returns a function that reports whether the bytes of a document show that it
// does not match, nil if there is none. Match decides on documents that it does not
// reject: where a comparison meets an array, an element may match.
func (f *Filter) Rejects() func(doc bson.Raw) bool {
	tests := f.rawTests()
	if len(tests) == 0 {
		return nil
	}
	return func(doc bson.Raw) bool {
		for _, t := range tests {
			if v, ok := value.ScalarAt(doc, t.path); ok && !t.holds(v) {
				return true
			}
		}
		return false
	}
}

// rawTests are the comparisons with which a query begins. Those behind a condition of
// another kind are not among them, since that one may end the command with an error, nor
// is any under a collation, which may refuse a string.
func (f *Filter) rawTests() []rawTest {
	if !f.isQuery || f.isCollated {
		return nil
	}
	var tests []rawTest
	for _, n := range f.root {
		at, isField := n.(field)
		if !isField {
			break
		}
		s, isSingle := at.test.(*single)
		if !isSingle {
			break
		}
		if _, compares := comparisons[s.name]; !compares {
			break
		}
		tests = append(tests, rawTest{strings.Split(at.path.String(), "."), s.holds})
	}
	return tests
}
