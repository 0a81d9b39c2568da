package example

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Record says that an example passed on a server that a build has not at hand.
type Record struct {
	// Example is the Hash of the example that ran.
	Example string `json:"example"`
	// Server and Version are those of the server.
	Server  string `json:"server"`
	Version string `json:"version"`
	Day     string `json:"day"` // 2006-01-02
}

// Hash returns a hash of all values of the example's file and of those that it
// names, independent of their layout.
func (e *Example) Hash() string {
	var values []byte
	for _, of := range append([]*Example{e}, e.named()...) {
		root, _ := ejson.Parse(of.Text)
		values = appendValue(values, root)
	}
	sum := sha256.Sum256(values)
	return hex.EncodeToString(sum[:16])
}

// appendValue writes a value so that no other is written alike.
func appendValue(b []byte, v *ejson.Value) []byte {
	b = strconv.AppendInt(b, int64(v.Kind), 10)
	b = strconv.AppendQuote(b, v.Text)
	b = strconv.AppendInt(b, int64(len(v.Members)+len(v.Items)), 10)
	for _, m := range v.Members {
		b = appendValue(strconv.AppendQuote(b, m.Key), m.Value)
	}
	for _, item := range v.Items {
		b = appendValue(b, item)
	}
	return b
}

// Bytes returns the file.
func (r *Record) Bytes() []byte {
	var file bytes.Buffer
	encoder := json.NewEncoder(&file)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	// Four strings can always be written.
	_ = encoder.Encode(r)
	return file.Bytes()
}

var (
	recordedHash    = regexp.MustCompile(`^[0-9a-f]{32}$`)
	recordedServer  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9 ,.'-]{0,60}$`)
	recordedVersion = regexp.MustCompile(`^\d{1,4}(\.\d{1,4}){1,2}(-[A-Za-z0-9.-]{1,20})?$`)
)

// ParseRecord reads a record. Its values are printed on pages, so it must be
// exactly the output of Bytes.
func ParseRecord(text *diag.Text) (*Record, diag.List) {
	r := &Record{}
	err := json.Unmarshal(text.Bytes, r)
	if err == nil {
		err = r.check()
	}
	if err == nil && !bytes.Equal(r.Bytes(), text.Bytes) {
		err = fmt.Errorf("it is not as it was written")
	}
	if err != nil {
		return nil, diag.List{{Pos: diag.Pos{File: text.File}, Text: fmt.Sprintf("this is no record of a run: %v", err),
			Hint: "restore it with git, or write it anew with modelbook verify --record"}}
	}
	return r, nil
}

func (r *Record) check() error {
	if _, err := time.Parse(time.DateOnly, r.Day); err != nil {
		return fmt.Errorf("%q is no day", r.Day)
	}
	for _, part := range []struct {
		what, value string
		pattern     *regexp.Regexp
	}{
		{"hash of an example", r.Example, recordedHash}, {"name of a server", r.Server, recordedServer}, {"version of a server", r.Version, recordedVersion},
	} {
		if !part.pattern.MatchString(part.value) {
			return fmt.Errorf("%q is no %s", part.value, part.what)
		}
	}
	return nil
}
