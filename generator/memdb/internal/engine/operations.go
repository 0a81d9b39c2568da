package engine

import (
	"cmp"
	"slices"
	"sync"

	"modelbook/generator/memdb/internal/errcode"
)

// Operations are the commands that run now, by their opid.
type Operations struct {
	mu       sync.Mutex
	last     int32
	running  map[int32]*Operation
	isClosed bool
	unended  sync.WaitGroup // as many as are running
}

// Begin adds a command, unless the database is closed; the caller must call end.
func (o *Operations) Begin(op *Operation) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isClosed {
		return errcode.New(errcode.ShutdownInProgress, "the database is closed")
	}
	o.last++
	op.OpID = o.last
	o.running[op.OpID] = op
	o.unended.Add(1)
	return nil
}

// End removes a command that has ended.
func (o *Operations) End(op *Operation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.running, op.OpID)
	o.unended.Done()
}

// close interrupts the running commands and lets no others begin.
func (o *Operations) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isClosed = true
	for _, op := range o.running {
		op.killed.Store(errcode.New(errcode.InterruptedAtShutdown, "interrupted at shutdown"))
	}
}

// List returns the commands that run, the oldest first.
func (o *Operations) List() []*Operation {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]*Operation, 0, len(o.running))
	for _, op := range o.running {
		list = append(list, op)
	}
	slices.SortFunc(list, func(a, b *Operation) int { return cmp.Compare(a.OpID, b.OpID) })
	return list
}

// Kill interrupts the commands for which which returns true. A command that waits for
// a write ends when it looks again.
func (o *Operations) Kill(which func(*Operation) bool) {
	for _, op := range o.List() {
		if which(op) {
			op.killed.Store(interrupted())
		}
	}
}

func interrupted() *errcode.Error {
	return errcode.New(errcode.Interrupted, "operation was interrupted")
}
