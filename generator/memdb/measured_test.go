package memdb

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var measured = flag.Bool("measured", false, "mark the cases that agree with the server of MODELBOOK_MONGODB_URI as measured, in their files")

// notReference says why a host can't measure for us, or "".
func (h host) notReference() string {
	switch {
	case h.memdb:
		return "it is memdb itself"
	case !holdsFor(h.version, "8.2", "8.2"):
		return "the reference is version 8.2"
	case h.set != "":
		return "the reference is a standalone"
	}
	return ""
}

func markFiles(t *testing.T, agreed map[string][]int) {
	t.Helper()
	for file, places := range agreed {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		marked, err := markMeasured(text, places)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if bytes.Equal(marked, text) {
			continue
		}
		if err := os.WriteFile(file, marked, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// markMeasured changes the status of the cases at the places in the text of a file,
// and no other byte.
func markMeasured(text []byte, places []int) ([]byte, error) {
	var out bytes.Buffer
	written := 0
	put := func(at, to int, mark string) {
		out.Write(text[written:at])
		out.WriteString(mark)
		written = to
	}
	err := eachValue(text, func(key string, start, end int) error {
		if key != "cases" {
			return nil
		}
		place := -1
		return eachValue(text[start:end], func(_ string, from, to int) error {
			if place++; !slices.Contains(places, place) {
				return nil
			}
			return markCase(text[start+from:start+to], start+from, put)
		})
	})
	out.Write(text[written:])
	return out.Bytes(), err
}

// markCase marks one case, whose text begins at start; the status that all share
// does not count for it any more.
func markCase(c []byte, start int, put func(at, to int, mark string)) error {
	has := false
	err := eachValue(c, func(key string, from, to int) error {
		if key == "status" {
			has = true
			put(start+from, start+to, `"measured"`)
		}
		return nil
	})
	if err == nil && !has {
		end := start + len(bytes.TrimRight(c[:len(c)-1], " \t\r\n"))
		put(end, end, `, "status": "measured"`)
	}
	return err
}

// eachValue returns the place of each value of a list, or of each field of an
// object with its key.
func eachValue(text []byte, visit func(key string, start, end int) error) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	open, err := decoder.Token()
	if err != nil {
		return err
	}
	for decoder.More() {
		var key string
		if open == json.Delim('{') {
			token, err := decoder.Token()
			if err != nil {
				return err
			}
			key, _ = token.(string)
		}
		var v json.RawMessage
		if err := decoder.Decode(&v); err != nil {
			return err
		}
		end := int(decoder.InputOffset())
		if err := visit(key, end-len(v), end); err != nil {
			return err
		}
	}
	return nil
}

func TestMarkMeasured(t *testing.T) {
	const text = `{"status": "documented", "data": [{"cases": [{"status": "documented"}]}], "cases": [
{"id": "a", "data": [{"id": "b", "status": "documented", "x": 1, "x": 2}], "source": "ж \"status\": ", "status": "documented"},

  {
    "status" :  "assumed" , "id":"b",
    "code": 2},
{"id": "c", "status": "assumed"}, {"id": "d", "status": "measured"},
{"id": "e" }
]}
`
	want := strings.NewReplacer(`": ", "status": "documented"`, `": ", "status": "measured"`, `:  "assumed"`, `:  "measured"`,
		`{"id": "e" }`, `{"id": "e", "status": "measured" }`).Replace(text)
	got, err := markMeasured([]byte(text), []int{0, 1, 3, 4})
	if err != nil || string(got) != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}
	if same, err := markMeasured([]byte(text), nil); err != nil || string(same) != text {
		t.Errorf("%v, without places\n%s", err, same)
	}
	for _, bad := range []string{"", `{"cases": [{]}`, `{"cases": [{"id": "a", "status": "x"]}`} {
		if got, err := markMeasured([]byte(bad), []int{0}); err == nil {
			t.Errorf("%s gives %s", bad, got)
		}
	}
}

func TestOnlyTheReferenceMeasures(t *testing.T) {
	if why := inProcess(t, Options{}).notReference(); why != "it is memdb itself" {
		t.Errorf("memdb: %q", why)
	}
	for _, c := range []struct {
		h    host
		want string
	}{
		{host{version: "8.2.0"}, ""},
		{host{version: "8.2.11"}, ""},
		{host{version: "8.0.4"}, "the reference is version 8.2"},
		{host{version: "8.20.1"}, "the reference is version 8.2"},
		{host{version: "8"}, "the reference is version 8.2"},
		{host{version: ""}, "the reference is version 8.2"},
		{host{version: "8.2.4", set: "rs0"}, "the reference is a standalone"},
		{host{version: "8.2.4", memdb: true}, "it is memdb itself"},
	} {
		if got := c.h.notReference(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.h, got, c.want)
		}
	}
}
