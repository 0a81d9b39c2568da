// The program changes each number, each verdict and each rate of the guides, one at a
// time, and expects that a build refuses it. It prints how many of how many were refused
// in each guide, and fails if one was not in a guide that has a workload: such guides
// promise that what a reader decides by is held. Of other guides it prints the count.
//
//	go run ./.ci/conclusions             all guides
//	go run ./.ci/conclusions -v bucket   one, with each change that was not refused
//
// Documented limits, whose sentence has a footnote, are held by nothing but a reader:
// they are counted and left alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

func main() {
	verbose := flag.Bool("v", false, "print each change that was not refused")
	flag.Parse()
	ok, err := run(context.Background(), *verbose, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, verbose bool, slugs []string) (ok bool, err error) {
	trial, messages, err := build.NewTrial(ctx, build.Options{Source: "."})
	if err != nil {
		return false, err
	}
	defer trial.Close()
	if messages.Failed() && len(slugs) == 0 {
		return false, fmt.Errorf("the handbook is wrong before anything is changed: %s", first(messages))
	}
	ok = true
	var all, converted tally
	for _, page := range trial.Guides() {
		if len(slugs) > 0 && !slices.Contains(slugs, page.Slug) {
			continue
		}
		t, missed, err := try(trial, page)
		if err != nil {
			return false, err
		}
		mark := "  "
		if page.Meta.Workload != nil {
			mark = "W "
			converted.add(t)
			ok = ok && len(missed) == 0
		}
		all.add(t)
		fmt.Printf("%s%-36s %s\n", mark, page.Slug, t)
		for _, m := range missed {
			if verbose || page.Meta.Workload != nil {
				fmt.Printf("    not refused: %s\n", m)
			}
		}
	}
	if all.tried() == 0 {
		return false, fmt.Errorf("nothing was changed: is there a guide of that name?")
	}
	fmt.Printf("\n  %-36s %s\nW %-36s %s\n", "all guides", all, "those with a workload", converted)
	return ok, nil
}

// try makes each change to a guide, and returns those that were not refused.
func try(trial *build.Trial, page guide.Page) (tally, []string, error) {
	content, err := trial.Content(page)
	if err != nil {
		return tally{}, nil, err
	}
	g, messages := trial.Check(page, content)
	if messages.Failed() {
		return tally{}, nil, fmt.Errorf("%s is wrong before it is changed: %s", page.Slug, first(messages))
	}
	var t tally
	var missed []string
	for _, c := range changes(g, string(content), trial.Locale()) {
		if c.kind == documented {
			t[c.kind].tried++
			continue
		}
		changed := string(content[:c.from]) + c.now + string(content[c.to:])
		_, messages := trial.Check(page, []byte(changed))
		t[c.kind].tried++
		if messages.Failed() {
			t[c.kind].refused++
			continue
		}
		line := 1 + strings.Count(string(content[:c.from]), "\n")
		missed = append(missed, fmt.Sprintf("%s:%d: %s, %q for %q", page.File, line, names[c.kind], c.now, content[c.from:c.to]))
	}
	return t, missed, nil
}

func first(messages diag.List) string {
	for _, m := range messages.Sorted() {
		if m.Severity == diag.Error {
			return m.Pos.String() + ": " + m.Text
		}
	}
	return ""
}

// tally counts the changes of each kind.
type tally [kinds]struct{ tried, refused int }

func (t *tally) add(other tally) {
	for kind := range t {
		t[kind].tried += other[kind].tried
		t[kind].refused += other[kind].refused
	}
}

// tried returns how many changes were made.
func (t tally) tried() int {
	sum := 0
	for kind, of := range t {
		if kind != documented {
			sum += of.tried
		}
	}
	return sum
}

// String returns the counts as a row of a table.
func (t tally) String() string {
	var b strings.Builder
	for kind, of := range t {
		switch {
		case kind == documented:
			fmt.Fprintf(&b, "%s %d", names[kind], of.tried)
		default:
			fmt.Fprintf(&b, "%-22s", fmt.Sprintf("%s %d/%d", names[kind], of.refused, of.tried))
		}
	}
	return b.String()
}
