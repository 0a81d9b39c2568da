package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/example"
)

// arguments are the arguments of an operation, or of a request of bulkWrite, on
// their way to the driver: some are arguments of its method, and each other one has
// a setter of its name. One that is not taken, or has a type that the driver does
// not take, is an error, so that every argument is sent.
type arguments struct {
	of    string // the operation, for messages
	known []example.Argument
	given bson.D
	taken []string
	err   error // the first
}

// argumentError says that an argument can't be passed to the driver. It is a
// mistake in this program, since examples are checked when they are read.
type argumentError string

func (e argumentError) Error() string { return string(e) }

func argumentsOf(operation string, known []example.Argument, given bson.D) *arguments {
	return &arguments{of: operation, known: known, given: given}
}

func (a *arguments) fail(format string, args ...any) {
	if a.err == nil {
		a.err = argumentError(a.of + ": " + fmt.Sprintf(format, args...))
	}
}

// finish returns the first error of the arguments, all of which should be taken by
// now.
func (a *arguments) finish() error {
	for _, given := range a.given {
		if !slices.Contains(a.taken, given.Key) {
			a.fail("there is no argument %s", given.Key)
		}
	}
	return a.err
}

// take returns an argument as the driver takes it, and whether it is there.
func take[T any](a *arguments, name string) (T, bool) {
	var none T
	i := slices.IndexFunc(a.known, func(known example.Argument) bool { return known.Name == name })
	if i < 0 {
		a.fail("there is no argument %s", name)
		return none, false
	}
	a.taken = append(a.taken, name)
	at := slices.IndexFunc(a.given, func(e bson.E) bool { return e.Key == name })
	if at < 0 {
		if a.known[i].Required {
			a.fail("%s is missing", name)
		}
		return none, false
	}
	value, err := driverValue(a.known[i].Type, a.given[at].Value)
	if err != nil {
		a.fail("%s is %v", name, err)
		return none, false
	}
	t, ok := value.(T)
	if !ok {
		a.fail("%s is a %T for the driver, not a %T", name, none, value)
	}
	return t, ok
}

// argument returns an argument of the driver's method.
func argument[T any](a *arguments, name string) T {
	v, _ := take[T](a, name)
	return v
}

// set passes all arguments that were not taken to the setters of options, or of a
// request, which the driver names after them: "limit" to SetLimit.
func set[O any](a *arguments, options O) O {
	for _, known := range a.known {
		if slices.Contains(a.taken, known.Name) {
			continue
		}
		value, ok := take[any](a, known.Name)
		if !ok {
			continue
		}
		setter := reflect.ValueOf(options).MethodByName("Set" + strings.ToUpper(known.Name[:1]) + known.Name[1:])
		if !setter.IsValid() {
			a.fail("the driver's %T sets no %s", options, known.Name)
			continue
		}
		// The driver has types of its own for some strings, such as options.FullDocument.
		takes, given := setter.Type().In(0), reflect.ValueOf(value)
		if takes.Kind() == reflect.String && given.Kind() == reflect.String {
			given = given.Convert(takes)
		}
		if !given.Type().AssignableTo(takes) {
			a.fail("%s is a %s for the driver, not a %T", known.Name, takes, value)
			continue
		}
		setter.Call([]reflect.Value{given})
	}
	return options
}

// driverValue returns an argument of an example as the driver's methods take it.
func driverValue(t example.Type, v any) (any, error) {
	switch t {
	case example.TypeBool:
		return as[bool](v)
	case example.TypeString:
		return as[string](v)
	case example.TypeInt32:
		return as[int32](v)
	case example.TypeInt64:
		n, err := as[int32](v)
		return int64(n), err
	case example.TypeDocument, example.TypeKeys, example.TypeStored, example.TypeCommand, example.TypeExplained, example.TypeClusteredIndex:
		return as[bson.D](v)
	case example.TypePipeline:
		return as[bson.A](v)
	case example.TypeDocuments, example.TypeStoredList, example.TypeRequests:
		list, err := as[bson.A](v)
		return []any(list), err
	case example.TypeHint:
		return oneOf[string, bson.D](v)
	case example.TypeUpdate:
		return oneOf[bson.D, bson.A](v)
	case example.TypeReturnDocument:
		return returnDocument(v)
	case example.TypeCollation:
		return collationOf(v)
	}
	return nil, fmt.Errorf("of the type %s, which the driver does not have", t)
}

func as[T any](v any) (T, error) {
	t, ok := v.(T)
	if !ok {
		return t, fmt.Errorf("a %T, not a %T", v, t)
	}
	return t, nil
}

func oneOf[T, U any](v any) (any, error) {
	if u, ok := v.(U); ok {
		return u, nil
	}
	return as[T](v)
}

func returnDocument(v any) (any, error) {
	switch v {
	case "Before":
		return options.Before, nil
	case "After":
		return options.After, nil
	}
	return nil, fmt.Errorf(`%v, not "Before" or "After"`, v)
}

// collationOf returns the driver's form of a collation, a struct with the server's
// names for its fields in any case. A value that the struct drops would not be
// sent, which is an error; but for false, which is the server's default.
func collationOf(v any) (*options.Collation, error) {
	d, err := as[bson.D](v)
	if err != nil {
		return nil, err
	}
	encoded, err := bson.Marshal(d)
	if err != nil {
		return nil, err
	}
	c := &options.Collation{}
	if err := bson.Unmarshal(encoded, c); err != nil {
		return nil, err
	}
	kept, err := bson.Marshal(c)
	if err != nil {
		return nil, err
	}
	for _, e := range d {
		if e.Value != false && bson.Raw(kept).Lookup(strings.ToLower(e.Key)).IsZero() {
			return nil, fmt.Errorf("a collation whose %s the driver leaves out", e.Key)
		}
	}
	return c, nil
}
