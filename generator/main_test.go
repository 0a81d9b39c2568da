package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/tmpfs"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"modelbook": withoutPlayground, "mongod": fakeMongod, "harness": harness})
}

// withoutPlayground is the program without the sources of the playground: to
// compile them takes longer than all that a script does.
func withoutPlayground() {
	playgroundSources = nil
	main()
}

// TestScripts runs the command as its users do: each file of testdata/script
// is a session. UPDATE_SCRIPTS=1 writes what was really printed into them.
func TestScripts(t *testing.T) {
	cache := t.TempDir() // the user's, which lies outside of what is built
	testscript.Run(t, testscript.Params{
		Dir:         "testdata/script",
		WorkdirRoot: tmpfs.TempDir(t),
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache)
			// As the program sets it once main runs. Before, its packages make enough
			// garbage that to collect it takes a tenth of many commands.
			env.Setenv("GOGC", "400")
			return nil
		},
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"handbook": copyHandbook,
			"replace":  replace,
			"exits":    exits,
			"memdb":    serveMemdb,
			"mongodb":  serveAsMongoDB,
			"toolarge": tooLarge,
			"turned":   turned,
			"serves":   serves,
			"ask":      ask,
			"overlay":  overlay,
			"previews": previews,
			"fetch":    fetch,
		},
	})
}

// handbook copies a handbook of seven guides into the session, and the theme if
// it is asked for. It is not the one that is published, whose words and numbers
// its writers must be free to change.
func copyHandbook(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(copyFolder(ts.MkAbs("."), filepath.Join("testdata", "handbook")))
	var folders []string
	switch {
	case neg || len(args) > 1 || len(args) == 1 && args[0] != "theme":
		ts.Fatalf("usage: handbook [theme]")
	case len(args) == 1:
		for _, part := range []string{"templates", "styles", "scripts", "strings", "icons", "fonts"} {
			folders = append(folders, filepath.Join("site", part))
		}
	}
	for _, folder := range folders {
		ts.Check(copyFolder(ts.MkAbs(folder), filepath.Join("..", folder)))
	}
}

// overlay copies a folder of testdata over the session's.
func overlay(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: overlay folder")
	}
	ts.Check(copyFolder(ts.MkAbs("."), filepath.Join("testdata", args[0])))
}

func copyFolder(to, from string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o644)
	})
}

// replace changes the first occurrence of a text in a file; \n stands for a
// line's end.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace file old new")
	}
	file, unescape := ts.MkAbs(args[0]), strings.NewReplacer(`\n`, "\n")
	content, err := os.ReadFile(file)
	ts.Check(err)
	old := unescape.Replace(args[1])
	if !strings.Contains(string(content), old) {
		ts.Fatalf("%s does not hold %q", args[0], old)
	}
	ts.Check(os.WriteFile(file, []byte(strings.Replace(string(content), old, unescape.Replace(args[2]), 1)), 0o644))
}

// memdb serves an embedded database, in a process that is not the command's,
// and puts its URI into an environment variable.
func serveMemdb(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: memdb VARIABLE")
	}
	ts.Setenv(args[0], startMemdb(ts))
}

// startMemdb serves an embedded database until a script ends, and gives its URI.
func startMemdb(ts *testscript.TestScript) string {
	server, err := wire.Listen(memdb.New(memdb.Options{}))
	ts.Check(err)
	ts.Defer(func() { server.Close() })
	return server.URI()
}

// turned puts a right-to-left override into a file.
func turned(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: turned file")
	}
	file, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	defer file.Close()
	_, err = file.WriteString("\nText \u202e text.\n")
	ts.Check(err)
}

// toolarge adds more text to a file than a page may have.
func tooLarge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: toolarge file")
	}
	file, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	defer file.Close()
	_, err = file.WriteString(strings.Repeat("Much text.\n\n", 30_000))
	ts.Check(err)
}

// exits runs a command that must end with the given status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
