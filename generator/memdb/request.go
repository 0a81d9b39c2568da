package memdb

import (
	"context"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

// request is a command that was parsed: its fields by the table, and what all
// commands share.
type request struct {
	ctx      context.Context
	db       *DB
	name     string
	doc      bson.D
	database string
	session  string // key of lsid, empty without
	now      time.Time
	number   int32     // of all commands so far
	deadline time.Time // zero without maxTimeMS; by the machine's clock
	fields   map[string]any

	collated bool          // some collation but the simple one is in play
	undo     []func()      // see settle
	watched  []*collection // that note in undo what is done to them
}

// readFields checks every field against the table of the command.
func (r *request) readFields() error {
	table, takesAny := support.FieldsOf(r.name)
	r.fields = make(map[string]any, len(r.doc))
	for _, field := range r.doc {
		known, ok := table[field.Key]
		if !ok && !takesAny && field.Key != r.name {
			return errcode.New(errcode.IDLUnknownField, "BSON field '%s.%s' is an unknown field.", r.name, field.Key)
		}
		if known.State == support.Refused {
			return errcode.NotImplemented(r.name + "." + field.Key)
		}
		if _, twice := r.fields[field.Key]; twice {
			return errcode.New(errcode.IDLDuplicateField, "BSON field '%s.%s' is a duplicate field", r.name, field.Key)
		}
		if err := checkHintType(field); err != nil {
			return err
		}
		if value.IsNullish(field.Value) && (field.Key != r.name || known.Required) {
			continue
		}
		if err := r.checkType(field.Key, field.Value, known.Types); err != nil {
			return err
		}
		r.fields[field.Key] = field.Value
	}
	return r.checkRequired(table)
}

func (r *request) checkType(name string, v any, types []string) error {
	if hasType(v, types) {
		return nil
	}
	if uuid, ok := v.(bson.Binary); ok && uuid.Subtype == 4 && name == r.name && readsByUUID[r.name] {
		return nil
	}
	if name == r.name && slices.Contains(types, "string") && !strings.EqualFold(name, "dataSize") {
		return errcode.New(errcode.InvalidNamespace, "collection name has invalid type %s", value.TypeName(v))
	}
	return errcode.New(errcode.TypeMismatch, "BSON field '%s.%s' is the wrong type '%s', %s",
		r.name, name, value.TypeName(v), expected(types))
}

// checkHintType: unlike all other fields, a hint of null counts as given, and
// one of another type is an error of parsing.
func checkHintType(f bson.E) error {
	if f.Key == "hint" && !hasType(f.Value, []string{"string", "object"}) {
		return errcode.New(errcode.FailedToParse, "Hint must be a string or an object")
	}
	return nil
}

func hasType(v any, types []string) bool {
	if len(types) == 0 {
		return true
	}
	name := value.TypeName(v)
	for _, t := range types {
		if t == name || (t == "number" && value.IsNumber(v)) {
			return true
		}
	}
	return false
}

func (r *request) checkRequired(table map[string]support.CommandField) error {
	var missing []string
	for name, field := range table {
		if _, given := r.fields[name]; field.Required && !given {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return errcode.New(errcode.IDLFailedToParse, "BSON field '%s.%s' is missing but a required field", r.name, missing[0])
}

// has says whether a field was given, null counting as not given.
func (r *request) has(name string) bool {
	_, ok := r.fields[name]
	return ok
}

// document gives a field as a document, nil if it was not given.
func (r *request) document(name string) bson.D {
	doc, _ := r.fields[name].(bson.D)
	return doc
}

func (r *request) array(name string) bson.A {
	array, _ := r.fields[name].(bson.A)
	return array
}

func (r *request) text(name string) string {
	s, _ := r.fields[name].(string)
	return s
}

// flag gives a field as a truth value, or otherwise if it was not given.
func (r *request) flag(name string, otherwise bool) bool {
	v, ok := r.fields[name]
	if !ok {
		return otherwise
	}
	return value.Truthy(v)
}

// count gives a field as a number that is not negative: fractions of doubles
// are cut off, those of decimals rounded half to even.
func (r *request) count(name string, otherwise int64) (int64, error) {
	n, err := r.integer(name, otherwise)
	if err == nil && n < 0 {
		err = errcode.New(errcode.BadValue, "BSON field '%s' value must be >= 0, actual value '%d'", name, n)
	}
	return n, err
}

func (r *request) integer(name string, otherwise int64) (int64, error) {
	v, ok := r.fields[name]
	if !ok {
		return otherwise, nil
	}
	return commandLong(v), nil
}

func commandLong(v any) int64 {
	if f, ok := v.(float64); ok && f != f {
		return 0
	}
	if n, ok := value.ToLong(v, roundingOf(v)); ok {
		return n
	}
	return value.ClampLong(v)
}

func roundingOf(v any) value.Rounding {
	if _, decimal := v.(bson.Decimal128); decimal {
		return value.HalfEven
	}
	return value.TowardZero
}

// environment gives the variables of the command's let and $$NOW. Values compare
// by order. Errors of constant parts wait in the scope: whoever has parsed the
// last part of the command asks it for them, before data is read.
func (r *request) environment(let bson.D, collation *value.Collation) (*expr.Scope, *expr.Env, error) {
	env := r.plainEnvironment()
	scope, err := expr.ParseLet(let, env, collation)
	return scope.Defer(), env, err
}

func (db *DB) shuffleSeed() uint64 {
	if !db.shuffle {
		return 0
	}
	return uint64(db.seed)*2 + 1
}

// expired gives error 50 once maxTimeMS has passed or the client has gone.
func (r *request) expired() error {
	if !r.deadline.IsZero() && time.Now().After(r.deadline) {
		return errcode.New(errcode.MaxTimeMSExpired, "operation exceeded time limit")
	}
	if r.ctx.Err() != nil {
		return errcode.New(errcode.Interrupted, "operation was interrupted")
	}
	return nil
}

// plainEnvironment has no variables but $$NOW.
func (r *request) plainEnvironment() *expr.Env {
	return &expr.Env{Now: bson.DateTime(r.now.UnixMilli()), Shuffle: r.db.shuffleSeed()}
}
