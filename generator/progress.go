package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progress shows, on a terminal, what a command is doing once it takes longer
// than a second. On anything else it prints nothing.
type progress struct {
	w     io.Writer
	start time.Time
	tick  *time.Ticker
	done  chan struct{}
	ended sync.WaitGroup

	mu   sync.Mutex
	what string
}

func startProgress(w io.Writer) *progress {
	p := &progress{w: w, start: time.Now(), done: make(chan struct{})}
	if !isTerminal(w) {
		return p
	}
	p.tick = time.NewTicker(200 * time.Millisecond)
	p.ended.Go(p.show)
	return p
}

// Doing names the stage that begins.
func (p *progress) Doing(what string) {
	p.mu.Lock()
	p.what = what
	p.mu.Unlock()
}

const clearLine = "\r\x1b[K"

func (p *progress) show() {
	shown := false
	for {
		select {
		case <-p.done:
			if shown {
				fmt.Fprint(p.w, clearLine)
			}
			return
		case now := <-p.tick.C:
			if elapsed := now.Sub(p.start); elapsed > time.Second {
				p.mu.Lock()
				fmt.Fprintf(p.w, "%s%s … %d s", clearLine, p.what, int(elapsed.Seconds()))
				p.mu.Unlock()
				shown = true
			}
		}
	}
}

func (p *progress) stop() {
	close(p.done)
	p.ended.Wait()
	if p.tick != nil {
		p.tick.Stop()
	}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
