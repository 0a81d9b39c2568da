// Kills ends builds of a small handbook in all ways that a build may end: it is
// killed at random moments and between the two renames, interrupted, it runs at
// once with others, its disk is full. After each the site is whole and of one
// version, the next build works, and nothing is left beside it.
//
//	go run ./.ci/kills [-kills n] [-rounds n] [-signals n] [-disks n] [-seed n]
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"

	"modelbook/.ci/smallbook"
)

func main() {
	kills := flag.Int("kills", 1000, "how many builds are killed")
	rounds := flag.Int("rounds", 100, "how many times three builds run at once")
	signals := flag.Int("signals", 50, "how many builds get SIGINT, and how many SIGTERM")
	disks := flag.Int("disks", 20, "at how many points the disk is full")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the random moments")
	full := flag.String("full-disk", "", "the folder for a disk; only for the program itself, in a name space of its own")
	flag.Parse()
	var err error
	if *full != "" {
		err = fillDisk(*full, *disks)
	} else {
		err = run(os.Stdout, *kills, *rounds, *signals, *disks, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "kills:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, kills, rounds, signals, disks int, seed uint64) error {
	work, err := os.MkdirTemp("", "modelbook-kills-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	fmt.Fprintf(w, "seed %d\n", seed)
	t, err := newTrial(work)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, way := range []struct {
		name  string
		times int
		try   func(*place) (string, error)
	}{
		{"killed at a random moment", kills * 7 / 10, t.killed},
		{"killed at a random moment, with two renames", kills * 2 / 10, t.killedRenaming},
		{"killed between two renames", kills - kills*7/10 - kills*2/10, t.killedBetween},
		{"three builds at once", rounds, t.atOnce},
		{"SIGINT", signals, t.interrupted},
		{"SIGTERM", signals, t.terminated},
	} {
		began := time.Now()
		ends, err := t.times(way.times, seed, way.try)
		if err != nil {
			return fmt.Errorf("%s: %w", way.name, err)
		}
		fmt.Fprintf(table, "%s\t%d\t%v\t%.0f s\n", way.name, way.times, ends, time.Since(began).Seconds())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return t.onFullDisk(w, disks)
}

// trial has the values that all places need.
type trial struct {
	work              string
	program, renaming string // as it is released, and without a swap in one step
	sites             map[string]map[string]string
	takes             time.Duration // one build
}

func newTrial(work string) (*trial, error) {
	t := &trial{
		work: work, program: filepath.Join(work, "modelbook"), renaming: filepath.Join(work, "renaming"), sites: map[string]map[string]string{},
	}
	if err := smallbook.Program(t.program, "nosources"); err != nil {
		return nil, err
	}
	if err := smallbook.Program(t.renaming, "nosources", "killpoint"); err != nil {
		return nil, err
	}
	p, err := newPlace(filepath.Join(work, "first"))
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for _, v := range versions {
		if err := p.turn(v); err != nil {
			return nil, err
		}
		if end, err := p.build(t.program); err != nil || end.status != 0 {
			return nil, fmt.Errorf("the small handbook is wrong: %w: %s", err, end.printed)
		}
		if t.sites[v], err = smallbook.Tree(p.site(), nil); err != nil {
			return nil, err
		}
	}
	t.takes = time.Since(began) / time.Duration(len(versions))
	return t, nil
}

// times tries something in as many places at once as there are processors, and
// counts how it ended.
func (t *trial) times(n int, seed uint64, try func(*place) (string, error)) (map[string]int, error) {
	ends, turns := map[string]int{}, make(chan int, n)
	for i := range n {
		turns <- i
	}
	close(turns)
	var mu sync.Mutex
	var failed error
	var workers sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			err := t.inPlace(worker, seed, turns, func(p *place) error {
				end, err := try(p)
				mu.Lock()
				defer mu.Unlock()
				ends[end]++
				if failed != nil {
					return failed
				}
				return err
			})
			mu.Lock()
			defer mu.Unlock()
			if failed == nil {
				failed = err
			}
		})
	}
	workers.Wait()
	return ends, failed
}

// inPlace tries something in a place of its own until there are no more turns.
func (t *trial) inPlace(worker int, seed uint64, turns <-chan int, try func(*place) error) error {
	dir := filepath.Join(t.work, fmt.Sprint("place", worker))
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	p, err := newPlace(dir)
	if err != nil {
		return err
	}
	if err := p.repaired(t, t.program, versions[0]); err != nil {
		return err
	}
	for i := range turns {
		p.random = rand.New(rand.NewPCG(seed, uint64(i)))
		if err := try(p); err != nil {
			return fmt.Errorf("number %d: %w", i+1, err)
		}
	}
	return nil
}
