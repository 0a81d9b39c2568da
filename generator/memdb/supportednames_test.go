package memdb

import (
	"sync"
	"testing"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/support"
)

// state returns the state of a name among the entries.
func state(kind support.Kind, name string) support.Status {
	return states()[support.Entry{Kind: kind, Name: name}]
}

// states returns the state of each known name; support.Unknown is the zero value.
var states = sync.OnceValue(func() map[support.Entry]support.Status {
	states := map[support.Entry]support.Status{}
	for _, e := range command.KnownNames() {
		states[support.Entry{Kind: e.Kind, Name: e.Name}] = e.State
	}
	return states
})

func TestNamesOfTheTiers(t *testing.T) {
	for _, c := range []struct {
		kind  support.Kind
		name  string
		state support.Status
	}{
		{support.Command, "find", support.Done},
		{support.Command, "mapReduce", support.Refused},
		{support.Command, "atlasVersion", support.Unknown},
		{support.Field, "find.readOnce", support.Refused},
		{support.Field, "find.allowDiskUse", support.Accepted},
		{support.Field, "find.foo", support.Unknown},
		{support.QueryOperator, "$where", support.Refused},
		{support.Stage, "$changeStream", support.Error},
		{support.SchemaKeyword, "$ref", support.Error},
		{support.IndexKind, "2dsphere", support.Refused},
	} {
		if got := state(c.kind, c.name); got != c.state {
			t.Errorf("%s %s: %v, want %v", c.kind, c.name, got, c.state)
		}
	}
}

// Every name stands in one state.
func TestNamesStandOnce(t *testing.T) {
	type name struct {
		kind support.Kind
		name string
	}
	seen := map[name]bool{}
	for _, e := range command.KnownNames() {
		n := name{e.Kind, e.Name}
		if seen[n] {
			t.Errorf("%s %s stands twice", e.Kind, e.Name)
		}
		seen[n] = true
	}
}
