package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/required"
)

// TestScriptsAreClean: the linters of the languages find nothing in the scripts of the
// handbook's examples; javac looks at those in Java where they run.
func TestScriptsAreClean(t *testing.T) {
	modules, interpreter, compiler := os.Getenv("MODELBOOK_NODE_MODULES"), os.Getenv("MODELBOOK_PYTHON"), os.Getenv("MODELBOOK_GO")
	if modules == "" || interpreter == "" || compiler == "" {
		required.Missing(t, "drivers", "MODELBOOK_NODE_MODULES, MODELBOOK_PYTHON and MODELBOOK_GO name no linters; .ci/clients/run installs them")
	}
	folder := t.TempDir()
	config, err := os.ReadFile(filepath.Join(modules, "..", "eslint.config.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	lintedIn(t, folder, "eslint.config.mjs", string(config))
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	// Each program in Go is a package of its own, in a module with the versions of ours.
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		lintedIn(t, folder, "go/"+name, string(content))
	}
	for _, e := range handbook(t) {
		for _, l := range []code.Language{shell.Language, node.Language, python.Language, golang.Language} {
			if !code.Writes(l, e) {
				continue
			}
			name := l.Facts().Label + "/" + e.Name + l.Facts().Ending
			if l == golang.Language {
				name = "go/" + e.Name + "/main.go"
			}
			lintedIn(t, folder, name, written(t, l, e))
		}
	}
	for _, linter := range []struct {
		name, in  string
		arguments []string
	}{
		{"node", ".", []string{filepath.Join(modules, "eslint/bin/eslint.js"), "--max-warnings=0", "shell", "node"}},
		{interpreter, "python", []string{"-m", "ruff", "check", "--isolated", "--no-cache", "--select=E4,E7,E9,F,B,I,UP"}},
		// Documents of the driver are written without the names of their fields, as in its
		// own documentation.
		{compiler, "go", []string{"vet", "-mod=mod", "-composites=false", "./..."}},
	} {
		command := exec.Command(linter.name, linter.arguments...)
		command.Dir = filepath.Join(folder, linter.in)
		command.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off")
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(linter.arguments[:2], " "), err, output)
		}
	}
}

// TestWidthOfScripts: no line of code in a script in Python is wider than its formatters
// allow.
func TestWidthOfScripts(t *testing.T) {
	for _, e := range handbook(t) {
		if !code.Writes(python.Language, e) {
			continue
		}
		for line := range strings.Lines(written(t, python.Language, e)) {
			line = strings.TrimSuffix(line, "\n")
			if len([]rune(line)) > 88 && !strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
				t.Errorf("%s is too wide: %s", e.Name, line)
			}
		}
	}
}

func lintedIn(t *testing.T, folder, name, content string) {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
