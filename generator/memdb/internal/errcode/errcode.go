// Package errcode holds the errors of memdb: MongoDB's error codes, their names, and
// the one error of memdb's own, the refusal 238.
//
// New makes of a code and a message an error that a reply can carry.
package errcode

import (
	"errors"
	"fmt"
	"runtime/debug"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Error is a server error. Name is the codeName of the reply, Message the text
// after the last "caused by :: ", Info the fields that follow codeName in the
// reply or write error (keyPattern, keyValue, errInfo, …), in their order.
type Error struct {
	Code    int32
	Name    string
	Message string
	Info    bson.D
}

// Error returns "message (code name)".
func (e *Error) Error() string {
	return fmt.Sprintf("%s (%d %s)", e.Message, e.Code, e.Name)
}

// New makes the server's error of that code; the message is formatted as by
// fmt.Sprintf.
func New(code int32, format string, args ...any) *Error {
	return &Error{Code: code, Name: codeName(code), Message: fmt.Sprintf(format, args...)}
}

// Refusal is the code of everything that memdb does not implement.
const Refusal int32 = 238

// NotImplementedText is in the message of each refusal, after the name of the refused
// feature.
const NotImplementedText = "is not implemented by memdb"

// NotImplemented returns the refusal 238. The path names the feature as it is written
// in the command: "$geoWithin", "find.readOnce".
func NotImplemented(path string) *Error {
	return New(Refusal, "%s "+NotImplementedText, path)
}

// Document is the reply to a command that failed, with these fields at its end.
func (e *Error) Document(last ...bson.E) bson.D {
	doc := bson.D{
		{Key: "ok", Value: 0.0},
		{Key: "errmsg", Value: e.Message},
		{Key: "code", Value: e.Code},
		{Key: "codeName", Value: e.Name},
	}
	return append(append(doc, e.Info...), last...)
}

// Is reports whether err is, or wraps, an Error with that code.
func Is(err error, code int32) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// From returns the error of a server that err is or wraps, else one of code 8,
// UnknownError.
func From(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return New(8, "%v", err)
}

// FromPanic returns the error of a command that ended by a panic: the refusal of a
// collation, or error 8 with the stack in errInfo. It must be called while the panic
// goes on.
func FromPanic(p any) error {
	if refusal, ok := p.(*Error); ok {
		return refusal
	}
	e := New(8, "memdb failed: %v", p)
	e.Info = bson.D{{Key: "errInfo", Value: bson.D{{Key: "stack", Value: string(debug.Stack())}}}}
	return e
}

// Refused reports whether err is, or wraps, a refusal by NotImplemented.
func Refused(err error) bool { return Is(err, Refusal) }

// EndsCommand reports whether an error ends a whole command and not only one statement
// or document: refusals, the end of the command's time or of its client, and a
// conflict of transactions.
func EndsCommand(err error) bool {
	return Refused(err) || Is(err, MaxTimeMSExpired) || Is(err, Interrupted) || Is(err, InterruptedAtShutdown) || Is(err, WriteConflict)
}

// codeName returns the codeName of a code; codes that have no name of their own are
// called "Location<code>".
func codeName(code int32) string {
	if name, ok := names[code]; ok {
		return name
	}
	return fmt.Sprintf("Location%d", code)
}
