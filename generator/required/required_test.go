package required

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outcome is a test that notes what becomes of it.
type outcome struct {
	testing.TB
	said string
}

func (*outcome) Helper() {}

func (o *outcome) Skip(args ...any) { o.said = "skipped: " + fmt.Sprint(args...) }

func (o *outcome) Fatalf(format string, args ...any) {
	o.said = "failed: " + fmt.Sprintf(format, args...)
	panic(o)
}

func TestMissing(t *testing.T) {
	for _, test := range []struct{ require, tool, want string }{
		{"", "node", "skipped: there is none"},
		{"java,git", "node", "skipped: there is none"},
		{"java,node", "node", "failed: MODELBOOK_REQUIRE names node, but there is none"},
		{"nod", "node", "failed: there is no tool nod to require; there are browser, "},
		{"", "nod", "failed: there is no tool nod to require; there are browser, "},
	} {
		t.Setenv("MODELBOOK_REQUIRE", test.require)
		o := &outcome{}
		func() {
			defer func() { recover() }()
			Missing(o, test.tool, "there is none")
		}()
		if !strings.HasPrefix(o.said, test.want) {
			t.Errorf("%q: %s, want %s", test.require, o.said, test.want)
		}
	}
}

// TestToolsAreMissed: each tool is one that a test may lack, and each test that
// looks for something in the environment or on the PATH says which.
func TestToolsAreMissed(t *testing.T) {
	missed := map[string]bool{}
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") || filepath.Dir(file) == "." {
			return err
		}
		content, err := os.ReadFile(file)
		for _, tool := range Tools {
			if strings.Contains(string(content), `required.Missing(t, "`+tool+`", `) {
				missed[tool] = true
			}
		}
		looks := strings.Contains(string(content), `os.Getenv("MODELBOOK_`) || strings.Contains(string(content), "exec.LookPath(")
		if looks && !strings.Contains(string(content), "required.Missing(") {
			t.Errorf("%s looks for what it may lack, and does not call required.Missing", file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range Tools {
		if !missed[tool] {
			t.Errorf("no test may lack %s", tool)
		}
	}
}
