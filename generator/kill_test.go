//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// manyKills is how often each command is killed. A moment is drawn from the time
// that the command takes when it is left alone, so that it is hit wherever it is,
// on a busy machine too.
const manyKills = 10

// killed runs a command again and again, each time prepared anew, and kills it at
// a random moment.
func killed(t *testing.T, prepare func() *exec.Cmd, look func(nth int)) {
	t.Helper()
	begin := time.Now()
	if output, err := prepare().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	whole := time.Since(begin)
	chance := rand.New(rand.NewPCG(8, 12))
	for nth := range manyKills {
		cmd := prepare()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(chance.Int64N(int64(whole))))
		cmd.Process.Kill()
		cmd.Wait() // that it was killed is no news
		look(nth)
	}
}

// command is the program, run in a folder by this test's own binary.
func command(t *testing.T, folder string, args ...string) *exec.Cmd {
	t.Helper()
	program := filepath.Join(folder, "modelbook")
	if _, err := os.Lstat(program); err != nil {
		if err := os.Symlink(os.Args[0], program); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	return cmd
}

// written gives the content of each example of a folder, and of the pages that
// quote one of them.
func written(t *testing.T, folder string) map[string]string {
	t.Helper()
	var files []string
	for _, pattern := range []string{filepath.Join("examples", "*.json"), filepath.Join("content", "*", "one-to-few.md")} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%v, %d files", err, len(found))
		}
		files = append(files, found...)
	}
	contents := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		contents[file] = string(content)
	}
	return contents
}

// A killed fmt or verify --update leaves each file as it was, or as it is to be.
func TestKilledWhileItWrites(t *testing.T) {
	folder := t.TempDir()
	if err := copyFolder(folder, filepath.Join("testdata", "handbook")); err != nil {
		t.Fatal(err)
	}
	right := written(t, folder)
	for _, test := range []struct {
		args  []string
		wrong func(right string) string
	}{
		{[]string{"fmt"}, func(right string) string {
			return strings.ReplaceAll(right, `"$schema": `, `"$schema":  `)
		}},
		{[]string{"verify", "--update"}, func(right string) string {
			return strings.NewReplacer(`"roundTrips": 1`, `"roundTrips": 0`, "[281", "[282").Replace(right)
		}},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			wrong := map[string]string{}
			for file, content := range right {
				wrong[file] = test.wrong(content)
			}
			killed(t, func() *exec.Cmd {
				for file, content := range wrong {
					if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				return command(t, folder, test.args...)
			}, func(nth int) {
				for file, content := range written(t, folder) {
					if content != wrong[file] && content != right[file] {
						t.Errorf("kill %d: %s is half written:\n%s", nth, filepath.Base(file), content)
					}
				}
			})
			if output, err := command(t, folder, test.args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			for file, content := range written(t, folder) {
				if content != right[file] {
					t.Errorf("%s was not written by the next run", filepath.Base(file))
				}
			}
		})
	}
}

// A verify that is killed leaves databases on a server until the next one runs.
func TestKilledOnAServer(t *testing.T) {
	server, err := wire.Listen(memdb.New(memdb.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client, err := mongo.Connect(options.Client().ApplyURI(server.URI()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Disconnect(t.Context())
	ours := func() []string {
		names, err := client.ListDatabaseNames(t.Context(), bson.D{{Key: "name", Value: bson.Regex{Pattern: "^modelbook_"}}})
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	folder := t.TempDir()
	if err := copyFolder(folder, filepath.Join("testdata", "handbook")); err != nil {
		t.Fatal(err)
	}
	verify := func() *exec.Cmd { return command(t, folder, "verify", "--mongodb", server.URI()) }
	left := 0
	killed(t, verify, func(int) { left += len(ours()) })
	if left == 0 {
		t.Error("no kill left a database: they came too early or too late")
	}
	output, err := verify().CombinedOutput()
	if names := ours(); err != nil || len(names) > 0 {
		t.Errorf("%v, %v are left\n%s", err, names, output)
	}
	fmt.Fprintln(t.Output(), left, "databases were left by", manyKills, "kills")
}

// A verify that is killed leaves the mongod that it started until the next one runs.
func TestKilledWithMongod(t *testing.T) {
	folder, temporary, programs := t.TempDir(), t.TempDir(), t.TempDir()
	if err := copyFolder(folder, filepath.Join("testdata", "handbook")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.Args[0], filepath.Join(programs, "mongod")); err != nil {
		t.Fatal(err)
	}
	verify := func() *exec.Cmd {
		cmd := command(t, folder, "verify", "--mongodb", "mongod")
		cmd.Env = append(os.Environ(), "TMPDIR="+temporary, "PATH="+programs, "MONGOD_IS_SLOW=1") // as real ones are
		return cmd
	}
	ports := map[string]bool{}
	killed(t, verify, func(int) {
		files, _ := filepath.Glob(filepath.Join(temporary, "modelbook-mongod-*", "port"))
		for _, file := range files {
			if port, err := os.ReadFile(file); err == nil {
				ports[string(port)] = true
			}
		}
	})
	if len(ports) == 0 {
		t.Fatal("no kill left a mongod: they came too early or too late")
	}
	output, err := verify().CombinedOutput()
	left, _ := filepath.Glob(filepath.Join(temporary, "modelbook-mongod-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left\n%s", err, left, output)
	}
	for port := range ports {
		if folder := dataOfMongod(t, port); strings.HasPrefix(folder, temporary) {
			t.Errorf("the mongod on port %s still runs", port)
		}
	}
	fmt.Fprintln(t.Output(), len(ports), "were left by", manyKills, "kills")
}

// dataOfMongod gives the data folder of the server on a port, "" if there is none or
// it has none: another program may listen on a port that has become free.
func dataOfMongod(t *testing.T, port string) string {
	t.Helper()
	client, err := mongo.Connect(options.Client().ApplyURI("mongodb://127.0.0.1:" + port + "/?directConnection=true&serverSelectionTimeoutMS=1000"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Disconnect(context.Background())
	reply, err := client.Database("admin").RunCommand(t.Context(), bson.D{{Key: "getCmdLineOpts", Value: 1}}).Raw()
	if err != nil {
		return ""
	}
	folder, _ := reply.Lookup("parsed", "storage", "dbPath").StringValueOK()
	return folder
}
