// Bench makes a large handbook from a seed and measures how much processor
// time and memory Modelbook needs to build it, beside the least that any
// generator on goldmark needs, and beside Hugo if it is on the PATH:
//
//	go install github.com/gohugoio/hugo@v0.165.0
//	go run ./generator/bench
//
// All figures are medians of interleaved runs, and only their ratios mean
// something on another machine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
)

var languages = []string{"en", "it", "ru", "pt-BR", "bg", "zh-CN"}

func main() {
	small := flag.Bool("small", false, "a corpus of 100 and of 200 guides; check that memory does not grow with the pages, and what a page weighs")
	guides := flag.Int("guides", 1700, "guides in each of the six languages")
	examples := flag.Bool("examples", false, "run 1,000 and 3,000 examples and one of 100,000 documents beside 20,000 pings; check that memory does not grow with them, and what documents cost")
	pingOnly := flag.Bool("pings", false, "send 20,000 pings (used by bench itself)")
	rounds := flag.Int("rounds", 5, "runs of each command")
	keep := flag.String("keep", "", "folder to make the corpus in, kept afterwards; with -small that of the larger one")
	parseOnly := flag.Bool("parse", false, "of the floor's work, only parse the translations")
	floorOnly := flag.String("floor", "", "do the floor's work on the corpus in this folder (used by bench itself)")
	flag.Parse()
	var err error
	switch {
	case *floorOnly != "" && *parseOnly:
		err = parseTranslations(*floorOnly)
	case *floorOnly != "":
		err = floor(*floorOnly, filepath.Join(*floorOnly, "floor"))
	case *pingOnly:
		err = ping()
	case *examples:
		err = compareExamples(os.Stdout, *rounds)
	case *small:
		err = checkGrowth(os.Stdout, *keep)
	default:
		err = compare(os.Stdout, *guides, *rounds, *keep)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func compare(w io.Writer, guides, rounds int, keep string) error {
	return withFolder(keep, func(folder string) error {
		made := corpus{guides: guides, examples: 200, languages: languages, seed: 1}
		if err := made.write(folder); err != nil {
			return err
		}
		commands, err := commandsFor(folder)
		if err != nil {
			return err
		}
		medians, err := measure(os.Stderr, rounds, commands)
		if err != nil {
			return err
		}
		if err := printTable(w, guides*len(languages), medians); err != nil {
			return err
		}
		return printMusts(w, medians)
	})
}

const (
	cold      = "cold build"
	unchanged = "unchanged build"
	verify    = "examples alone"
	status    = "i18n status"
	floorName = "floor"
	parseName = "floor's parse of the translations"
	hugo      = "Hugo"
)

func commandsFor(folder string) ([]command, error) {
	modelbook := filepath.Join(folder, "modelbook.exe")
	if output, err := exec.Command("go", "build", "-tags", "nosources", "-o", modelbook, "modelbook/generator").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build modelbook: %w\n%s", err, output)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	site := filepath.Join(folder, "public")
	remove := func(path string) func() error { return func() error { return os.RemoveAll(path) } }
	commands := []command{
		// Run in the corpus: in this module they would make the playground too.
		{name: cold, before: remove(site), dir: folder, args: []string{modelbook, "build", "--source", folder, "--output", site}},
		{name: unchanged, dir: folder, args: []string{modelbook, "build", "--source", folder, "--output", site}},
		{name: verify, args: []string{modelbook, "verify", "--source", folder}},
		{name: status, args: []string{modelbook, "i18n", "status", "--source", folder}},
		{name: parseName, args: []string{self, "-parse", "-floor", folder}},
		{name: floorName, before: remove(filepath.Join(folder, "floor")), args: []string{self, "-floor", folder}},
	}
	if program, err := exec.LookPath("hugo"); err == nil {
		site := filepath.Join(folder, "hugo")
		if err := writeHugo(site, folder, languages); err != nil {
			return nil, err
		}
		commands = append(commands, command{name: hugo, before: remove(filepath.Join(site, "public")), dir: site, args: []string{program, "--quiet", "--ignoreCache"}})
	}
	return commands, nil
}

func printTable(w io.Writer, pages int, medians map[string]usage) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d pages\n", pages)
	fmt.Fprintln(t, "\tCPU s\tpeak MB\tCPU ÷ floor\tCPU ÷ Hugo\t")
	for _, name := range []string{floorName, cold, unchanged, verify, parseName, status, hugo} {
		used, ok := medians[name]
		if !ok {
			continue
		}
		beside := "–"
		if peer, ok := medians[hugo]; ok {
			beside = fmt.Sprintf("1/%.1f", peer.cpu.Seconds()/used.cpu.Seconds())
		}
		fmt.Fprintf(t, "%s\t%.2f\t%d\t%.2f\t%s\t\n", name, used.cpu.Seconds(), used.memory>>20, used.cpu.Seconds()/medians[floorName].cpu.Seconds(), beside)
	}
	rest := medians[unchanged].cpu - medians[verify].cpu
	fmt.Fprintf(t, "unchanged less examples\t%.2f\t\t\tcold ÷ %.0f\t\n", rest.Seconds(), medians[cold].cpu.Seconds()/max(rest.Seconds(), 0.001))
	return t.Flush()
}

// printMusts prints each figure with its limit, and fails if one is above.
func printMusts(w io.Writer, medians map[string]usage) error {
	ratio := func(name, to string) float64 { return medians[name].cpu.Seconds() / medians[to].cpu.Seconds() }
	passed := 0
	for _, must := range []struct {
		what      string
		got, most float64
	}{
		{"CPU of the cold build ÷ the floor", ratio(cold, floorName), 2.2},
		{"MB at the peak of the cold build", float64(medians[cold].memory >> 20), 180},
		{"CPU of the unchanged build less the examples ÷ the cold one", ratio(unchanged, cold) - ratio(verify, cold), 1.0 / 15},
		{"CPU of i18n status ÷ the floor's parse", ratio(status, parseName), 0.95},
	} {
		sign := "✓"
		if must.got > must.most {
			sign = "✗"
			passed++
		}
		fmt.Fprintf(w, "%s %s: %.2f, at most %.2f\n", sign, must.what, must.got, must.most)
	}
	if passed > 0 {
		return fmt.Errorf("%d of the figures that must hold do not", passed)
	}
	return nil
}

// checkGrowth fails if a corpus of twice the size needs more memory for each
// page that was added than its links and names can take, with the garbage that
// is not collected yet, or if a page is too heavy. A page that is not released
// takes several times as much.
func checkGrowth(w io.Writer, keep string) error {
	const perPage = 32 << 10
	if err := os.Setenv("GOGC", "100"); err != nil {
		return err
	}
	var peaks []int64
	for i, guides := range []int{100, 200} {
		err := withFolder([]string{"", keep}[i], func(folder string) error {
			made := corpus{guides: guides, examples: 50, languages: languages, seed: 1}
			if err := made.write(folder); err != nil {
				return err
			}
			commands, err := commandsFor(folder)
			if err != nil {
				return err
			}
			medians, err := measure(w, 3, commands[:1])
			if err != nil {
				return err
			}
			peaks = append(peaks, medians[cold].memory)
			return checkWeight(w, filepath.Join(folder, "public"))
		})
		if err != nil {
			return err
		}
	}
	pages := int64(100 * len(languages))
	grown := (peaks[1] - peaks[0]) / pages
	fmt.Fprintf(w, "%d pages: %d MB; %d pages: %d MB; %d bytes for each page more\n", pages, peaks[0]>>20, 2*pages, peaks[1]>>20, grown)
	if grown > perPage {
		return errors.New("memory grows with the number of pages")
	}
	return nil
}

func withFolder(keep string, do func(folder string) error) error {
	folder := keep
	if folder == "" {
		made, err := os.MkdirTemp("", "modelbook-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(made)
		folder = made
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	return do(folder)
}
