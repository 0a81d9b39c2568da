package memdb

import (
	"cmp"
	"slices"
	"sync"

	"modelbook/generator/memdb/internal/errcode"
)

// operations are the commands that run now, by their opid.
type operations struct {
	mu       sync.Mutex
	last     int32
	running  map[int32]*request
	isClosed bool
	unended  sync.WaitGroup // as many as are running
}

// begin adds a command, unless the database is closed; the caller must call end.
func (o *operations) begin(r *request) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isClosed {
		return errcode.New(errcode.ShutdownInProgress, "the database is closed")
	}
	o.last++
	r.number = o.last
	o.running[r.number] = r
	o.unended.Add(1)
	return nil
}

func (o *operations) end(r *request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.running, r.number)
	o.unended.Done()
}

// close interrupts the running commands and lets no others begin.
func (o *operations) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isClosed = true
	for _, r := range o.running {
		r.killed.Store(errcode.New(errcode.InterruptedAtShutdown, "interrupted at shutdown"))
	}
}

// list returns the commands that run, the oldest first.
func (o *operations) list() []*request {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]*request, 0, len(o.running))
	for _, r := range o.running {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *request) int { return cmp.Compare(a.number, b.number) })
	return list
}

// kill interrupts the commands for which which returns true. A command that waits for
// a write ends when it looks again.
func (o *operations) kill(which func(*request) bool) {
	for _, r := range o.list() {
		if which(r) {
			r.killed.Store(interrupted())
		}
	}
}

func interrupted() *errcode.Error {
	return errcode.New(errcode.Interrupted, "operation was interrupted")
}
