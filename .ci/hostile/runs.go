package main

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// runs are trials side by side, and what came of their inputs.
type runs struct {
	trials        []*trial
	verbose       bool
	expected, got map[string]string
}

// newRuns prepares as many trials as there are processors.
func newRuns(work string, verbose bool) (*runs, error) {
	programs, err := newPrograms(work)
	if err != nil {
		return nil, err
	}
	expected, err := readExpected()
	if err != nil {
		return nil, err
	}
	r := &runs{verbose: verbose, expected: expected, got: map[string]string{}}
	for i := range runtime.NumCPU() {
		t, err := newTrial(filepath.Join(work, strconv.Itoa(i)), programs)
		if err != nil {
			return nil, err
		}
		r.trials = append(r.trials, t)
	}
	return r, nil
}

// results are those of a family.
type results struct {
	inputs, refused, accepted, failed int
	cpu                               time.Duration
	memory                            int64
	dearest                           string // the input that took the most CPU
}

func (r *results) add(other results) {
	r.inputs, r.refused, r.accepted = r.inputs+other.inputs, r.refused+other.refused, r.accepted+other.accepted
	r.failed, r.memory = r.failed+other.failed, max(r.memory, other.memory)
	if other.cpu > r.cpu {
		r.cpu, r.dearest = other.cpu, other.dearest
	}
}

func (r *results) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.2f s\t%d MB\t%d\t  %s\n", name, r.inputs, r.refused, r.accepted, r.cpu.Seconds(), r.memory>>20, r.failed, r.dearest)
}

// result is one of an input.
type result struct {
	name     string
	got      outcome
	problems []string
	err      error
}

// family tries the inputs of a family, one in each trial at a time, and yields the
// results in the order of the inputs.
func (r *runs) family(f family, only *regexp.Regexp) (results, error) {
	var inputs []input
	for _, in := range f.inputs() {
		if only.MatchString(f.name + "/" + in.name) {
			inputs = append(inputs, in)
		}
	}
	tried := make([]result, len(inputs))
	var next atomic.Int64
	var all sync.WaitGroup
	for _, t := range r.trials {
		all.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(inputs); i = next.Add(1) - 1 {
				got, problems, err := t.try(inputs[i])
				tried[i] = result{f.name + "/" + inputs[i].name, got, problems, err}
			}
		})
	}
	all.Wait()
	var of results
	for i, one := range tried {
		if one.err != nil {
			return of, fmt.Errorf("%s: %w", one.name, one.err)
		}
		if _, twice := r.got[one.name]; twice {
			return of, fmt.Errorf("two inputs are called %s", one.name)
		}
		line := one.got.line()
		if varies := inputs[i].varies; varies != nil {
			line = varies.ReplaceAllString(line, "*")
		}
		r.got[one.name] = line
		if want := r.expected[one.name]; line != want {
			one.problems = append(one.problems, fmt.Sprintf("got  %s\n    want %s", line, want))
		}
		if r.verbose {
			fmt.Println(one.got.printed)
		}
		for _, problem := range one.problems {
			fmt.Printf("%s: %s\n", one.name, problem)
		}
		of.count(inputs[i].name, one.got, len(one.problems) > 0)
	}
	return of, nil
}

func (r *results) count(name string, got outcome, failed bool) {
	one := results{inputs: 1, cpu: got.cpu, memory: got.memory, dearest: name}
	if got.exit == 0 {
		one.accepted++
	} else {
		one.refused++
	}
	if failed {
		one.failed++
	}
	r.add(one)
}
