//go:build !js

// What a browser runs shows messages itself: it has no report of tests, and not the
// packages that write one.

package diag

import (
	"fmt"
	"strings"
)

// formats are the ways in which messages are printed.
var formats = []struct {
	name  string
	print func(List, *Terminal, []Test) error
}{
	{"text", List.printText},
	{"github", List.printGitHub},
	{"json", List.printJSON},
	// A test that failed must not pass for want of its message: all of them.
	{"junit", List.printJUnit},
}

// Formats returns the names that Print takes.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Print writes the sorted messages to t: "text" for people, "github" as
// workflow commands that annotate a pull request, "json" as one object, "junit"
// as a report of the tests that ran. Long messages are cut; of a file with very
// many the rest is left out, and but for "junit" of a run with very many too.
func (l List) Print(t *Terminal, format string, ran ...Test) error {
	for _, f := range formats {
		if f.name == format {
			printed := l.Sorted().Typed(t).cut()
			if format != "junit" {
				printed = printed.most(mostInAll)
			}
			return f.print(printed, t, ran)
		}
	}
	return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
}
