package support

import "testing"

// Every command that is not refused has a list of fields, and only those.
func TestCommandsHaveFields(t *testing.T) {
	for _, e := range Entries() {
		if e.Kind != Command {
			continue
		}
		byName, _ := FieldsOf(e.Name)
		if has := byName != nil; has != (e.State != Refused) {
			t.Errorf("command %s is %v and has fields: %v", e.Name, e.State, has)
		}
	}
	for name := range fields {
		if State(Command, name) == Unknown {
			t.Errorf("fields of %s, which is no command", name)
		}
	}
}

func TestNamesOfTheTiers(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		name  string
		state Status
	}{
		{Command, "find", Done},
		{Command, "mapReduce", Refused},
		{Command, "atlasVersion", Unknown},
		{Field, "find.returnKey", Refused},
		{Field, "find.allowDiskUse", Accepted},
		{Field, "find.foo", Unknown},
		{QueryOperator, "$where", Refused},
		{Stage, "$changeStream", Error},
		{SchemaKeyword, "$ref", Error},
		{IndexKind, "2dsphere", Refused},
	} {
		if got := State(c.kind, c.name); got != c.state {
			t.Errorf("%s %s: %v, want %v", c.kind, c.name, got, c.state)
		}
	}
}
