package example

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// reader turns the values of one file into an Example and notes mistakes. Its
// methods take a value that may be nil (the key is missing, which was reported)
// and the words for it in messages.
type reader struct {
	text    *diag.Text
	list    diag.List
	example *Example
	others  Others
	// created are collections that steps make with the command create.
	created map[string]bool
	// variables are the names that earlier steps use in printed code, each with
	// its kind; isRepeated says that the step that is being read is sent several
	// times.
	variables  map[string]string
	isRepeated bool
	// sessions are by name the clients that have them; dead are by name the
	// clients that died, with the step that they did not send.
	sessions, dead map[string]string
	// open are the sessions that are in a transaction; failed are by session the steps
	// whose count is not what it must be.
	open   map[string]bool
	failed map[string]string
	// Of the "generate" that is being read: its tree, how many of its makers take
	// turns, the data that it is made of, and whether this is in its _id.
	shape *tree
	turns int
	needs []need
	inID  bool
	// afterData are checks of names that may be further down in the data.
	afterData []func()
}

func (r *reader) errorf(offset int, hint, format string, args ...any) {
	r.list.Add(r.text.Message(offset, fmt.Sprintf(format, args...), hint))
}

// object checks that v is an object with the keys of a table such as
// "id! note": no others, and those with an exclamation mark must be there.
func (r *reader) object(v *ejson.Value, what, table string) bool {
	if v == nil || !r.kind(v, what, ejson.Object) {
		return false
	}
	var known []string
	ok := true
	for _, key := range strings.Fields(table) {
		name, required := strings.CutSuffix(key, "!")
		known = append(known, name)
		if required && v.Get(name) == nil {
			r.errorf(v.Start, missingHints[name], "%s has no %q", what, name)
			ok = false
		}
	}
	for _, m := range v.Members {
		if !contains(known, m.Key) {
			r.errorf(m.Start, unknownHint(m.Key, known), "%s has an unknown key %q", what, m.Key)
			ok = false
		}
	}
	return ok
}

var missingHints = map[string]string{
	"validator": "write null if it is left out on purpose",
	"$schema":   `write "$schema": "./example.schema.json"`,
}

func unknownHint(key string, known []string) string {
	if hint := diag.DidYouMean(key, known); hint != "" {
		return hint
	}
	return "known: " + strings.Join(known, ", ")
}

func contains(list []string, s string) bool {
	for _, entry := range list {
		if entry == s {
			return true
		}
	}
	return false
}

func (r *reader) kind(v *ejson.Value, what string, want ejson.Kind) bool {
	if v.Kind != want {
		r.errorf(v.Start, "", "%s is %s, not %s", what, want, v.Kind)
	}
	return v.Kind == want
}

func (r *reader) string(v *ejson.Value, what string) string {
	if v == nil || !r.kind(v, what, ejson.String) {
		return ""
	}
	if v.Text == "" {
		r.errorf(v.Start, "", "%s is empty", what)
	}
	return v.Text
}

var idPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// id reads a name that is allowed in a link.
func (r *reader) id(v *ejson.Value, what string) string {
	s := r.string(v, what)
	if s != "" && !idPattern.MatchString(s) {
		r.errorf(v.Start, "write it like find-with-certificate", "%s %q is not made of a-z, 0-9 and single hyphens", what, s)
	}
	return s
}

func (r *reader) array(v *ejson.Value, what string) []*ejson.Value {
	if v == nil || !r.kind(v, what, ejson.Array) {
		return nil
	}
	return v.Items
}

// integer reads an integer from least to most.
func (r *reader) integer(v *ejson.Value, what string, least, most int64) (int64, bool) {
	if v == nil || !r.kind(v, what, ejson.Number) {
		return 0, false
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil || n < least || n > most {
		r.errorf(v.Start, "", "%s is an integer from %d to %d, not %s", what, least, most, v.Text)
		return 0, false
	}
	return n, true
}

// boolean checks that v is true or false.
func (r *reader) boolean(v *ejson.Value, what string) bool {
	if v.Kind != ejson.True && v.Kind != ejson.False {
		r.errorf(v.Start, "", "%s is true or false, not %s", what, v.Kind)
	}
	return v.Kind == ejson.True
}

// value reads v as BSON; nil may also mean a mistake, which was reported.
func (r *reader) value(v *ejson.Value) any {
	value, list := ejson.ToBSON(r.text, v)
	r.list = append(r.list, list...)
	return value
}

// document reads an object that is a document.
func (r *reader) document(v *ejson.Value, what string) bson.D {
	if v == nil || !r.requireDocument(v, what) {
		return nil
	}
	document, _ := r.value(v).(bson.D)
	return document
}

// requireDocument checks that v is an object that is a document, not a value of
// Extended JSON.
func (r *reader) requireDocument(v *ejson.Value, what string) bool {
	if !r.kind(v, what, ejson.Object) {
		return false
	}
	if isWrapper(v) {
		r.errorf(v.Start, "", "%s is a document, not a single value", what)
		return false
	}
	return true
}

// raw encodes a result of document or value. It fails only on mistakes that those
// have reported already.
func raw(value any) bson.RawValue {
	encoded, err := ejson.Raw(value)
	if err != nil {
		return bson.RawValue{Type: bson.TypeNull}
	}
	return encoded
}
