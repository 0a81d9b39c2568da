package memdb

import "time"

// A command that reads lets the others write now and then, as the server's do:
// what it has not read yet may change meanwhile. It does so between two documents
// or in the middle of an expression, and holds nothing of the storage then but
// immutable documents, the numbers of records, and where its scans are.

// yieldAfter is how long a command reads or writes before it lets everybody write who wants
// to. Most end sooner, and see one state of the data.
const yieldAfter = 10 * time.Millisecond

func (r *request) beginReading() {
	r.waiting.Store(true)
	r.db.mu.RLock()
	r.waiting.Store(false)
	r.reading = time.Now()
}

func (r *request) endReading() {
	r.reading = time.Time{}
	r.db.mu.RUnlock()
}

// yield lets those write who wait for it, if the command has read for long, or who
// wait for one that will write.
func (r *request) yield() {
	if r.free && time.Since(r.writing) >= r.db.patience {
		r.letIn(func() {})
	}
	if r.reading.IsZero() || r.db.writers.Load() == 0 || time.Since(r.reading) < r.db.patience {
		return
	}
	r.db.mu.RUnlock()
	r.db.mu.RLock()
}
