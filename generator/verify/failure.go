package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// failure is the error of an operation.
type failure struct {
	by      string // "server", "driver", "connection" or "verify"
	code    int32
	name    string // "" where the server names no code: a single write's
	message string // with the example's name for that of its database
	details bson.Raw
}

func (f failure) String() string {
	if f.code == 0 {
		return f.message
	}
	name := f.name
	if name == "" {
		name = example.CodeName(f.code)
	}
	return fmt.Sprintf("%d %s: %s", f.code, name, f.message)
}

func (r *verification) failureOf(err error) failure {
	f := classify(err)
	f.message = strings.ReplaceAll(f.message, r.db.Name(), r.example.Name)
	return f
}

func classify(err error) failure {
	var server *run.ServerError
	var argument argumentError
	var unsaved run.UnsavedError
	switch {
	case errors.As(err, &argument), errors.As(err, &unsaved), errors.Is(err, cost.ErrPlan):
		return failure{by: "verify", message: err.Error()}
	case errors.As(err, &tooLarge{}):
		return failure{by: "verify", message: tooLarge{}.Error()}
	case mongo.IsNetworkError(err):
		return failure{by: "connection", message: "the connection to the database broke"}
	case errors.As(err, &server):
		return failure{by: "server", code: server.Code, name: server.Name, message: server.Message, details: server.Details}
	case mongo.IsTimeout(err):
		return failure{by: "connection", message: "the database does not answer"}
	}
	return failure{by: "driver", message: err.Error()}
}

// refuse sets the status to Refused if the failure is that the embedded database
// does not implement something, and reports whether it is.
func (r *verification) refuse(f failure) bool {
	if f.by != "server" || f.code != example.NotImplemented {
		return false
	}
	r.status, r.reason = example.Refused, f.message
	return true
}

// checkFailure compares a step's failure with the expected error, and reports
// whether the next step can run.
func (r *verification) checkFailure(ctx context.Context, s *example.Step, f failure) bool {
	if r.refuse(f) {
		r.list.Add(r.example.Message(s.Operation.Pos, "the embedded database refuses this step: "+f.message, ""))
		return false
	}
	want := s.ExpectError
	if r.options.Update && s.Expect == nil && f.isExpectable() && (want == nil || !f.matches(want)) {
		r.writeError(s, f)
		return true
	}
	if want == nil {
		m := r.example.Message(s.Operation.Pos, fmt.Sprintf("the step %q fails%s: %s", s.ID, r.atSize(), f), "")
		m.Detail = printDetails(f.details)
		r.list.Add(m)
		return f.by != "connection" && ctx.Err() == nil && !s.Operation.Writes()
	}
	if f.matches(want) {
		return true
	}
	text := fmt.Sprintf("the step %q fails%s with another error than %s: %s", s.ID, r.atSize(), wanted(want), f)
	if want.By == "" {
		text = fmt.Sprintf("the step %q has an empty \"expectError\", and fails%s: %s", s.ID, r.atSize(), f)
	}
	m := r.example.Message(r.example.Within(want.Pos, f.differs(want)), text, updateHint(r.example))
	m.Detail, m.Update = printDetails(f.details), r.example.Name
	r.list.Add(m)
	return f.by != "connection" && ctx.Err() == nil
}

// atSize returns the size for a message, "" if it is the first.
func (r *verification) atSize() string {
	if r.isFirst {
		return ""
	}
	return fmt.Sprintf(" at the size %d", r.result.Size)
}

func printDetails(details bson.Raw) string {
	if len(details) == 0 {
		return ""
	}
	return printed(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: details})
}

// matches reports whether the failure is the expected error.
func (f failure) matches(want *example.ExpectedError) bool {
	return f.by == want.By && f.code == want.Code && (f.name == "" || f.name == want.CodeName) && strings.Contains(f.message, want.Contains)
}

// differs returns the key of an expected error that the failure does not have.
func (f failure) differs(want *example.ExpectedError) string {
	switch {
	case f.by != want.By:
		return "by"
	case f.code != want.Code:
		return "code"
	case f.name != "" && f.name != want.CodeName:
		return "codeName"
	}
	return "contains"
}

func wanted(e *example.ExpectedError) string {
	text := "an error by the driver"
	switch e.By {
	case "":
		return "an error"
	case "server":
		text = fmt.Sprintf("%d %s", e.Code, e.CodeName)
	}
	if e.Contains != "" {
		text += fmt.Sprintf(" with %q", e.Contains)
	}
	return text
}

// writeError puts the failure into the file in place of the expected error, or adds
// it. All sizes have the same expected error, so it does so only at the first.
func (r *verification) writeError(s *example.Step, f failure) {
	switch want := s.ExpectError; {
	case !r.isFirst:
	case want == nil:
		r.edits = append(r.edits, ejson.Edit{Start: s.After, End: s.After, Before: `, "expectError": `, Value: f.asExpected("")})
	default:
		r.edits = append(r.edits, ejson.Edit{Start: want.Start, End: want.End, Value: f.asExpected(want.Contains)})
	}
}

// isExpectable reports whether an example can expect such an error.
func (f failure) isExpectable() bool { return f.by == "server" || f.by == "driver" }

// asExpected returns the failure as an "expectError", with a part of its
// message if that is still in it. An error by the driver has nothing else.
func (f failure) asExpected(contains string) *ejson.Value {
	value := bson.D{}
	if f.by == "server" {
		name := f.name
		if name == "" {
			name = example.CodeName(f.code)
		}
		value = append(value, bson.E{Key: "code", Value: f.code}, bson.E{Key: "codeName", Value: name})
	}
	if !strings.Contains(f.message, contains) || contains == "" && f.by == "driver" {
		contains = f.message
	}
	if contains != "" {
		value = append(value, bson.E{Key: "contains", Value: contains})
	}
	if f.by == "driver" {
		value = append(value, bson.E{Key: "by", Value: f.by})
	}
	return ejson.FromBSON(ejson.MustRaw(value))
}
