package example

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Command is the command that drivers send for an operation: one of a name,
// with the arguments at their places, or one that is made of the operation.
type Command struct {
	Name     string
	Defaults []Default
	// Made takes the operation, and a function that returns the command of another.
	Made func(o Operation, command func(Operation) bson.D) bson.D
	// Absent reports whether drivers take it for success that the collection is
	// not there.
	Absent bool
	result resultOf
}

// named is a command of a name. None can be made without its result.
func named(name string, result resultOf, defaults ...Default) Command {
	return Command{Name: name, result: result, Defaults: defaults}
}

// made is a command that is made of the operation.
func made(by func(o Operation, command func(Operation) bson.D) bson.D, result resultOf) Command {
	return Command{Made: by, result: result}
}

// mayBeAbsent marks a command whose target may be absent.
func mayBeAbsent(c Command) Command {
	c.Absent = true
	return c
}

// severalOrNone is for operations that become several commands, or none.
var severalOrNone = made(func(Operation, func(Operation) bson.D) bson.D { return nil }, asNothing)

// Default is the value at a place in a command that no argument has set.
type Default struct {
	At    Pointer
	Value func(arguments bson.D) any
}

func constant(value any) func(bson.D) any { return func(bson.D) any { return value } }

// Pointer is a place in a command, a JSON Pointer (RFC 6901): "/deletes/0/q".
// "0" is the first element of an array, "-" a new one after its last.
type Pointer string

// wholeCommand is the place of an argument of which a command is made.
const wholeCommand Pointer = ""

func (p Pointer) keys() []string {
	if p == wholeCommand {
		return nil
	}
	return strings.Split(string(p), "/")[1:]
}

// Command returns the command that drivers send for the operation, without the
// fields that every command may have and with its fields in any order; nil for
// bulkWrite, which becomes several, and for operations that send nothing.
func (o Operation) Command() bson.D {
	d := o.descriptor()
	if d.Command.Made != nil {
		return d.Command.Made(o, Operation.Command)
	}
	var target any = o.Object
	if o.Object == "" {
		target = int32(1)
	}
	var command any = bson.D{{Key: d.Command.Name, Value: target}}
	for _, a := range d.Arguments {
		if value := o.Argument(a.Name); value != nil {
			command = put(command, a.At.keys(), commandValue(a.Type, value))
		}
	}
	for _, missing := range d.Command.Defaults {
		if place := missing.At.keys(); !exists(command, place) {
			command = put(command, place, missing.Value(o.Arguments))
		}
	}
	return command.(bson.D)
}

// commandValue returns the value that an argument has in a command.
func commandValue(t Type, value any) any {
	switch t {
	case TypeInt64:
		if n, ok := value.(int32); ok {
			return int64(n)
		}
	case TypeReturnDocument:
		return value == "After"
	}
	return value
}

// put returns a document or an array with a value at a place below it, and makes
// the documents and arrays on the way.
func put(into any, place []string, value any) any {
	if len(place) == 0 {
		return value
	}
	switch key, below := place[0], place[1:]; key {
	case "-":
		list, _ := into.(bson.A)
		return append(list, put(nil, below, value))
	case "0":
		list, _ := into.(bson.A)
		if len(list) == 0 {
			list = bson.A{nil}
		}
		list[0] = put(list[0], below, value)
		return list
	default:
		d, _ := into.(bson.D)
		i := slices.IndexFunc(d, func(e bson.E) bool { return e.Key == key })
		if i < 0 {
			return append(d, bson.E{Key: key, Value: put(nil, below, value)})
		}
		d[i].Value = put(d[i].Value, below, value)
		return d
	}
}

// exists reports whether there is a value at a place.
func exists(in any, place []string) bool {
	if len(place) == 0 {
		return true
	}
	switch key, below := place[0], place[1:]; key {
	case "-":
		return false
	case "0":
		list, _ := in.(bson.A)
		return len(list) > 0 && exists(list[0], below)
	default:
		d, _ := in.(bson.D)
		i := slices.IndexFunc(d, func(e bson.E) bool { return e.Key == key })
		return i >= 0 && exists(d[i].Value, below)
	}
}

// Explained returns the operation's command if explain may say with certainty
// which documents it reads, else nil. Of the stages that read or write other
// collections, that is $lookup alone. A $lookup that only leaves out fields of its
// documents is explained as one that doesn't, which reads the same (see Kept).
func (o Operation) Explained() bson.D {
	if o.Object == "" || o.descriptor().reads != ReadsPlan {
		return nil
	}
	pipeline, _ := o.Argument("pipeline").(bson.A)
	for _, item := range pipeline {
		name, argument := stageOf(item)
		inner, _ := lookup(argument, "pipeline").(bson.A)
		if reachOf(item) != ReachNothing && (name != "$lookup" || slices.ContainsFunc(inner, reaches)) {
			return nil
		}
	}
	plain := bson.A{}
	for _, item := range pipeline {
		if Kept(item) != nil {
			_, argument := stageOf(item)
			item = bson.D{{Key: "$lookup", Value: without(argument, "pipeline")}}
		}
		plain = append(plain, item)
	}
	if pipeline == nil {
		return o.Command()
	}
	o.Arguments = append(without(o.Arguments, "pipeline"), bson.E{Key: "pipeline", Value: plain})
	return o.Command()
}

func without(d bson.D, key string) bson.D {
	return slices.DeleteFunc(slices.Clone(d), func(e bson.E) bool { return e.Key == key })
}

func reaches(item any) bool { return reachOf(item) != ReachNothing }
