package example

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Descriptor is all that is known of an operation. Reading an example, the check
// of orders, the driver's call, the command for explain, the printed call and the
// JSON Schema go by it. Names of operations and arguments are those of the
// Unified Test Format (mongodb/specifications, "unified-test-format", entity
// operations).
//
// A new operation is a row in operations_read.go, operations_write.go or
// operations_admin.go, and its call of the driver's method in package verify, in
// the file of the same name. Tests fail if a row is incomplete.
type Descriptor struct {
	Name    string
	On      Target
	Returns Returns
	// Method is the shell's name for it, if that is another.
	Method string
	// Arguments are in the order in which messages and the JSON Schema list
	// them, and in which positions and methods of a cursor are written.
	Arguments []Argument
	// Request has those of the arguments that bulkWrite takes in a request of
	// this name; it is nil if there is no such request.
	Request []Argument
	// Command is the command that drivers send, besides the arguments.
	Command Command
	// ByCommand reports whether the operation is its command: drivers have no
	// method for it, or one that takes a command.
	ByCommand bool
	reads     Reads
	effect    func(Operation) Effect
	order     promise
	byClock   bool // the command depends on the time when it is sent
}

// Argument is an argument of an operation. Its fields are not named where it is
// made, so that none can be left out.
type Argument struct {
	Name     string
	Type     Type
	Required bool
	At       Pointer // in the command that drivers send
	Places
}

// Places are the places of an argument in the call: in the shell, in Node.js,
// whose place decides Java's as well, and in Python. They are not named where
// they are made either. In Go a required argument is positional and the others
// are set. A test of package code checks that every language writes every
// argument.
type Places struct{ Shell, Node, Python Place }

// Whether an argument must be there.
const (
	optional = false
	required = true
)

// Type is the type of an argument in a file, and its type in a command.
type Type string

// The types of arguments.
const (
	TypeBool           Type = "bool"
	TypeString         Type = "string"
	TypeInt32          Type = "int32"
	TypeInt64          Type = "int64"          // an int32 in the file, sent as an int64
	TypeReturnDocument Type = "returnDocument" // "Before" or "After", sent as false or true
	TypeDocument       Type = "document"       // whose operators are checked
	TypeKeys           Type = "keys"           // of an index or a sort, with their directions
	TypeDocuments      Type = "documents"      // likewise
	TypeStored         Type = "stored document"
	TypeStoredList     Type = "stored documents"
	TypeHint           Type = "hint"   // a name or a document
	TypeUpdate         Type = "update" // a document or a pipeline
	TypePipeline       Type = "pipeline"
	TypeCollation      Type = "collation"
	TypeClusteredIndex Type = "clustered index"
	TypeRequests       Type = "requests" // of bulkWrite
	TypeCommand        Type = "command"
	TypeExplained      Type = "explained operation"
)

// Target is the thing that an operation is called on.
type Target uint8

// The targets of operations.
const (
	OnCollection Target = iota + 1
	OnDatabase
	OnEither  // a collection, or the database if the step names none
	OnSession // the step's session
	OnStream  // a change stream that an earlier step watches
)

// Returns is the kind of result of the driver's method.
type Returns uint8

// The kinds of results.
const (
	ReturnsValue     Returns = iota + 1 // counts, ids, names, a reply
	ReturnsValues                       // an array of values, which no sort can order
	ReturnsDocument                     // one, or null
	ReturnsDocuments                    // an array
	ReturnsNothing                      // null in a file
	ReturnsStream                       // likewise; a change stream for later steps
)

// Place says where a call has an argument.
type Place uint8

// Where a call may have arguments.
const (
	// Positional ones are in the call's parentheses, in the descriptor's order.
	Positional Place = iota + 1
	// Omittable is Positional, but left out if it is an empty document or
	// pipeline and nothing follows it.
	Omittable
	// Option is a field of the document that is the call's last argument, or,
	// where the language has them, a keyword, written as the language writes names.
	Option
	// Verbatim is an Option whose keyword is the argument's name as it is.
	Verbatim
	// CursorMethod has the argument in a method of that name, which is called on
	// the operation's result.
	CursorMethod
)

// operations has the descriptors, in the order of their names.
var operations = slices.SortedFunc(slices.Values(slices.Concat(reads, writes, administration, transactions, streams)), byName)

func byName(a, b Descriptor) int { return strings.Compare(a.Name, b.Name) }

// Operations returns the descriptors of all operations, in the order of their names.
func Operations() []Descriptor { return slices.Clone(operations) }

// Describe returns the descriptor of the operation of that name; false if there
// is none.
func Describe(name string) (Descriptor, bool) {
	i, found := slices.BinarySearchFunc(operations, Descriptor{Name: name}, byName)
	if !found {
		return Descriptor{}, false
	}
	return operations[i], true
}

// Argument returns an argument of the operation by its name; false if there is
// none.
func (d *Descriptor) Argument(name string) (Argument, bool) {
	i := slices.IndexFunc(d.Arguments, func(a Argument) bool { return a.Name == name })
	if i < 0 {
		return Argument{}, false
	}
	return d.Arguments[i], true
}

// descriptor is for the operations of an example that was parsed.
func (o Operation) descriptor() Descriptor {
	d, known := Describe(o.Name)
	if !known {
		panic("example: there is no operation " + o.Name)
	}
	return d
}

// IsStatement reports whether a statement on db says all of the operation: it
// needs no session or stream that another has begun, and explains none.
func (d Descriptor) IsStatement() bool {
	return d.On != OnSession && d.On != OnStream && d.Returns != ReturnsStream && d.Name != "explain"
}

// ByClock reports whether the operation's command depends on the clock.
func (o Operation) ByClock() bool { return o.descriptor().byClock }

// Argument returns an argument of the operation, or nil.
func (o Operation) Argument(name string) any { return lookup(o.Arguments, name) }

// InCommand returns a field of the command that the operation runs, or nil.
func (o Operation) InCommand(name string) any {
	command, _ := o.Argument("command").(bson.D)
	return lookup(command, name)
}
