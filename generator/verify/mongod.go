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

// Mongod in place of a URI means the program of this name on the PATH.
const Mongod = "mongod"

const (
	// startLimit is how long a mongod may take to become the primary of its replica set.
	startLimit = 60 * time.Second
	// pause is the time between two attempts to reach a mongod that is starting.
	pause = 50 * time.Millisecond
	// mongodFolders is the prefix of the names of mongods' folders. The machine and
	// the process that started the mongod follow it.
	mongodFolders = "modelbook-mongod-"
	mongodSet     = "modelbook"
	portFile      = "port" // in its folder
)

// mongod is a started mongod, the only member of its replica set.
type mongod struct {
	folder  string // of its own, with its data and its port
	port    int
	log     tail // the end of its log
	process *exec.Cmd
	ended   context.Context // done once the process has ended
}

// StartMongod starts the mongod on the PATH in a temporary folder. end kills it and
// removes the folder. StartMongod also removes the mongods of killed runs.
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

// start starts the program, on a port that was free a moment ago, since not every
// mongod can choose a port itself.
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
	// Its log may be endless, so it goes through a pipe, and never to the disk.
	process.Stdout, process.Stderr = &m.log, &m.log
	process.WaitDelay = interruptedLimit // its own child processes may keep the pipe open
	if err := process.Start(); err != nil {
		return err
	}
	ended, end := context.WithCancel(context.Background())
	m.process, m.ended = process, ended
	go func() {
		_ = process.Wait() // its log says more than its exit status
		end()
	}()
	return nil
}

// initiate makes the mongod a replica set and waits until it is its primary.
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

// until calls done again and again, until it returns true or the program has ended.
func (m *mongod) until(ctx context.Context, done func(context.Context) bool) error {
	for {
		answer, cancel := context.WithTimeout(ctx, answerLimit)
		stop := context.AfterFunc(m.ended, cancel)
		ok := done(answer)
		stop()
		cancel()
		if ok {
			return nil
		}
		select {
		case <-m.ended.Done():
			return fmt.Errorf("it ended; the last it said: %s", m.lastLogLine())
		case <-ctx.Done():
			return fmt.Errorf("it is not ready: %w; the last it said: %s", context.Cause(ctx), m.lastLogLine())
		case <-time.After(pause):
		}
	}
}

// lastLogLine returns the last line of the log, cut to fit a message.
func (m *mongod) lastLogLine() string {
	lines := bytes.Split(bytes.TrimSpace(m.log.bytes()), []byte("\n"))
	last := lines[len(lines)-1]
	if len(last) == 0 {
		return "nothing"
	}
	return strings.ToValidUTF8(string(last[:min(len(last), 300)]), "")
}

// maxTail is the number of bytes that are kept of a log.
const maxTail = 16 << 10

// tail is a Writer that keeps the last bytes.
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

// end kills the mongod and removes its folder. Its data need no orderly shutdown,
// since they are removed.
func (m *mongod) end() {
	if m.process != nil {
		_ = m.process.Process.Kill() // it may have ended
		<-m.ended.Done()
	}
	_ = os.RemoveAll(m.folder) // the next run removes the rest
}

// dropMongods ends the mongods of killed runs on this machine, and removes their
// folders. Since others write to the temporary folder too, it removes only real
// folders that this user owns.
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

// shutDown ends the mongod that works in a folder. If its run was killed a moment
// after it was started, it does not listen yet, and shutDown waits for it.
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

// readPort reads the port of a mongod, and the time at which it was written, from a
// plain file.
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

// askToEnd asks the server on a port to end if it is the mongod that works in a
// folder, and not another that has the port by now. It reports whether any server
// answered.
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
		// It closes the connection without an answer.
		_ = admin.RunCommand(ctx, bson.D{{Key: "shutdown", Value: 1}, {Key: "force", Value: true}}).Err()
	}
	return true
}
