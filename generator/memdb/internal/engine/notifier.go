package engine

import "sync"

// Notifier wakes goroutines that wait until a command has written or, in transactions,
// until a transaction has ended.
type Notifier struct {
	mu      sync.Mutex
	waiting chan struct{} // nil while no goroutine waits
}

// Next returns the channel that the next call of done closes.
func (w *Notifier) Next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == nil {
		w.waiting = make(chan struct{})
	}
	return w.waiting
}

// HasWaiters reports whether a goroutine waits.
func (w *Notifier) HasWaiters() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waiting != nil
}

// Notify wakes the goroutines that wait.
func (w *Notifier) Notify() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting != nil {
		close(w.waiting)
		w.waiting = nil
	}
}
