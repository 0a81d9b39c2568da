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

// rawTests are the comparisons with which a query begins. Those behind a condition of
// another kind are not among them, since that one may end the command with an error,
// nor is any under a collation, which may refuse a string.
func rawTests(nodes all, collation *value.Collation) []rawTest {
	if collation != nil {
		return nil
	}
	var tests []rawTest
	for _, n := range nodes {
		f, isField := n.(field)
		if !isField {
			break
		}
		s, isSingle := f.test.(*single)
		if !isSingle {
			break
		}
		if _, compares := comparisons[s.name]; !compares {
			break
		}
		tests = append(tests, rawTest{strings.Split(f.path.String(), "."), s.holds})
	}
	return tests
}

// ReadsRaw reports whether Rejects can reject any document.
func (m *Matcher) ReadsRaw() bool { return len(m.raw) > 0 }

// Rejects reports whether the bytes of a document show that it does not match. If they
// don't, Match decides: where a comparison meets an array, an element may match.
func (m *Matcher) Rejects(doc bson.Raw) bool {
	for _, t := range m.raw {
		if v, ok := value.ScalarAt(doc, t.path); ok && !t.holds(v) {
			return true
		}
	}
	return false
}
