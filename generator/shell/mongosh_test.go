package shell_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/golden"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/required"
	"modelbook/generator/shell"
)

// TestLiteralsInMongosh holds what a literal is read as to the bytes that
// mongosh sends for it.
func TestLiteralsInMongosh(t *testing.T) {
	var statements []string
	for _, c := range literals {
		statements = append(statements, statementWith(c.source))
	}
	_, sent := inMongosh(t, statements)
	for i, statement := range statements {
		o := parsed(t, statement)
		want, err := bson.Marshal(o.Argument("document"))
		if err != nil {
			t.Fatal(err)
		}
		if len(sent[i]) != 1 || !bytes.Equal(want, sent[i][0].Lookup("documents", "0").Value) {
			t.Errorf("%s is read as %s, mongosh sends %s", literals[i].source, bson.Raw(want), sent[i])
		}
	}
}

// TestStatementsInMongosh holds statements to the commands that mongosh sends
// for them. A cursor sends nothing before it is read.
func TestStatementsInMongosh(t *testing.T) {
	var statements, scripts []string
	for _, c := range accepted {
		// These become several commands, or ask for the collection first.
		if !slices.Contains([]string{"bulkWrite", "drop", "rename", "watch"}, c.name) {
			statements = append(statements, c.source)
			scripts = append(scripts, "let r = "+c.source+"\n; if (r && typeof r.toArray === 'function') r.toArray();")
		}
	}
	_, sent := inMongosh(t, scripts)
	for i, statement := range statements {
		want, err := bson.Marshal(parsed(t, statement).Command())
		if err != nil {
			t.Fatal(err)
		}
		if len(sent[i]) != 1 || alike(t, sent[i][0]) != alike(t, want) {
			t.Errorf("%s is read as\n%s\nmongosh sends\n%s", statement, alike(t, want), sent[i])
		}
	}
}

// TestNamesInMongosh holds what is no collection behind db to what mongosh has
// there.
func TestNamesInMongosh(t *testing.T) {
	output, _ := inMongosh(t, []string{`
		const names = new Set();
		for (let o = db; o; o = Object.getPrototypeOf(o)) Object.getOwnPropertyNames(o).forEach((n) => names.add(n));
		print('@' + JSON.stringify([...names].filter((n) => n in db && typeof db[n] === 'function')));
	`})
	_, list, found := strings.Cut(output, "@")
	var names []string
	if !found || json.NewDecoder(strings.NewReader(list)).Decode(&names) != nil || len(names) < 50 {
		t.Fatalf("mongosh says %s", output)
	}
	for _, name := range names {
		if example.IsReachedByName(name) {
			t.Errorf("db.%s is a method in mongosh and taken for a collection", name)
		}
	}
}

// methodsFile has the methods that mongosh 2 has on a database, a collection, a
// session and a cursor, each in a line.
const methodsFile = "testdata/mongosh-methods.txt"

// TestMethodsInMongosh holds the list of methods to what mongosh has.
func TestMethodsInMongosh(t *testing.T) {
	output, _ := inMongosh(t, []string{`
		const of = (o) => {
			const names = new Set();
			for (let p = o; p; p = Object.getPrototypeOf(p)) Object.getOwnPropertyNames(p).forEach((n) => names.add(n));
			return [...names].filter((n) => /^[a-z]/.test(n) && !(n in {}) && typeof o[n] === 'function').sort().join('\n');
		};
		const all = { database: of(db), collection: of(db.c), session: of(db.getMongo().startSession()), cursor: of(db.c.find()) };
		print('@' + Object.entries(all).map(([on, names]) => names.replaceAll(/^/gm, on + ' ')).join('\n') + '@');
	`})
	parts := strings.Split(output, "@")
	if len(parts) != 3 {
		t.Fatalf("mongosh says %s", output)
	}
	golden.File(t, methodsFile, []byte(parts[1]+"\n"))
}

// TestShellHasEveryMethod: what is printed for an operation is a method that
// mongosh has where it is called.
func TestShellHasEveryMethod(t *testing.T) {
	content, err := os.ReadFile(methodsFile)
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		has[strings.TrimSpace(line)] = true
	}
	targets := map[example.Target][]string{
		example.OnCollection: {"collection"}, example.OnDatabase: {"database"}, example.OnEither: {"collection", "database"},
		example.OnSession: {"session"}, example.OnStream: {"cursor"},
	}
	for _, d := range example.Operations() {
		for _, on := range targets[d.On] {
			if method := cmp.Or(d.Method, d.Name); !has[on+" "+method] {
				t.Errorf("%s: mongosh has no method %s of a %s; say what it is called there: Method", d.Name, method, on)
			}
		}
	}
}

func parsed(t *testing.T, statement string) example.Operation {
	t.Helper()
	operations, list := shell.Parse(diag.NewText("", []byte(statement)))
	if len(operations) != 1 {
		t.Fatalf("%s: told %q", statement, messages(list))
	}
	return operations[0].Operation
}

// alike writes a command without what differs between drivers: fields that
// every command may have, what they say though it is the default, the order of
// fields that are not a user's, and of which type integers are.
func alike(t *testing.T, command bson.Raw) string {
	t.Helper()
	var d bson.D
	if err := bson.Unmarshal(command, &d); err != nil {
		t.Fatal(err)
	}
	d = slices.DeleteFunc(d, func(e bson.E) bool {
		empty, isDocument := e.Value.(bson.D)
		return slices.Contains([]string{"$db", "lsid", "singleBatch"}, e.Key) ||
			e.Key == "projection" && isDocument && len(empty) == 0 ||
			slices.Contains([]string{"new", "remove", "upsert"}, e.Key) && e.Value == false
	})
	for _, e := range d {
		if list, _ := e.Value.(bson.A); slices.Contains([]string{"updates", "deletes", "indexes"}, e.Key) {
			for _, statement := range list {
				sortFields(statement.(bson.D))
			}
		}
	}
	sortFields(d)
	return ejson.Print(raw(t, withInt32(d)))
}

func sortFields(d bson.D) {
	slices.SortFunc(d, func(a, b bson.E) int { return cmp.Compare(a.Key, b.Key) })
}

func withInt32(v any) any {
	switch v := v.(type) {
	case int64:
		return int32(v)
	case bson.D:
		for i := range v {
			v[i].Value = withInt32(v[i].Value)
		}
	case bson.A:
		for i := range v {
			v[i] = withInt32(v[i])
		}
	}
	return v
}

// inMongosh runs statements and gives what mongosh prints, and the commands
// that it sends for each statement.
func inMongosh(t *testing.T, statements []string) (output string, sent [][]bson.Raw) {
	t.Helper()
	mongosh := os.Getenv("MODELBOOK_MONGOSH")
	if mongosh == "" {
		required.Missing(t, "node", "MODELBOOK_MONGOSH names no mongosh; .ci/run installs one")
	}
	server, err := wire.Listen(memdb.New(memdb.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	r := record(t, server.URI())
	var script strings.Builder
	for _, statement := range statements {
		fmt.Fprintf(&script, "db.runCommand({ ping: 1 });\ntry {\n%s\n} catch (e) {}\n", statement)
	}
	output = runScript(t, mongosh, r.uri, script.String())
	return output, r.commands(t, len(statements))
}

func runScript(t *testing.T, mongosh, uri, script string) string {
	t.Helper()
	home := t.TempDir()
	file := filepath.Join(home, "script.js")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(mongosh, uri, "--quiet", "--norc", "--file", file)
	command.Env = append(os.Environ(), "HOME="+home)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("mongosh: %v\n%s", err, output)
	}
	return string(output)
}

// recorder passes everything on to a server and keeps the commands.
type recorder struct {
	uri, server string
	mu          sync.Mutex
	all         []bson.Raw
}

// record starts a recorder, which ends with the test.
func record(t *testing.T, server string) *recorder {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	r := &recorder{server: address.Host}
	address.Host = listener.Addr().String()
	r.uri = address.String()
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go r.serve(client)
		}
	}()
	return r
}

// serve passes on what one client sends and gets, until either closes.
func (r *recorder) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp4", r.server)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		defer client.Close()
		io.Copy(client, server)
	}()
	for {
		header := make([]byte, 4)
		if _, err := io.ReadFull(client, header); err != nil {
			return
		}
		message := make([]byte, binary.LittleEndian.Uint32(header))
		copy(message, header)
		if _, err := io.ReadFull(client, message[4:]); err != nil {
			return
		}
		r.keep(message)
		if _, err := server.Write(message); err != nil {
			return
		}
	}
}

// keep keeps the command of a message (MongoDB wire protocol, OP_MSG).
func (r *recorder) keep(message []byte) {
	const opMsg, header = 2013, 16 + 4
	if len(message) < header || binary.LittleEndian.Uint32(message[12:]) != opMsg {
		return
	}
	var command bson.D
	for rest := message[header:]; len(rest) > 0; {
		length := binary.LittleEndian.Uint32(rest[1:])
		section := rest[1 : 1+length]
		if rest[0] == 0 {
			bson.Unmarshal(section, &command)
		} else {
			command = append(command, sequence(section))
		}
		rest = rest[1+length:]
	}
	encoded, _ := bson.Marshal(command)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, encoded)
}

// sequence returns the field of a command that stands in a section of its own:
// its length, its name, and its documents.
func sequence(section []byte) bson.E {
	name, documents, _ := bytes.Cut(section[4:], []byte{0})
	list := bson.A{}
	for len(documents) > 0 {
		length := binary.LittleEndian.Uint32(documents)
		list = append(list, bson.Raw(documents[:length]))
		documents = documents[length:]
	}
	return bson.E{Key: string(name), Value: list}
}

// commands returns what was sent to the test's database after each ping. What
// mongosh asks for itself, whenever it likes, goes to others.
func (r *recorder) commands(t *testing.T, pings int) [][]bson.Raw {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var sent [][]bson.Raw
	for _, command := range r.all {
		first, err := command.IndexErr(0)
		if err != nil {
			t.Fatal(err)
		}
		database, _ := command.Lookup("$db").StringValueOK()
		switch {
		case first.Key() == "ping":
			sent = append(sent, nil)
		case len(sent) > 0 && database == "test":
			sent[len(sent)-1] = append(sent[len(sent)-1], command)
		}
	}
	if len(sent) != pings {
		t.Fatalf("%d pings arrived, want %d", len(sent), pings)
	}
	return sent
}
