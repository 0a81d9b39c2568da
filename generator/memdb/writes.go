package memdb

import "sync"

// writes wakes goroutines that wait until a command has written or, in transactions,
// until a transaction has ended.
type writes struct {
	mu      sync.Mutex
	waiting chan struct{} // nil while no goroutine waits
}

// next returns the channel that the next call of done closes.
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
