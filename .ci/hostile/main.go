// Hostile runs the program on inputs that a stranger's pull request may hold:
// each is a change to a small handbook that was built before. Whatever the input,
// the program must end by itself with the status and message that expected.txt
// has for it, within its time and memory, and leave the last site and all files
// around the handbook as they were.
//
//	go run ./.ci/hostile [-only regexp] [-update] [-v]
//
// To add a new way to do harm, add an input to its family and run it with
// -update; read the lines that it writes into expected.txt.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"text/tabwriter"
	"time"
)

const (
	maxMemory = 300 << 20 // bytes
	maxWait   = 60 * time.Second
	fewest    = 2400 // inputs
)

// family is a set of inputs that try the same door. They are made when it is their
// turn, for what the system says of a process's memory counts that of the process
// that started it.
type family struct {
	name   string
	inputs func() []input
}

// input is a change to the handbook and a command to run on it.
type input struct {
	name    string
	change  func(b *book) error
	command []string // build if there is none
	// compiles chooses the program that compiles its playground.
	compiles bool
	// varies is the part of the message that depends on the machine: a step, or
	// which of two limits is met first. It is written as * in expected.txt.
	varies *regexp.Regexp
	// holds returns what is wrong besides, such as with the site that was built.
	holds func(b *book, got outcome) []string
}

func families() []family {
	return []family{
		{"markdown", markdown}, {"front matter", frontMatter}, {"workload", workloads}, {"figures", namedFigures}, {"site.yaml", siteYAML}, {"languages", languages},
		{"strings", stringsFiles}, {"theme", theme}, {"JSON", syntax}, {"example rules", rules}, {"moves", moves}, {"orders", orders}, {"generated data", generated}, {"commands", commands}, {"database bombs", databaseBombs},
		{"paths", paths}, {"links and devices", links}, {"output folders", outputs}, {"forged sites", forged}, {"output sizes", outputSizes}, {"exchange", exchange}, {"URIs", uris}, {"terminal", terminal},
		{"images", images}, {"sources", sources}, {"compiled sources", strangersSources}, {"cached program", caches}, {"fences", fences}, {"beginnings", beginnings},
	}
}

func main() {
	only := flag.String("only", "", "inputs whose family/name matches")
	update := flag.Bool("update", false, "write what the inputs gave into expected.txt")
	verbose := flag.Bool("v", false, "print all that the program printed")
	flag.Parse()
	debug.SetGCPercent(20) // see family
	failed, err := run(os.Stdout, *only, *update, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
	if failed > 0 {
		fmt.Fprintf(os.Stderr, "hostile: %d failed\n", failed)
		os.Exit(1)
	}
}

// disk returns the folder of a disk in memory, if there is one. Each input's
// files are deleted for the next, and ext4 searches long for a number that no
// file had within the last minute: that is processor time of the program, but not
// its fault.
func disk() string {
	const inMemory = "/dev/shm"
	if info, err := os.Stat(inMemory); err != nil || !info.IsDir() {
		return ""
	}
	return inMemory
}

func run(w io.Writer, only string, update, verbose bool) (failed int, err error) {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return 0, err
	}
	work, err := os.MkdirTemp(disk(), "modelbook-hostile-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	r, err := newRuns(work, verbose)
	if err != nil {
		return 0, err
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tinputs\trefused\taccepted\tmost CPU\tmost memory\tfailed\t  takes the most CPU")
	var all results
	for _, f := range families() {
		of, err := r.family(f, pattern)
		if err != nil {
			return 0, err
		}
		of.print(table, f.name)
		all.add(of)
	}
	all.print(table, "all")
	if err := table.Flush(); err != nil {
		return 0, err
	}
	if only == "" && all.inputs < fewest {
		return 0, fmt.Errorf("%d inputs; there should be %d or more", all.inputs, fewest)
	}
	for name := range r.expected {
		if _, there := r.got[name]; !there && only == "" && !update {
			return 0, fmt.Errorf("no input is called %s, which expected.txt has", name)
		}
	}
	if update {
		return all.failed, writeExpected(r.got, only == "")
	}
	return all.failed, nil
}
