package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"modelbook/.ci/smallbook"
	"modelbook/generator/page/pagetest"
)

// secret is in a file outside of the handbook, and in URIs. It must never be
// printed.
const secret = "hunter2"

// trial tries one input at a time in a folder that holds the handbook and files
// outside of it.
type trial struct {
	work       string
	programs   programs
	playground *playground
}

// programs are tried: one without a playground, and one that compiles it.
type programs struct{ plain, compiling string }

func newPrograms(dir string) (programs, error) {
	p := programs{filepath.Join(dir, "modelbook"), filepath.Join(dir, "modelbook-go")}
	return p, errors.Join(smallbook.Program(p.plain, "nosources"), smallbook.Program(p.compiling))
}

func newTrial(work string, programs programs) (*trial, error) {
	playground, err := newPlayground(work)
	return &trial{work, programs, playground}, err
}

// outcome is the result of a run of the program.
type outcome struct {
	exit    int
	printed string
	cpu     time.Duration
	memory  int64 // bytes, the largest resident set
	late    bool
}

// line is the outcome as expected.txt has it: the status and the first message,
// except notices.
func (o outcome) line() string {
	first, rest, _ := strings.Cut(o.printed, "\n")
	for strings.Contains(first, ": notice: ") && rest != "" {
		first, rest, _ = strings.Cut(rest, "\n")
	}
	return fmt.Sprintf("%d\t%s", o.exit, strings.TrimSpace(first))
}

// try runs the program on one input and returns the problems of the run.
func (t *trial) try(in input) (outcome, []string, error) {
	b, outside, err := t.lay(in.compiles)
	if err != nil {
		return outcome{}, nil, err
	}
	if err := in.change(b); err != nil {
		return outcome{}, nil, err
	}
	before, err := t.look(b, outside, in.output())
	if err != nil {
		return outcome{}, nil, err
	}
	got, err := t.execute(b.dir, in.command, in.compiles)
	if err != nil {
		return got, nil, err
	}
	after, err := t.look(b, outside, in.output())
	if err != nil {
		return got, nil, err
	}
	problems := append(got.problems(), before.changes(after, got.exit == 0)...)
	if got.exit == 0 && !in.compiles { // whose site is held to another
		problems = append(problems, foreign(b.path("site/public"))...)
	}
	for _, path := range t.playground.asked() {
		problems = append(problems, "the go command asked for "+path)
	}
	if in.holds != nil {
		problems = append(problems, in.holds(b, got)...)
	}
	return got, problems, nil
}

// output is where the command builds to, if it says so.
func (in input) output() string {
	for i, arg := range in.command {
		if arg == "--output" && in.command[i+1] != "" {
			return in.command[i+1]
		}
	}
	return "site/public"
}

// lay lays out the handbook anew, built, and a folder outside of it; for a program that
// compiles its playground also the cache of that.
func (t *trial) lay(compiles bool) (b *book, outside string, err error) {
	b, outside = &book{filepath.Join(t.work, "book")}, filepath.Join(t.work, "outside")
	for _, dir := range []string{b.dir, outside, b.cache(), filepath.Join(t.playground.folder, "compiled")} {
		if err := os.RemoveAll(dir); err != nil {
			return nil, "", err
		}
	}
	if err := os.Mkdir(outside, 0o755); err != nil {
		return nil, "", err
	}
	for _, name := range []string{"secret.json", "secret.md", "secret.yaml"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte(`{ "password": "`+secret+`" }`), 0o644); err != nil {
			return nil, "", err
		}
	}
	if err := smallbook.Write(b.dir, smallbook.Files); err != nil {
		return nil, "", err
	}
	built := filepath.Join(t.work, "built")
	if compiles {
		built = t.playground.built
	}
	if _, err := os.Stat(built); err != nil {
		got, err := t.execute(b.dir, []string{"build"}, compiles)
		if err != nil || got.exit != 0 {
			return nil, "", fmt.Errorf("the small handbook is wrong: %v\n%s", err, got.printed)
		}
		if err := os.CopyFS(built, os.DirFS(b.path("site"))); err != nil || !compiles {
			return b, outside, err
		}
		if err := os.CopyFS(t.playground.cache, os.DirFS(b.cache())); err != nil {
			return nil, "", err
		}
		return t.lay(compiles)
	}
	if compiles {
		if err := os.CopyFS(b.cache(), os.DirFS(t.playground.cache)); err != nil {
			return nil, "", err
		}
	}
	return b, outside, os.CopyFS(b.path("site"), os.DirFS(built))
}

// execute runs the program as a stranger's input would meet it.
func (t *trial) execute(dir string, args []string, compiles bool) (outcome, error) {
	if len(args) == 0 {
		args = []string{"build"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	program, environment := t.programs.plain, []string(nil)
	if compiles {
		var err error
		if environment, err = t.playground.environment(); err != nil {
			return outcome{}, err
		}
		program = t.programs.compiling
	}
	process := exec.CommandContext(ctx, program, args...)
	process.Args[0] = "modelbook" // as messages name it
	process.Dir = dir
	process.Env = append(os.Environ(), append(environment, "NO_COLOR=1", "XDG_CACHE_HOME="+filepath.Join(t.work, "cache"))...)
	var printed bytes.Buffer
	process.Stdout, process.Stderr = &printed, &printed
	err := process.Run()
	if process.ProcessState == nil {
		return outcome{}, err
	}
	state := process.ProcessState
	got := outcome{exit: state.ExitCode(), cpu: state.UserTime() + state.SystemTime(), late: ctx.Err() != nil}
	got.printed = strings.ReplaceAll(printed.String(), t.work, "WORK")
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		got.memory = usage.Maxrss << 10 // Linux counts in kilobytes
	}
	return got, nil
}

// steers matches text that must not be in any line, for a terminal or a build
// server.
var steers = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]|##\\[|(?m:^[ \t]*::(?:(?:add-mask|set-output|set-env|debug|group|endgroup|stop-commands|add-path|save-state)\\b|error::|warning::))")

func (o outcome) problems() []string {
	var problems []string
	tell := func(failed bool, text string, args ...any) {
		if failed {
			problems = append(problems, fmt.Sprintf(text, args...))
		}
	}
	tell(o.late, "it hangs")
	tell(o.exit < 0 || o.exit > 2, "status %d", o.exit)
	tell(strings.Contains(o.printed, "goroutine ") || strings.Contains(o.printed, "panic:"), "it crashed: %.300s", o.printed)
	if o.cpu > maxCPU {
		most := time.Duration(slowness() * float64(maxCPU))
		tell(o.cpu > most, "%.1f s of processor time, of %.1f", o.cpu.Seconds(), most.Seconds())
	}
	tell(o.memory > maxMemory, "%d MB", o.memory>>20)
	tell(len(o.printed) > 100<<10, "it printed %d kB", len(o.printed)>>10)
	tell(strings.Contains(o.printed, secret), "it printed the secret: %.300s", o.printed)
	tell(steers.MatchString(o.printed), "it printed %q", steers.FindString(o.printed))
	tell(o.exit != 0 && strings.TrimSpace(o.printed) == "", "it failed without a word")
	return problems
}

// seen has the files in and around the handbook.
type seen struct{ source, site, outside map[string]string }

// look looks at all but the folder that is built to, and its lock.
func (t *trial) look(b *book, outside, output string) (s seen, err error) {
	built := regexp.MustCompile(`^(site/public/|site/\.public-lock$|` + regexp.QuoteMeta(output) + `(/|$)|\.` + regexp.QuoteMeta(output) + `-lock$)`)
	if s.source, err = smallbook.Tree(b.dir, built.MatchString); err != nil {
		return s, err
	}
	if s.outside, err = smallbook.Tree(outside, nil); err != nil {
		return s, err
	}
	if info, err := os.Lstat(b.path("site/public")); err != nil || !info.IsDir() {
		return s, nil
	}
	s.site, err = smallbook.Tree(b.path("site/public"), nil)
	return s, err
}

func (before seen) changes(after seen, mayBuild bool) []string {
	var problems []string
	if name := smallbook.Differ(before.source, after.source); name != "" {
		problems = append(problems, "it changed the source: "+name)
	}
	if name := smallbook.Differ(before.outside, after.outside); name != "" {
		problems = append(problems, "it changed what lies outside: "+name)
	}
	if name := smallbook.Differ(before.site, after.site); name != "" && !mayBuild {
		problems = append(problems, "it changed the last site: "+name)
	}
	return problems
}

// foreign reports pages of a built site that hold foreign content.
func foreign(site string) []string {
	var problems []string
	pages, _ := filepath.Glob(filepath.Join(site, "*", "*.html"))
	more, _ := filepath.Glob(filepath.Join(site, "*.html"))
	for _, file := range append(pages, more...) {
		page, err := os.ReadFile(file)
		if err == nil && !strings.Contains(string(page), `http-equiv="refresh"`) {
			err = pagetest.Foreign(string(page))
		}
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", filepath.Base(file), err))
		}
	}
	return problems
}
