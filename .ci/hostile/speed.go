package main

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"
)

// maxCPU is set for a machine that takes pieceCPU for a piece of work. One that takes
// longer gives the program as much longer, up to mostSlow times.
const (
	maxCPU   = 5 * time.Second
	pieceCPU = 40 * time.Millisecond
	mostSlow = 4
)

// slowness returns how many times as long as pieceCPU the machine takes now for a piece
// of work in which the program has no part: at least 1. All processors work, as they do
// while inputs are tried.
func slowness() float64 {
	const rounds = 5
	taken := make([]time.Duration, 0, rounds)
	for range rounds {
		before := processorTime()
		var all sync.WaitGroup
		for range runtime.NumCPU() {
			all.Go(work)
		}
		all.Wait()
		taken = append(taken, (processorTime()-before)/time.Duration(runtime.NumCPU()))
	}
	slices.Sort(taken)
	return min(max(1, float64(taken[rounds/2])/float64(pieceCPU)), mostSlow)
}

// work does what the program does most: it takes memory, writes text and compresses it.
func work() {
	documents := make([]map[string]any, 4000)
	for i := range documents {
		documents[i] = map[string]any{"_id": i, "name": "Galeb", "cabins": []any{i % 7, i % 11, "a cabin"}}
	}
	text, err := json.Marshal(documents)
	if err == nil {
		err = json.Unmarshal(text, &documents)
	}
	compressed, flateErr := flate.NewWriter(io.Discard, flate.BestCompression)
	if err != nil || flateErr != nil {
		panic("the work is one that can be done")
	}
	_, _ = io.Copy(compressed, bytes.NewReader(text))
	_ = compressed.Close()
}

// processorTime is that of this process so far.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
