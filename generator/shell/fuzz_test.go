package shell_test

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/shell"
)

// FuzzParse holds that whatever is typed is either read or told about, at a
// place that exists, and that what is read can be printed and read again.
func FuzzParse(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.source)
	}
	for _, c := range refused {
		f.Add(c.source)
	}
	for _, c := range literals {
		f.Add(statementWith(c.source))
	}
	for _, bomb := range bombs {
		f.Add(bomb.head + strings.Repeat(bomb.middle, 3) + bomb.tail)
	}
	f.Add("first.startTransaction(); first.getDatabase(db.getName()).c.find()")
	f.Fuzz(func(t *testing.T, source string) {
		text := diag.NewText("f", []byte(source))
		operations, list := shell.Parse(text, "first")
		if list.Failed() == (len(operations) > 0) {
			t.Fatalf("%d operations and %q", len(operations), messages(list))
		}
		end := text.Pos(len(source))
		for _, m := range list {
			if m.Text == "" || m.Line < 1 || m.Line > end.Line || m.Col < 1 || m.Line == end.Line && m.Col > end.Col {
				t.Errorf("a message at %v: %q", m.Pos, m.Text)
			}
		}
		for _, o := range operations {
			// A page has no form for keys that may be moved in some shell.
			if _, err := printed(o); err == nil || !strings.Contains(err.Error(), "which would move it") {
				readBack(t, "what was read", o)
			}
		}
	})
}
