package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"syscall"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// thisMachine identifies this machine in the names of the databases that it makes.
var thisMachine = func() string {
	name, _ := os.Hostname() // without a name, all such machines are one
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:4])
}()

// thisProcess identifies this process there.
var thisProcess = strconv.FormatInt(int64(os.Getpid()), 16)

// maker matches the part of a database's name after the prefix. Its groups are the
// machine and the process that made the database.
var maker = regexp.MustCompile(`^_([0-9a-f]{8})_([0-9a-f]{1,8})_[0-9a-f]{8}_`)

// dropLeftovers drops the databases of killed runs on this machine. It keeps those
// of other machines and of running processes, and all if the server refuses to list
// them.
func (c *client) dropLeftovers(ctx context.Context, prefix string) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	ours := bson.D{{Key: "name", Value: bson.Regex{Pattern: "^" + regexp.QuoteMeta(prefix+"_")}}}
	names, err := c.ListDatabaseNames(ctx, ours)
	if err != nil {
		return
	}
	for _, name := range names {
		if isLeftover(prefix, name) && c.Database(name).Drop(ctx) != nil {
			return
		}
	}
}

// isLeftover reports whether a process of this machine that has ended made the
// database.
func isLeftover(prefix, name string) bool {
	if len(name) < len(prefix) || name[:len(prefix)] != prefix {
		return false
	}
	made := maker.FindStringSubmatch(name[len(prefix):])
	if made == nil || made[1] != thisMachine || made[2] == thisProcess {
		return false
	}
	pid, err := strconv.ParseInt(made[2], 16, 32)
	return err == nil && !isRunning(int(pid))
}

// isRunning reports whether a process of this id is running.
func isRunning(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer process.Release()
	if runtime.GOOS == "windows" {
		return true // it was found
	}
	return !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
