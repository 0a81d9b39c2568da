//go:build unix

package main

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/tmpfs"
)

// kill starts a command and kills it once moment holds, at the latest when it has
// ended. The moment is one of what the command does, not of a clock.
func kill(t *testing.T, cmd *exec.Cmd, moment func() bool) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait() // that it was killed is no news
		close(ended)
	}()
	for !moment() {
		select {
		case <-ended:
			return
		default:
			time.Sleep(time.Millisecond) // leaves the processor to the command
		}
	}
	cmd.Process.Kill()
	<-ended
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

// written returns the content of each example of a folder, and of the pages that
// quote one of them.
func written(t *testing.T, folder string) map[string]string {
	t.Helper()
	var files []string
	for _, pattern := range []string{filepath.Join("examples", "*.json"), filepath.Join("content", "*", "one-to-squillions.md")} {
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

// A fmt or verify --update that is killed after some of the files that it writes
// leaves each as it was, or as it is to be; and nobody who reads them meanwhile sees
// anything else.
func TestKilledWhileItWrites(t *testing.T) {
	folder := tmpfs.TempDir(t)
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
			return strings.NewReplacer(`"roundTrips": 1`, `"roundTrips": 0`, "[103", "[104").Replace(right)
		}},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			wrong, changes := map[string]string{}, 0
			for file, content := range right {
				wrong[file] = test.wrong(content)
				if wrong[file] != content {
					changes++
				}
			}
			if changes < 6 {
				t.Fatalf("%d files are to be written", changes)
			}
			for _, after := range []int{1, changes / 2, changes - 1} {
				for file, content := range wrong {
					if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				look := func() (done int) {
					for file, content := range written(t, folder) {
						switch content {
						case wrong[file]:
						case right[file]:
							done++
						default:
							t.Errorf("after %d files: %s is half written:\n%s", after, filepath.Base(file), content)
						}
					}
					return done
				}
				kill(t, command(t, folder, test.args...), func() bool { return look() >= len(right)-changes+after })
				look()
			}
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

// A verify that is killed leaves databases on a server until the next one runs: at
// whatever command, which here has no answer until the run is killed.
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
	folder := tmpfs.TempDir(t)
	if err := copyFolder(folder, filepath.Join("testdata", "handbook")); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"insert", "find", "update"} {
		reached, killed := make(chan struct{}), make(chan struct{})
		var once sync.Once
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go relayAll(listener, server.URI(), func(command bson.Raw) bson.D {
			if command.Index(0).Key() != at {
				return nil
			}
			once.Do(func() { close(reached) })
			<-killed
			return bson.D{{Key: "ok", Value: 0.0}} // to a client that is gone; the server never sees it
		})
		kill(t, command(t, folder, "verify", "--mongodb", "mongodb://"+listener.Addr().String()+"/?directConnection=true"), func() bool {
			select {
			case <-reached:
				return true
			default:
				return false
			}
		})
		close(killed)
		listener.Close()
		if len(ours()) == 0 {
			t.Errorf("%s: no database was left", at)
		}
	}
	output, err := command(t, folder, "verify", "--mongodb", server.URI()).CombinedOutput()
	if names := ours(); err != nil || len(names) > 0 {
		t.Errorf("%v, %v are left\n%s", err, names, output)
	}
}

// A verify that is killed leaves the mongod that it started until the next one runs:
// one that does not listen yet as well as one that does.
func TestKilledWithMongod(t *testing.T) {
	folder, temporary, programs := tmpfs.TempDir(t), tmpfs.TempDir(t), tmpfs.TempDir(t)
	if err := copyFolder(folder, filepath.Join("testdata", "handbook")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.Args[0], filepath.Join(programs, "mongod")); err != nil {
		t.Fatal(err)
	}
	begin := filepath.Join(programs, "begin")
	verify := func() *exec.Cmd {
		cmd := command(t, folder, "verify", "--mongodb", "mongod")
		cmd.Env = append(os.Environ(), "TMPDIR="+temporary, "PATH="+programs, "MONGOD_WAITS_FOR="+begin)
		return cmd
	}
	// started returns the port of a mongod that was started, of no earlier one.
	ports := map[string]bool{}
	started := func() string {
		files, _ := filepath.Glob(filepath.Join(temporary, "modelbook-mongod-*", "port"))
		for _, file := range files {
			if port, err := os.ReadFile(file); err == nil && len(port) > 0 && !ports[string(port)] {
				if running, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "data", "started")); len(running) > 0 {
					return string(port)
				}
			}
		}
		return ""
	}
	kill(t, verify(), func() bool { return started() != "" })
	ports[started()] = true
	if err := os.WriteFile(begin, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	kill(t, verify(), func() bool { port := started(); return port != "" && dataOfMongod(t, port) != "" })
	ports[started()] = true
	if ports[""] {
		t.Fatalf("no kill left a mongod: %v", ports)
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
}

// dataOfMongod returns the data folder of the server on a port, "" if there is none or
// it has none: another program may listen on a port that has become free.
func dataOfMongod(t *testing.T, port string) string {
	t.Helper()
	connection, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		return ""
	}
	connection.Close()
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
