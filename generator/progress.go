package main

import (
	"fmt"
	"sync"
	"time"

	"modelbook/generator/diag"
)

// progress shows, on a terminal, what a command is doing once it takes longer
// than a second. On anything else it prints nothing.
type progress struct {
	terminal *diag.Terminal
	start    time.Time
	done     chan struct{}
	ended    sync.WaitGroup

	mu   sync.Mutex
	what string
}

func startProgress(terminal *diag.Terminal) *progress {
	p := &progress{terminal: terminal, start: time.Now(), done: make(chan struct{})}
	if terminal.IsDevice() {
		p.ended.Go(p.show)
	}
	return p
}

// Doing names the stage that begins.
func (p *progress) Doing(what string) {
	p.mu.Lock()
	p.what = what
	p.mu.Unlock()
}

func (p *progress) show() {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	defer p.terminal.Status("")
	for {
		select {
		case <-p.done:
			return
		case now := <-tick.C:
			if elapsed := now.Sub(p.start); elapsed > time.Second {
				p.mu.Lock()
				p.terminal.Status(fmt.Sprintf("%s … %d s", p.what, int(elapsed.Seconds())))
				p.mu.Unlock()
			}
		}
	}
}

func (p *progress) stop() {
	close(p.done)
	p.ended.Wait()
}
