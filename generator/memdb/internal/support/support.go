// Package support lists how far memdb implements MongoDB's server 8.2: every command,
// command field, query and update operator, stage, expression, accumulator, window
// function, variable, option and kind of index is an Entry, in exactly one state. The
// entries come from the tables that the parsers read by; package memdb puts them
// together, and List orders them for people, with the reasons of refusals, which are
// in this package.
//
// It imports nothing of memdb.
package support

// Status says how far memdb implements a name.
type Status int

const (
	// Unknown: no server 8.2 knows the name; the server's own error follows.
	Unknown Status = iota
	// Done: honoured exactly as the server does.
	Done
	// Accepted: taken without effect, because it cannot change a result.
	Accepted
	// Refused: the server knows it and memdb does not: error 238.
	Refused
	// Error: the server knows the name and answers with an error of its own on a
	// standalone; memdb answers with the same error.
	Error
)

// String returns the words of the list.
func (s Status) String() string {
	return [...]string{"unknown", "done", "accepted without effect", "refused", "server's error"}[s]
}

// Kind is the sort of thing that a name names.
type Kind string

// The kinds. The names of fields and options carry their owner before a dot:
// "find.filter", "$lookup.from", "createIndexes.unique".
const (
	Command          Kind = "command"
	Field            Kind = "command field"
	QueryOperator    Kind = "query operator"
	SchemaKeyword    Kind = "$jsonSchema keyword"
	UpdateOperator   Kind = "update operator"
	PushModifier     Kind = "$push modifier"
	ProjectOperator  Kind = "projection operator"
	Stage            Kind = "stage"
	StageOption      Kind = "stage option"
	Expression       Kind = "expression"
	Accumulator      Kind = "accumulator"
	WindowFunction   Kind = "window function"
	Variable         Kind = "variable"
	IndexKind        Kind = "index kind"
	IndexOption      Kind = "index option"
	CollectionOption Kind = "collection option"
)

// Entry is the state of one name. Source of the names: MongoDB's manual and the
// server's source, version 8.2; of the states, the parsers.
type Entry struct {
	Kind  Kind
	Name  string
	State Status
}

// Rows makes the entries of names that are all in one state.
func Rows(kind Kind, state Status, names ...string) []Entry {
	list := make([]Entry, len(names))
	for i, name := range names {
		list[i] = Entry{kind, name, state}
	}
	return list
}
