package render

import (
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/shell"
	"modelbook/generator/direct"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/required"
	"modelbook/generator/run"
)

// TestProgramsBeginAgain runs the programs of clients that begin again with each driver.
func TestProgramsBeginAgain(t *testing.T) {
	if os.Getenv("MODELBOOK_NODE_MODULES") == "" || os.Getenv("MODELBOOK_PYTHON") == "" || os.Getenv("MODELBOOK_JAVA_CLASSPATH") == "" || os.Getenv("MODELBOOK_GO") == "" {
		required.Missing(t, "drivers", "MODELBOOK_NODE_MODULES and others name no drivers; .ci/clients/run installs them")
	}
	for _, l := range drivers {
		t.Run(l.Facts().Name, func(t *testing.T) {
			programsBeginAgain(t, l, func(e *example.Example, uri string) *running {
				return started(t, scriptProgram(t, l, e), uri)
			})
		})
	}
}

// TestProgramsBeginAgainInMongosh does the same in the real shell.
func TestProgramsBeginAgainInMongosh(t *testing.T) {
	mongosh := os.Getenv("MODELBOOK_MONGOSH")
	if mongosh == "" {
		required.Missing(t, "node", "MODELBOOK_MONGOSH names no mongosh; .ci/run installs one")
	}
	t.Setenv("HOME", t.TempDir())
	programsBeginAgain(t, shell.Language, func(e *example.Example, uri string) *running {
		file := filepath.Join(t.TempDir(), "script.js")
		if err := os.WriteFile(file, []byte(written(t, shell.Language, e)), 0o600); err != nil {
			t.Fatal(err)
		}
		return started(t, []string{mongosh, uri, "--quiet", "--norc", "--file", file}, uri)
	})
}

// programsBeginAgain: all other clients of an "explore" write between what a program has
// read and what it writes. It begins again, and then everything holds. If someone writes
// each time, it fails after its last attempt.
func programsBeginAgain(t *testing.T, l code.Language, start func(e *example.Example, uri string) *running) {
	t.Helper()
	tried := 0
	for _, e := range handbook(t) {
		program, repeats := code.Program(e)
		if repeats == nil {
			continue
		}
		tried++
		guarded := program.Steps[repeats.Last]

		others := func(r *relay) {
			if r.Load() > 1 {
				return
			}
			for _, client := range e.Explore.Clients {
				for _, i := range client.Steps {
					s := e.Explore.Steps[i]
					if s.Unsent = false; s.Client == guarded.Client {
						break
					}
					if _, _, err := r.runner.Step(t.Context(), &s, nil); err != nil {
						t.Errorf("%s: %s: %v", e.Name, s.ID, err)
					}
				}
			}
		}
		r := listenAsRelay(t, e, guarded.Operation, others)
		job := start(e, r.uri)
		<-job.ended
		if output := job.output.String(); !job.command.ProcessState.Success() || r.Load() != 2 {
			t.Errorf("%s: it has written %d times, and ended with %v:\n%s", e.Name, r.Load(), job.command.ProcessState, output)
		}
		for _, hold := range e.Explore.Holds {
			if got, _, err := r.runner.Step(t.Context(), &hold, nil); err != nil || !got.Equal(hold.Expect.Value) {
				t.Errorf("%s: in the end %s is %v, %v", e.Name, hold.ID, got, err)
			}
		}
		if tried > 1 { // which fail alike
			continue
		}

		r = listenAsRelay(t, e, guarded.Operation, func(r *relay) { r.raise(t, guarded.Operation) })
		job = start(e, r.uri)
		<-job.ended
		if output := job.output.String(); job.command.ProcessState.Success() || r.Load() != example.Attempts || !strings.Contains(output, "nothing matched in "+guarded.Operation.Object) {
			t.Errorf("%s: it has written %d times, and ended with %v:\n%s", e.Name, r.Load(), job.command.ProcessState, output)
		}
	}
	t.Logf("%s: %d programs began again", l.Facts().Name, tried)
}

// relay stands between a program and a database: before each command of one name arrives,
// it counts it and lets others write.
type relay struct {
	atomic.Int32
	uri    string
	runner *run.Runner // of the example, in the program's database
}

func listenAsRelay(t *testing.T, e *example.Example, o example.Operation, write func(*relay)) *relay {
	t.Helper()
	db := memdb.New(memdb.Options{ReplicaSet: true})
	server, err := wire.Listen(db)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		listener.Close()
		server.Close()
	})
	address := strings.TrimPrefix(server.URI()[:strings.LastIndexByte(server.URI(), '/')], "mongodb://")
	r := &relay{uri: strings.Replace(server.URI(), address, listener.Addr().String(), 1), runner: run.New(direct.New(db, e.Name), e, e.FirstSize())}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go r.pass(client, address, o.Command()[0].Key, write)
		}
	}()
	return r
}

// pass passes on what a program and the server say to each other.
func (r *relay) pass(client net.Conn, address, name string, write func(*relay)) {
	defer client.Close()
	server, err := net.Dial("tcp4", address)
	if err != nil {
		return // which the program reports
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(client, server) // until either ends
		client.Close()
	}()
	for {
		message := make([]byte, 4)
		if _, err := io.ReadFull(client, message); err != nil {
			return
		}
		message = append(message, make([]byte, binary.LittleEndian.Uint32(message)-4)...)
		if _, err := io.ReadFull(client, message[4:]); err != nil {
			return
		}
		if commandIn(message) == name {
			r.Add(1)
			write(r)
		}
		if _, err := server.Write(message); err != nil {
			return
		}
	}
}

// commandIn returns the name of the command in a message, "" for the messages of
// handshakes.
func commandIn(message []byte) string {
	const opMsg, header, flags = 2013, 16, 4
	if binary.LittleEndian.Uint32(message[12:]) != opMsg {
		return ""
	}
	sections := message[header+flags:]
	for sections[0] == 1 { // documents of the command
		sections = sections[1+binary.LittleEndian.Uint32(sections[1:]):]
	}
	body, err := bson.Raw(sections[1:][:binary.LittleEndian.Uint32(sections[1:])]).Elements()
	if err != nil || len(body) == 0 {
		return ""
	}
	return body[0].Key()
}

// raise adds 1 to the number that the filter of a write compares with a saved one.
func (r *relay) raise(t *testing.T, o example.Operation) {
	_, filter := o.Target()
	isSaved := func(e bson.E) bool {
		d, ok := e.Value.(bson.D)
		return ok && len(d) == 1 && d[0].Key == example.PlaceSaved
	}
	i := slices.IndexFunc(filter, isSaved)
	raised := bson.D{{Key: "$inc", Value: bson.D{{Key: filter[i].Key, Value: int32(1)}}}}
	o = example.Operation{Name: "updateOne", Object: o.Object, Arguments: bson.D{
		{Key: "filter", Value: slices.DeleteFunc(slices.Clone(filter), isSaved)}, {Key: "update", Value: raised},
	}}
	if _, _, err := r.runner.Send(t.Context(), o, "", "", nil); err != nil {
		t.Error(err)
	}
}
