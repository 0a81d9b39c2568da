package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// serves starts "modelbook db", waits until it has said all that it has to
// say, and puts its URI into an environment variable, and its port into another.
// From then on "interrupt" does what Ctrl-C does, or with an argument what kill
// does, and waits for a clean end.
func serves(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: serves VARIABLE [args...]")
	}
	cmd := exec.Command("modelbook", append([]string{"db"}, args[1:]...)...)
	cmd.Dir, cmd.Stderr = ts.MkAbs("."), ts.Stderr()
	output, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() { cmd.Process.Kill() })
	lines := bufio.NewScanner(output)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "(Ctrl-C") {
		fmt.Fprintln(ts.Stdout(), lines.Text())
		if strings.HasPrefix(lines.Text(), "mongodb://") {
			uri, err := url.Parse(lines.Text())
			ts.Check(err)
			ts.Setenv(args[0], uri.String())
			ts.Setenv(args[0]+"_PORT", uri.Port())
		}
	}
	ts.SetCmd("interrupt", func(ts *testscript.TestScript, _ bool, args []string) {
		signal := os.Interrupt
		if len(args) > 0 {
			signal = syscall.SIGTERM
		}
		ts.Check(cmd.Process.Signal(signal))
		if lines.Scan() {
			ts.Fatalf("a last word: %s", lines.Text())
		}
		ts.Check(cmd.Wait())
	})
}

// ask sends a command, in Extended JSON, to a database and prints its reply.
func ask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: ask URI database command")
	}
	client, err := mongo.Connect(options.Client().ApplyURI(args[0]))
	ts.Check(err)
	var command bson.D
	ts.Check(bson.UnmarshalExtJSON([]byte(args[2]), true, &command))
	ctx := context.Background()
	reply, err := client.Database(args[1]).RunCommand(ctx, command).Raw()
	if err != nil {
		fmt.Fprintln(ts.Stdout(), err)
	}
	fmt.Fprintln(ts.Stdout(), reply)
	ts.Check(client.Disconnect(ctx))
}

// harness is a program that starts the database for its tests and keeps its standard
// input, as README.md of memdb has it.
func harness() {
	db := exec.Command("modelbook", "db", "--empty", "--port", "0", "--until-stdin-closes")
	db.Stdout, db.Stderr = os.Stdout, os.Stderr
	if _, err := db.StdinPipe(); err != nil {
		panic(err)
	}
	if err := db.Start(); err != nil {
		panic(err)
	}
	panic(db.Wait()) // as long as the harness lives
}

// The database ends with the program that started it, however that ends: its output
// is open as long as it runs.
func TestDBEndsWithItsParent(t *testing.T) {
	parent := exec.Command("harness")
	output, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	if !lines.Scan() {
		t.Fatal("it prints nothing")
	}
	settings := options.Client().ApplyURI(lines.Text())
	client, err := mongo.Connect(settings)
	if err != nil {
		t.Fatal(err)
	}
	host := settings.Hosts[0]
	t.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	names, err := client.ListDatabaseNames(t.Context(), bson.D{{Key: "name", Value: bson.D{{Key: "$nin", Value: bson.A{"admin", "config", "local"}}}}})
	if err != nil || len(names) > 0 {
		t.Errorf("not empty: %v, %v", names, err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		// until the last process that writes there has ended
	}
	_ = parent.Wait() // it was killed
	if connection, err := net.Dial("tcp", host); err == nil {
		connection.Close()
		t.Error("the database listens still")
	}
}
