package memdb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// unshared are the fields that each case has for itself.
var unshared = []string{"id", "with", "documents", "reply", "code", "codeName", "state", "assumes"}

// hole is what stands in a shared command for the field with of each case.
const hole = `"$$with"`

// allCases returns the cases, each with the file it stands in. Tests share them and
// change none.
func allCases(t testing.TB) iter.Seq2[string, testCase] {
	t.Helper()
	files, err := caseFiles()
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, testCase) bool) {
		for _, file := range files {
			for _, c := range file.cases {
				if !yield(file.path, c) {
					return
				}
			}
		}
	}
}

type caseFile struct {
	path  string
	cases []testCase
}

var caseFiles = sync.OnceValues(func() ([]caseFile, error) {
	paths, err := filepath.Glob("testdata/cases/*.json")
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("no cases: %w", err)
	}
	var files []caseFile
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		cases, err := parseCases(text, strings.TrimSuffix(filepath.Base(path), ".json"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append(files, caseFile{path, cases})
	}
	return files, nil
})

// rawFields are the fields of an object as they are written, in their order.
type rawFields struct {
	names []string
	texts map[string]json.RawMessage
}

func readFields(text []byte) (rawFields, error) {
	f := rawFields{texts: map[string]json.RawMessage{}}
	err := eachValue(text, func(key string, start, end int) error {
		f.names, f.texts[key] = append(f.names, key), text[start:end]
		return nil
	})
	return f, err
}

// parseCases reads the file of that name.
func parseCases(text []byte, name string) ([]testCase, error) {
	shared, err := readFields(text)
	if err != nil {
		return nil, err
	}
	list := shared.texts["cases"]
	shared.names = slices.DeleteFunc(shared.names, func(field string) bool { return field == "cases" })
	for _, field := range shared.names {
		if !isCaseField(field) || slices.Contains(unshared, field) {
			return nil, fmt.Errorf("cases can't share the field %q", field)
		}
	}
	var cases []testCase
	err = eachValue(list, func(_ string, start, end int) error {
		c, err := parseCase(shared, list[start:end])
		if err != nil {
			return fmt.Errorf("case %d: %w", len(cases), err)
		}
		if c.place = len(cases); c.ID == "" {
			c.ID = name + ": " + c.subject()
			if len(c.ID) > longestSubject {
				return fmt.Errorf("case %d needs an id", len(cases))
			}
		}
		cases = append(cases, c)
		return nil
	})
	return cases, err
}

// isCaseField reports whether a case may have a field of that name.
func isCaseField(name string) bool {
	fields := reflect.TypeFor[testCase]()
	for i := range fields.NumField() {
		if fields.Field(i).Tag.Get("bson") == name {
			return name != ""
		}
	}
	return false
}

// parseCase puts the fields of a case and the shared ones together.
func parseCase(shared rawFields, text []byte) (c testCase, err error) {
	written, err := readFields(text)
	if err != nil {
		return c, err
	}
	for _, field := range written.names {
		if !isCaseField(field) {
			return c, fmt.Errorf("unknown field %q", field)
		}
	}
	for _, field := range shared.names {
		switch text, given := written.texts[field]; {
		case !given:
			written.names, written.texts[field] = append(written.names, field), shared.texts[field]
		case bytes.Equal(text, shared.texts[field]):
			return c, fmt.Errorf("it repeats the %s that all share", field)
		}
	}
	with, given := written.texts["with"]
	if filled := bytes.Contains(written.texts["command"], []byte(hole)); given != filled {
		return c, fmt.Errorf("it has with: %v, its command has a place for it: %v", given, filled)
	}
	written.texts["command"] = bytes.ReplaceAll(written.texts["command"], []byte(hole), with)
	var whole bytes.Buffer
	for i, field := range written.names {
		fmt.Fprintf(&whole, "%c%q: %s", "{,"[min(i, 1)], field, written.texts[field])
	}
	return c, bson.UnmarshalExtJSON(append(whole.Bytes(), '}'), false, &c)
}

// longestSubject is how many bytes a name may have that is made of what a case runs.
const longestSubject = 160

// subject is what a case runs.
func (c testCase) subject() string {
	what := any(c.Command)
	if c.With != nil {
		what = c.With
	}
	text, err := bson.MarshalExtJSON(bson.D{{Key: "", Value: what}}, false, false)
	if err != nil {
		return err.Error()
	}
	subject := strings.TrimSuffix(strings.TrimPrefix(string(text), `{"":`), "}")
	return strings.ReplaceAll(subject, "/", "|") // which would part the name of a test
}

func TestParseCases(t *testing.T) {
	const shared = `"source": "F x", "data": [{"_id": 1}], "command": {"find": "c", "filter": {"a": "$$with"}}, `
	cases, err := parseCases([]byte(`{`+shared+`"cases": [
		{"with": {"$gt": 1}, "documents": []},
		{"id": "named", "with": "x", "data": [], "code": 2},
		{"command": {"ping": 1}, "reply": {"ok": 1.0}}]}`), "file")
	if err != nil || len(cases) != 3 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for i, want := range []struct{ id, command, data string }{
		{`file: {"$gt":1}`, `{ find: "c", filter: { a: { $gt: 1 } } }`, `[ { _id: 1 } ]`},
		{`named`, `{ find: "c", filter: { a: "x" } }`, `[]`},
		{`file: {"ping":1}`, `{ ping: 1 }`, `[ { _id: 1 } ]`},
	} {
		c := cases[i]
		data := bson.A{}
		for _, doc := range c.Data {
			data = append(data, doc)
		}
		if c.ID != want.id || value.String(c.Command) != want.command || value.String(data) != want.data || c.Source != "F x" || c.place != i {
			t.Errorf("case %d is %+v", i, c)
		}
	}
	for _, bad := range []string{
		`[]`, `{}`, `{"cases": [], "sauce": "F"}`, `{"cases": [], "code": 2}`, `{"cases": [], "id": "x"}`, `{"cases": [], "with": 1}`,
		`{` + shared + `"cases": [{"with": 1, "sauce": "F"}]}`,
		`{` + shared + `"cases": [{"with": 1, "source": "F x"}]}`,
		`{` + shared + `"cases": [{"code": 2}]}`,
		`{` + shared + `"cases": [{"with": "` + strings.Repeat("x", 200) + `"}]}`,
		`{` + shared + `"cases": [{"with": 1, "command": {"ping": 1}}]}`,
	} {
		if cases, err := parseCases([]byte(bad), "file"); err == nil {
			t.Errorf("%s gives %v", bad, cases)
		}
	}
}
