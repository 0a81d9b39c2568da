package memdb

import "sync"

// writes tells those who wait for documents that a command has written.
type writes struct {
	mu      sync.Mutex
	waiting chan struct{} // nil while nobody waits
}

// next returns what the next done closes.
func (w *writes) next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == nil {
		w.waiting = make(chan struct{})
	}
	return w.waiting
}

func (w *writes) done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting != nil {
		close(w.waiting)
		w.waiting = nil
	}
}
