package command

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

// writeConcern is the argument of that name (src/mongo/db/write_concern.idl).
type writeConcern struct {
	Members writeConcernW `idl:"w"`
	Journal idl.Truth     `idl:"j"`
	Fsync   idl.Truth     `idl:"fsync"`
	_       writeTimeout  `idl:"wtimeout"`
	_       string        `idl:"provenance,enum=clientSupplied|implicitDefault|customDefault|getLastErrorDefaults|internalWriteDefault"`
	_       any           `idl:"getLastError,accepted"`
	_       any           `idl:"wElectionId,accepted"`
	_       any           `idl:"wOpTime,accepted"`
}

func (wc *writeConcern) check(c *namedCommand) error {
	switch {
	case wc == nil:
		return nil
	case !c.writeConcern:
		return errcode.New(errcode.InvalidOptions, "Command %s does not support writeConcern", c.name)
	case bool(wc.Journal && wc.Fsync):
		return errcode.New(errcode.FailedToParse, "fsync and j options cannot be used together")
	}
	return nil
}

// checkMembers returns a standalone's error for a concern that needs more members
// than one, or other modes. In a set they would be an error of the write.
func (wc *writeConcern) checkMembers(set bool) error {
	switch {
	case wc == nil:
		return nil
	case set && (wc.Members.more != nil || wc.Members.tagged):
		return errcode.NotImplemented("writeConcern.w that one member can't satisfy")
	}
	return wc.Members.more
}

// writeConcernW is how many members must have a write, or which. With one member it
// has no effect, and is only checked.
type writeConcernW struct {
	none   bool  // w is 0
	more   error // a standalone's, if w needs more members
	tagged bool
}

// ReadValue checks a number, the name of a mode, or tags.
func (w *writeConcernW) ReadValue(_ idl.Path, v any) error {
	switch v := v.(type) {
	case bson.Null, bson.Undefined:
		return w.mode("") // the server's first alternative of w is a text
	case string:
		return w.mode(v)
	case bson.D:
		w.tagged = true
		return checkTags(v)
	}
	if !value.IsNumber(v) {
		return errcode.New(errcode.FailedToParse, "w has to be a number, string, or object; found: %s", value.TypeName(v))
	}
	n := value.ClampLong(v)
	w.none = n == 0
	switch {
	case value.IsNaN(v):
		return errcode.New(errcode.FailedToParse, "w cannot be NaN")
	case n < 0 || n > 50:
		return errcode.New(errcode.FailedToParse, "w has to be a non-negative number and not greater than 50; found: %d", n)
	case n > 1:
		w.more = errcode.New(errcode.BadValue, "cannot use 'w' > 1 when a host is not replicated")
	}
	return nil
}

func (w *writeConcernW) mode(mode string) error {
	if mode != "majority" {
		w.more = errcode.New(errcode.BadValue, "cannot use non-majority 'w' mode %q when a host is not a member of a replica set", mode)
	}
	return nil
}

func checkTags(tags bson.D) error {
	if len(tags) == 0 {
		return errcode.New(errcode.FailedToParse, "tagged write concern requires tags")
	}
	for _, tag := range tags {
		if !value.IsNumber(tag.Value) {
			return errcode.New(errcode.FailedToParse, "tags must be a single level document with only number values; found: %s", value.String(bson.D{tag}))
		}
	}
	return nil
}

// writeTimeout is how long to wait for a write concern. Values other than numbers are
// ignored.
type writeTimeout struct{}

// ReadValue checks that a number fits.
func (*writeTimeout) ReadValue(_ idl.Path, v any) error {
	if value.IsNumber(v) && value.ClampLong(v) > math.MaxInt32 {
		return errcode.New(errcode.FailedToParse, "wtimeout must be a 32-bit integer")
	}
	return nil
}
