package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
)

// progressFormats are the formats in which --progress shows progress: a line that
// is replaced, on a terminal only, or an object a line for programs.
var progressFormats = []string{"auto", "json"}

// progressVersion counts up with each change that a program which reads the
// objects could trip over.
const progressVersion = 1

// The objects of --progress json, in the order in which a run prints them: one
// at the beginning, then objects for stages and examples, then one at the end.
type (
	progressBegin struct {
		Version int `json:"version"`
	}
	progressStage struct {
		Stage string `json:"stage"`
	}
	progressExample struct {
		progressStage
		Example string  `json:"example"`
		Status  string  `json:"status"`
		Seconds float64 `json:"seconds"`
		Done    int     `json:"done"`
		Of      int     `json:"of"`
	}
	progressEnd struct {
		Run      int `json:"run"`
		Failed   int `json:"failed"`
		Refused  int `json:"refused"`
		Skipped  int `json:"skipped"`
		Steps    int `json:"steps"`
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
	}
)

// endOf returns the counts of a run.
func endOf(r build.Report, messages diag.List) progressEnd {
	end := progressEnd{Run: r.Run, Failed: r.Failed, Refused: r.Refused, Skipped: r.Skipped, Steps: r.Steps}
	for _, m := range messages.Sorted() {
		switch m.Severity {
		case diag.Error:
			end.Errors++
		case diag.Warning:
			end.Warnings++
		}
	}
	return end
}

// progress shows the progress of a running command.
type progress struct {
	terminal  *diag.Terminal
	format    string
	isVerbose bool // a line for each example that has run
	start     time.Time
	done      chan struct{}
	ended     sync.WaitGroup

	mu    sync.Mutex
	stage string
	count string // how far the stage is, or ""
}

// startProgress begins to show the progress of a command with these flags on its
// standard error. It must be stopped before anything else is written there.
func startProgress(cmd *cobra.Command, o *outputFlags) *progress {
	p := &progress{terminal: stderr(cmd), format: o.progress, isVerbose: o.isVerbose, start: time.Now(), done: make(chan struct{})}
	if p.format == "json" {
		writeObject(p.terminal, progressBegin{progressVersion})
	} else if p.terminal.IsDevice() && !o.isQuiet {
		p.ended.Go(p.show)
	}
	return p
}

// Doing names the stage that begins.
func (p *progress) Doing(stage string) {
	p.mu.Lock()
	p.stage, p.count = stage, ""
	p.mu.Unlock()
	if p.format == "json" {
		writeObject(p.terminal, progressStage{stage})
	}
}

// Ran reports an example that has run.
func (p *progress) Ran(r build.Progress) {
	p.mu.Lock()
	p.count = fmt.Sprintf(" %d of %d", r.Done, r.Of)
	stage := p.stage
	p.mu.Unlock()
	name, elapsed := r.Result.Example.Name, r.Result.Elapsed
	switch {
	case p.format == "json":
		writeObject(p.terminal, progressExample{progressStage{stage}, name, r.Result.Status.String(), float64(elapsed.Milliseconds()) / 1000, r.Done, r.Of})
	case p.isVerbose && !r.Again:
		moved := ""
		if n := r.Result.MoveRuns; n > 0 {
			moved = fmt.Sprintf("moved %s, ", count(n, "time"))
		}
		p.terminal.Printf("%-8s  %s  %s, %s%.3f s\n", r.Result.Status, name, count(len(r.Result.Steps()), "step"), moved, elapsed.Seconds())
	}
}

// writeObject writes a line for programs.
func writeObject(to *diag.Terminal, object any) {
	line, err := json.Marshal(object)
	if err == nil {
		_, err = to.Write(append(line, '\n'))
	}
	_ = err // the reader has closed the pipe
}

// show replaces the line on a terminal once a command takes longer than a second.
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
				p.terminal.Status(fmt.Sprintf("%s%s … %d s", p.stage, p.count, int(elapsed.Seconds())))
				p.mu.Unlock()
			}
		}
	}
}

func (p *progress) stop() {
	close(p.done)
	p.ended.Wait()
}

// outputFlags say how much a command prints besides mistakes.
type outputFlags struct {
	isQuiet, isVerbose bool
	progress           string
}

// addQuiet adds the flag that commands without examples have, too.
func (o *outputFlags) addQuiet(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&o.isQuiet, "quiet", "q", false, "print only what is wrong")
}

func (o *outputFlags) add(cmd *cobra.Command) {
	o.addQuiet(cmd)
	set := cmd.Flags()
	set.BoolVarP(&o.isVerbose, "verbose", "v", false, "print each example as it has run, and the time that it took")
	set.StringVar(&o.progress, "progress", "auto", "how progress is shown: auto (a line, on a terminal) or json (an object a line, on standard error)")
	cmd.RegisterFlagCompletionFunc("progress", cobra.FixedCompletions(progressFormats, cobra.ShellCompDirectiveNoFileComp))
}

// check refuses values and combinations that mean nothing.
func (o *outputFlags) check() error {
	if o.progress != "" && !slices.Contains(progressFormats, o.progress) {
		return fmt.Errorf("--progress %s: use auto or json", o.progress)
	}
	if o.isQuiet && (o.isVerbose || o.progress == "json") {
		return fmt.Errorf("--quiet says that nothing is told but what is wrong; leave --verbose and --progress out")
	}
	return nil
}
