// Package support says what memdb does with what MongoDB's server 8.2 knows. It
// holds the table of query and update operators, stages, expressions,
// accumulators, window functions, variables, and options and kinds of indexes,
// each in exactly one state, which their parsers ask before they answer "not
// implemented" (error 238) or with the server's own error for an unknown name.
// Commands and their fields stand in the files of the commands; memdb.Support
// puts all together, and List orders that for people, with the reasons.
//
// It takes a kind and a name and gives a Status. It imports nothing of memdb.
package support

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Status says what memdb does with a name.
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
	// Error: the server knows the name and answers with an error of its own
	// on a standalone; memdb gives the same error.
	Error
)

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

// row puts the names of a list, separated by blanks, into one state.
type row struct {
	kind  Kind
	state Status
	names string
}

// Entry is one line of the table.
type Entry struct {
	Kind  Kind
	Name  string
	State Status
}

var table = build(queryRows, updateRows, aggregationRows, indexRows)

func build(groups ...[]row) map[Kind]map[string]Status {
	t := map[Kind]map[string]Status{}
	for _, rows := range groups {
		for _, r := range rows {
			add(t, r)
		}
	}
	return t
}

// add panics on a name that stands in two states: the table is wrong then, and
// nothing that reads it may run.
func add(t map[Kind]map[string]Status, r row) {
	if t[r.kind] == nil {
		t[r.kind] = map[string]Status{}
	}
	for _, name := range strings.Fields(r.names) {
		if _, twice := t[r.kind][name]; twice {
			panic(fmt.Sprintf("support: %s %s stands twice in the table", r.kind, name))
		}
		t[r.kind][name] = r.state
	}
}

// State gives the state of a name, Unknown if no server 8.2 knows it.
func State(kind Kind, name string) Status { return table[kind][name] }

// Entries lists the table, sorted by kind and name.
func Entries() []Entry {
	var list []Entry
	for kind, names := range table {
		for name, state := range names {
			list = append(list, Entry{kind, name, state})
		}
	}
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return list
}
