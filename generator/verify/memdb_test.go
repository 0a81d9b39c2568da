package verify

import (
	"os"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// startMemdb serves a new embedded database for one test.
func startMemdb(t *testing.T) string { return serveMemdb(t, memdb.Options{}) }

func serveMemdb(t *testing.T, options memdb.Options) string {
	t.Helper()
	server, err := wire.Listen(memdb.New(options))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URI()
}

// runMemdb runs one example on a new embedded database.
func runMemdb(t *testing.T, content string) (example.Result, diag.List) {
	t.Helper()
	results, server, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: []*example.Example{load(t, "huts", content)}})
	if err != nil {
		t.Fatal(err)
	}
	if server.Name != "memdb" || server.Version == "" {
		t.Errorf("server: %+v", server)
	}
	return results[0], list
}

// everyOperation calls each operation that a single server can run. Its costs were
// measured; a change of any is a change of pages. The playground is compared with it
// too.
func everyOperation(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../run/testdata/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestEveryOperation(t *testing.T) {
	result, list := runMemdb(t, everyOperation(t))
	for _, m := range list {
		t.Errorf("%s: %s\n%s", m.Pos, m.Text, m.Detail)
	}
	ran := map[string]bool{}
	for _, s := range result.Example.Steps {
		ran[s.Operation.Name] = true
	}
	for _, d := range example.Operations() {
		if !ran[d.Name] && d.Name != "next" { // see TestChanges
			t.Errorf("%s did not run", d.Name)
		}
	}
	if len(result.Steps()) != len(result.Example.Steps) {
		t.Errorf("%d of %d steps ran", len(result.Steps()), len(result.Example.Steps))
	}
}

// TestCommandWithItsOwnTime: the driver adds no second maxTimeMS to that of a command.
func TestCommandWithItsOwnTime(t *testing.T) {
	step := `{ "id": "count", "operation": { "name": "runCommand", "arguments": { "command": { "count": "ferries", "maxTimeMS": 5000 } } }, "expectResult": { "n": 1, "ok": 1.0 } }`
	_, list := runMemdb(t, strings.Replace(oneStep, "STEP", step, 1))
	if list != nil {
		t.Errorf("%s\n%s", told(list), list[0].Detail)
	}
}

// TestUpdateHolds: a file that --update wrote passes the next run unchanged.
func TestUpdateHolds(t *testing.T) {
	wrong := strings.NewReplacer(`"beds": 120`, `"beds": 1`, `"roundTrips": 3`, `"roundTrips": 9`, `"beds": 21`, `"beds": 22`, `"code": 11000, "codeName": "DuplicateKey"`, `"code": 2, "codeName": "BadValue"`).Replace(everyOperation(t))
	uri := startMemdb(t)
	run := func(content string) example.Result {
		results, _, list, err := runNoted(t.Context(), Options{URI: uri, Examples: []*example.Example{load(t, "huts", content)}, Update: true})
		if err != nil || list != nil {
			t.Fatalf("%v %s", err, told(list))
		}
		return results[0]
	}
	first := run(wrong)
	if first.Updated == nil {
		t.Fatal("nothing was updated")
	}
	if again := run(string(first.Updated)); again.Updated != nil {
		t.Errorf("updated again to\n%s", again.Updated)
	}
}

// TestRunLeavesNothing: after a run, passed or not, its databases are gone.
func TestRunLeavesNothing(t *testing.T) {
	uri := startMemdb(t)
	for _, content := range []string{everyOperation(t), strings.Replace(everyOperation(t), `"beds": 120`, `"beds": 1`, 1)} {
		if _, _, _, err := runNoted(t.Context(), Options{URI: uri, Examples: []*example.Example{load(t, "huts", content)}}); err != nil {
			t.Fatal(err)
		}
	}
	leavesNothing(t, Options{URI: uri})
}

// leavesNothing reports databases of runs that are still on the server.
func leavesNothing(t *testing.T, o Options) {
	t.Helper()
	c, err := connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close(t.Context())
	names, err := c.ListDatabaseNames(t.Context(), map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "modelbook_") {
			t.Errorf("%s is left", name)
		}
	}
}
