// Package required says what becomes of a test that lacks something to run with.
// On somebody's own machine it is skipped. Where MODELBOOK_REQUIRE names what it
// lacks, as .ci/run does with all that it has installed, it fails.
package required

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Tools are what tests may lack, besides Go.
var Tools = []string{
	"browser", // a built site, for browsers' own scripts
	"drivers", // those that .ci/clients installs
	"gettext", // msgfmt
	"git",
	"java",  // vectors that ICU4J made
	"node",  // mongosh
	"pcre2", // libpcre2-8, which git and grep need too
	"perl",
	"python",
	"server", // a MongoDB server
	"specs",  // the drivers' specifications in Go's module cache
}

// Missing skips a test that lacks a tool, or fails it.
func Missing(t testing.TB, tool, why string) {
	t.Helper()
	named := strings.FieldsFunc(os.Getenv("MODELBOOK_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
	for _, name := range append(named, tool) {
		if !slices.Contains(Tools, name) {
			t.Fatalf("there is no tool %s to require; there are %s", name, strings.Join(Tools, ", "))
		}
	}
	if slices.Contains(named, tool) {
		t.Fatalf("MODELBOOK_REQUIRE names %s, but %s", tool, why)
	}
	t.Skip(why)
}
