package render

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/required"
	"modelbook/generator/verify"
)

// TestConsumersOfChanges runs the programs that follow a change stream with each driver.
// They apply changes until they are interrupted, go on from their resume token with those
// that were made meanwhile, and fail if the server no longer has them.
func TestConsumersOfChanges(t *testing.T) {
	if os.Getenv("MODELBOOK_NODE_MODULES") == "" || os.Getenv("MODELBOOK_PYTHON") == "" || os.Getenv("MODELBOOK_JAVA_CLASSPATH") == "" || os.Getenv("MODELBOOK_GO") == "" {
		required.Missing(t, "drivers", "MODELBOOK_NODE_MODULES and others name no drivers; .ci/clients/run installs them")
	}
	i := slices.IndexFunc(handbook(t), func(e *example.Example) bool { return e.Name == "repairing-copies-change-stream" })
	e := handbook(t)[i]
	for _, l := range drivers {
		t.Run(l.Facts().Name, func(t *testing.T) {
			program := scriptProgram(t, l, e)
			db := filled(t, e)
			edition := 1
			rename := func() {
				edition++
				title := bson.D{{Key: "$set", Value: bson.D{{Key: "title", Value: "Bell"}, {Key: "edition", Value: int32(edition)}}}}
				db.run(t, bson.D{{Key: "update", Value: "objects"}, {Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(4002)}}}, {Key: "u", Value: title}}}}})
			}
			copied := func() bool {
				return db.count(t, "labels", bson.D{{Key: "object", Value: int32(4002)}, {Key: "edition", Value: int32(edition)}}) == 2
			}

			job := started(t, program, db.uri)
			rename()
			for !copied() && job.runs() { // the first changes are made before it watches
				rename()
				for range 20 {
					if !copied() {
						time.Sleep(20 * time.Millisecond)
					}
				}
			}
			job.interrupt(t, l)

			rename() // while it does not run
			job = started(t, program, db.uri)
			for !copied() && job.runs() {
				time.Sleep(20 * time.Millisecond)
			}
			job.interrupt(t, l)

			for range 9 { // more than the oplog holds
				db.run(t, bson.D{{Key: "insert", Value: "others"}, {Key: "documents", Value: bson.A{bson.D{{Key: "text", Value: strings.Repeat("x", 8<<20)}}}}})
			}
			job = started(t, program, db.uri)
			<-job.ended
			if output := job.output.String(); !strings.Contains(output, "the oplog has lost changes") || job.command.ProcessState.Success() {
				t.Errorf("without the changes it ended with %v:\n%s", job.command.ProcessState, output)
			}
		})
	}
}

// scriptProgram returns the arguments that run an example's script.
func scriptProgram(t *testing.T, l code.Language, e *example.Example) []string {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, e.Name+l.Facts().Ending)
	if err := os.WriteFile(file, []byte(written(t, l, e)), 0o600); err != nil {
		t.Fatal(err)
	}
	switch l {
	case node.Language:
		if err := os.Symlink(os.Getenv("MODELBOOK_NODE_MODULES"), filepath.Join(folder, "node_modules")); err != nil {
			t.Fatal(err)
		}
		return []string{"node", file}
	case python.Language:
		return []string{os.Getenv("MODELBOOK_PYTHON"), file}
	case golang.Language:
		built := filepath.Join(folder, "job")
		if output, err := exec.Command(os.Getenv("MODELBOOK_GO"), "build", "-o", built, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		return []string{built}
	case java.Language:
		jars := os.Getenv("MODELBOOK_JAVA_CLASSPATH")
		compileJava(t, jars, folder)
		classes, err := filepath.Glob(filepath.Join(folder, "*.class"))
		if err != nil || len(classes) != 1 {
			t.Fatal(classes, err)
		}
		name := strings.TrimSuffix(filepath.Base(classes[0]), ".class")
		return []string{"java", "-cp", jars + string(filepath.ListSeparator) + folder, name}
	}
	t.Fatal(l.Facts().Name)
	return nil
}

// served is a replica set that has the data of an example.
type served struct {
	db        *memdb.DB
	name, uri string
}

func filled(t *testing.T, e *example.Example) served {
	t.Helper()
	s := served{db: memdb.New(memdb.Options{ReplicaSet: true}), name: e.Name}
	server, err := wire.Listen(s.db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	s.uri = server.URI()
	if list, err := verify.Load(t.Context(), s.uri, []*example.Example{e}); err != nil || list.Failed() {
		t.Fatal(list, err)
	}
	return s
}

func (s served) run(t *testing.T, command bson.D) bson.Raw {
	t.Helper()
	encoded, err := bson.Marshal(append(command, bson.E{Key: "$db", Value: s.name}))
	if err != nil {
		t.Fatal(err)
	}
	reply := s.db.Run(t.Context(), encoded)
	if ok, _ := reply.Lookup("ok").AsInt64OK(); ok != 1 {
		t.Fatalf("%v: %v", command, reply)
	}
	return reply
}

func (s served) count(t *testing.T, collection string, filter bson.D) int {
	t.Helper()
	reply := s.run(t, bson.D{{Key: "find", Value: collection}, {Key: "filter", Value: filter}})
	return len(ejson.Elements(reply.Lookup("cursor", "firstBatch")))
}

// running is a program that was started.
type running struct {
	command *exec.Cmd
	output  bytes.Buffer
	ended   chan struct{}
}

func started(t *testing.T, program []string, uri string) *running {
	t.Helper()
	r := &running{command: exec.CommandContext(t.Context(), program[0], program[1:]...), ended: make(chan struct{})}
	r.command.Env = append(os.Environ(), "MONGODB_URI="+uri)
	r.command.Stdout, r.command.Stderr = &r.output, &r.output
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.command.Wait() // its state says how it ended
		close(r.ended)
	}()
	return r
}

func (r *running) runs() bool {
	select {
	case <-r.ended:
		return false
	default:
		return true
	}
}

// interrupt does what Ctrl-C does. A program ends well then; Java says which signal it had.
func (r *running) interrupt(t *testing.T, l code.Language) {
	t.Helper()
	if !r.runs() {
		t.Fatalf("it ended before it was stopped: %v\n%s", r.command.ProcessState, r.output.String())
	}
	if err := r.command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	<-r.ended
	status := fmt.Sprint(r.command.ProcessState)
	if status != "exit status 0" && (l != java.Language || status != "exit status 130") || strings.Contains(r.output.String(), "xception") {
		t.Errorf("interrupted, it ended with %s\n%s", status, r.output.String())
	}
}
