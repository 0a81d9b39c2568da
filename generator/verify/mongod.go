package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/owner"
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
	portFile      = "port" // in its folder
)

// mongod is one that was started, the only member of its replica set.
type mongod struct {
	folder  string // of its own, with its data and its port
	port    int
	said    tail // the end of its log
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

// start starts the program, on a port that was free a moment ago: not every mongod
// takes a port of its own choice.
func (m *mongod) start(program string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	m.port = listener.Addr().(*net.TCPAddr).Port
	if err := errors.Join(listener.Close(), os.Mkdir(dataOf(m.folder), 0o700),
		os.WriteFile(filepath.Join(m.folder, portFile), []byte(strconv.Itoa(m.port)), 0o600)); err != nil {
		return err
	}
	args := []string{"--dbpath", dataOf(m.folder), "--port", strconv.Itoa(m.port), "--bind_ip", "127.0.0.1", "--replSet", mongodSet}
	if runtime.GOOS != "windows" {
		args = append(args, "--nounixsocket")
	}
	process := exec.Command(program, args...)
	// Its log may have no end: it goes through a pipe, and never to the disk.
	process.Stdout, process.Stderr = &m.said, &m.said
	process.WaitDelay = hurry // what it started may keep the pipe open
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

// lastWords returns the last line of its log, as far as it fits a message.
func (m *mongod) lastWords() string {
	lines := bytes.Split(bytes.TrimSpace(m.said.bytes()), []byte("\n"))
	last := lines[len(lines)-1]
	if len(last) == 0 {
		return "nothing"
	}
	return strings.ToValidUTF8(string(last[:min(len(last), 300)]), "")
}

// maxTail is how many bytes of a log are kept.
const maxTail = 16 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-maxTail):]...)
	if over := len(t.kept) - maxTail; over > 0 {
		t.kept = t.kept[:copy(t.kept, t.kept[over:])]
	}
	return len(p), nil
}

func (t *tail) bytes() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(t.kept)
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
// and removes its folder. Others write to the temporary folder too: all but plain
// folders of this user's own is left as it is.
func dropMongods(ctx context.Context) {
	temporary, err := os.OpenRoot(os.TempDir())
	if err != nil {
		return
	}
	defer temporary.Close()
	names, _ := fs.Glob(temporary.FS(), mongodFolders+thisMachine+"-*-*")
	for _, name := range names {
		var process int
		if _, err := fmt.Sscanf(name, mongodFolders+thisMachine+"-%x-", &process); err != nil || isRunning(process) {
			continue
		}
		if info, err := temporary.Lstat(name); err != nil || !info.IsDir() || !owner.IsUser(info) {
			continue
		}
		shutDown(ctx, temporary, name)
		_ = temporary.RemoveAll(name)
	}
}

// shutDown ends the mongod that works in a folder. One whose run was killed a moment
// after it was started listens late, and is waited for.
func shutDown(ctx context.Context, temporary *os.Root, name string) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	port, started, err := readPort(temporary, filepath.Join(name, portFile))
	if err != nil {
		return
	}
	isStarting := time.Since(started) < startLimit
	folder := filepath.Join(os.TempDir(), name)
	for !askToEnd(ctx, folder, port) && isStarting && ctx.Err() == nil {
		time.Sleep(pause)
	}
}

// readPort reads the port of a mongod, and when it was written, from a plain file.
func readPort(temporary *os.Root, name string) (port int, written time.Time, err error) {
	info, err := temporary.Lstat(name)
	if err != nil {
		return 0, time.Time{}, err
	}
	if !info.Mode().IsRegular() {
		return 0, time.Time{}, fmt.Errorf("%s is not a plain file", name)
	}
	file, err := temporary.Open(name)
	if err != nil {
		return 0, time.Time{}, err
	}
	defer file.Close()
	digits := make([]byte, len("65535")+1)
	n, err := io.ReadFull(file, digits)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, time.Time{}, err
	}
	number, err := strconv.ParseUint(string(digits[:n]), 10, 16)
	return int(number), info.ModTime(), err
}

// askToEnd asks the server on a port to end if it is the mongod that works in a folder,
// and reports whether any answered. Another that has the port by now is left alone.
func askToEnd(ctx context.Context, folder string, port int) bool {
	c, err := connect(ctx, Options{URI: fmt.Sprintf("mongodb://127.0.0.1:%d/?directConnection=true&serverSelectionTimeoutMS=500", port)})
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
