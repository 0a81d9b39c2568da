package main

import (
	"cmp"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// command is a whole process to be measured. before, if set, runs before each
// run and is not measured.
type command struct {
	name   string
	before func() error
	args   []string
	dir    string
}

// usage is the resource usage of a process, as reported by the operating
// system.
type usage struct {
	cpu    time.Duration // user and system
	memory int64         // bytes, the largest resident set
}

// measure runs the commands in turn, rounds times, so that a machine that gets
// slower is slower for all of them, and returns the median of each.
func measure(log io.Writer, rounds int, commands []command) (map[string]usage, error) {
	runs := map[string][]usage{}
	for round := range rounds {
		for _, c := range commands {
			used, err := c.run()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			runs[c.name] = append(runs[c.name], used)
			fmt.Fprintf(log, "round %d  %-22s %6.2f s  %5d MB\n", round+1, c.name, used.cpu.Seconds(), used.memory>>20)
		}
	}
	medians := map[string]usage{}
	for name, used := range runs {
		medians[name] = usage{
			cpu:    median(used, func(u usage) time.Duration { return u.cpu }),
			memory: median(used, func(u usage) int64 { return u.memory }),
		}
	}
	return medians, nil
}

func (c command) run() (usage, error) {
	if c.before != nil {
		if err := c.before(); err != nil {
			return usage{}, err
		}
	}
	process := exec.Command(c.args[0], c.args[1:]...)
	process.Dir = c.dir
	if output, err := process.CombinedOutput(); err != nil {
		return usage{}, fmt.Errorf("%w\n%s", err, output)
	}
	state := process.ProcessState
	used := usage{cpu: state.UserTime() + state.SystemTime()}
	if rusage, ok := state.SysUsage().(*syscall.Rusage); ok {
		used.memory = int64(rusage.Maxrss) << 10 // Linux counts in kilobytes
	}
	return used, nil
}

func median[T cmp.Ordered](used []usage, of func(usage) T) T {
	values := make([]T, len(used))
	for i, u := range used {
		values[i] = of(u)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
