package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Mongod stands in place of a URI for the program of this name on the PATH.
const Mongod = "mongod"

const (
	// startLimit is how long a mongod may take to be the primary of its replica set.
	startLimit = 60 * time.Second
	// pause lies between two looks at one that starts.
	pause = 50 * time.Millisecond
	// mongodFolders begins the names of folders that a mongod works in: machine and
	// process that started it follow.
	mongodFolders = "modelbook-mongod-"
	mongodSet     = "modelbook"
)

// mongod is one that was started, the only member of its replica set.
type mongod struct {
	folder  string // of its own, with its data and what it says
	port    int
	process *exec.Cmd
	life    context.Context // done once it has ended
}

// StartMongod starts the mongod on the PATH in a temporary folder. end ends it and
// removes the folder. What such runs left that were killed goes first.
func StartMongod(ctx context.Context) (uri string, end func(), err error) {
	program, err := exec.LookPath(Mongod)
	if err != nil {
		return "", nil, errors.New("there is no mongod on the PATH: install MongoDB, or give the URI of a server with --mongodb")
	}
	dropMongods(ctx)
	m := &mongod{}
	if m.folder, err = os.MkdirTemp("", mongodFolders+thisMachine+"-"+thisProcess+"-"); err != nil {
		return "", nil, fmt.Errorf("start mongod: %w", err)
	}
	if err = m.start(program); err == nil {
		err = m.initiate(ctx)
	}
	if err != nil {
		m.end()
		return "", nil, fmt.Errorf("start mongod: %w", err)
	}
	return m.uri(), m.end, nil
}

func (m *mongod) uri() string {
	return fmt.Sprintf("mongodb://127.0.0.1:%d/?directConnection=true", m.port)
}

func dataOf(folder string) string { return filepath.Join(folder, "data") }
func portOf(folder string) string { return filepath.Join(folder, "port") }
func logOf(folder string) string  { return filepath.Join(folder, "log") }

// start starts the program, on a port that was free a moment ago: not every mongod
// takes a port of its own choice.
func (m *mongod) start(program string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	m.port = listener.Addr().(*net.TCPAddr).Port
	if err := errors.Join(listener.Close(), os.Mkdir(dataOf(m.folder), 0o700),
		os.WriteFile(portOf(m.folder), []byte(strconv.Itoa(m.port)), 0o600)); err != nil {
		return err
	}
	said, err := os.Create(logOf(m.folder))
	if err != nil {
		return err
	}
	defer said.Close()
	args := []string{"--dbpath", dataOf(m.folder), "--port", strconv.Itoa(m.port), "--bind_ip", "127.0.0.1", "--replSet", mongodSet}
	if runtime.GOOS != "windows" {
		args = append(args, "--nounixsocket")
	}
	process := exec.Command(program, args...)
	process.Stdout, process.Stderr = said, said
	if err := process.Start(); err != nil {
		return err
	}
	life, ended := context.WithCancel(context.Background())
	m.process, m.life = process, life
	go func() {
		_ = process.Wait() // how it ended, what it said tells better
		ended()
	}()
	return nil
}

// initiate makes it a replica set and waits until it is its primary.
func (m *mongod) initiate(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	c, err := connect(ctx, Options{URI: m.uri()})
	if err != nil {
		return err
	}
	defer c.close(ctx)
	member := bson.D{{Key: "_id", Value: 0}, {Key: "host", Value: fmt.Sprintf("127.0.0.1:%d", m.port)}}
	config := bson.D{{Key: "_id", Value: mongodSet}, {Key: "members", Value: bson.A{member}}}
	admin := c.Database("admin")
	if err := m.until(ctx, func(ctx context.Context) bool {
		return admin.RunCommand(ctx, bson.D{{Key: "replSetInitiate", Value: config}}).Err() == nil
	}); err != nil {
		return err
	}
	return m.until(ctx, func(ctx context.Context) bool {
		hello, err := admin.RunCommand(ctx, bson.D{{Key: "hello", Value: 1}}).Raw()
		primary, _ := hello.Lookup("isWritablePrimary").BooleanOK()
		return err == nil && primary
	})
}

// until asks again and again, as long as the program runs.
func (m *mongod) until(ctx context.Context, done func(context.Context) bool) error {
	for {
		answer, cancel := context.WithTimeout(ctx, answerLimit)
		stop := context.AfterFunc(m.life, cancel)
		ok := done(answer)
		stop()
		cancel()
		if ok {
			return nil
		}
		select {
		case <-m.life.Done():
			return fmt.Errorf("it ended; the last it said: %s", m.lastWords())
		case <-ctx.Done():
			return fmt.Errorf("it is not ready: %w; the last it said: %s", context.Cause(ctx), m.lastWords())
		case <-time.After(pause):
		}
	}
}

// lastWords gives the last line of what it said, as far as it fits a message.
func (m *mongod) lastWords() string {
	said, err := os.ReadFile(logOf(m.folder))
	lines := bytes.Split(bytes.TrimSpace(said), []byte("\n"))
	last := lines[len(lines)-1]
	if err != nil || len(last) == 0 {
		return "nothing"
	}
	return string(last[:min(len(last), 300)])
}

// end kills it, since nothing of its data is kept, and removes its folder.
func (m *mongod) end() {
	if m.process != nil {
		_ = m.process.Process.Kill() // it may have ended
		<-m.life.Done()
	}
	_ = os.RemoveAll(m.folder) // what stays, the next run removes
}

// dropMongods ends each mongod that a run on this machine started which was killed,
// and removes its folder.
func dropMongods(ctx context.Context) {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), mongodFolders+thisMachine+"-*-*"))
	for _, folder := range folders {
		var process int
		if _, err := fmt.Sscanf(filepath.Base(folder), mongodFolders+thisMachine+"-%x-", &process); err != nil || isRunning(process) {
			continue
		}
		shutDown(ctx, folder)
		_ = os.RemoveAll(folder)
	}
}

// shutDown ends the mongod that works in a folder. One whose run was killed a moment
// after it was started listens late, and is waited for.
func shutDown(ctx context.Context, folder string) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	port, err := os.ReadFile(portOf(folder))
	if err != nil {
		return
	}
	said, err := os.Stat(logOf(folder))
	if err != nil {
		return
	}
	starting := time.Since(said.ModTime()) < startLimit
	for !askToEnd(ctx, folder, string(port)) && starting && ctx.Err() == nil {
		time.Sleep(pause)
	}
}

// askToEnd asks the server on a port to end if it is the mongod that works in a folder,
// and reports whether any answered. Another that has the port by now is left alone.
func askToEnd(ctx context.Context, folder, port string) bool {
	c, err := connect(ctx, Options{URI: "mongodb://127.0.0.1:" + port + "/?directConnection=true&serverSelectionTimeoutMS=500"})
	if err != nil {
		return false
	}
	defer c.close(ctx)
	var options struct {
		Parsed struct {
			Storage struct {
				DBPath string `bson:"dbPath"`
			}
		}
	}
	admin := c.Database("admin")
	if admin.RunCommand(ctx, bson.D{{Key: "getCmdLineOpts", Value: 1}}).Decode(&options) != nil {
		return false
	}
	if options.Parsed.Storage.DBPath == dataOf(folder) {
		// It hangs up in place of an answer.
		_ = admin.RunCommand(ctx, bson.D{{Key: "shutdown", Value: 1}, {Key: "force", Value: true}}).Err()
	}
	return true
}
