// Package required skips or fails tests whose tools are not installed. On a
// developer's machine they are skipped. A test fails if MODELBOOK_REQUIRE names
// its tool, as .ci/run does for all tools that it has installed.
package required

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Tools are the tools besides Go that tests use if they are installed.
var Tools = []string{
	"browser",   // a built site, for browsers' own scripts
	"coreutils", // sha256sum
	"drivers",   // installed by .ci/clients
	"gettext",   // msgfmt
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
	named := tools()
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

// Is reports whether MODELBOOK_REQUIRE names a tool. What a test does with it may then
// take its time.
func Is(tool string) bool { return slices.Contains(tools(), tool) }

func tools() []string {
	return strings.FieldsFunc(os.Getenv("MODELBOOK_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
}
