package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/verify"
	"modelbook/generator/wasm"
)

// flags are the flags that build and verify have in common.
type flags struct {
	options build.Options
	format  string
	output  outputFlags
}

func (f *flags) add(cmd *cobra.Command) {
	f.addSource(cmd)
	f.addServer(cmd, "URI of the server that runs the examples, or mongod to start the one on the PATH (default: the embedded database; also $MODELBOOK_MONGODB_URI)")
}

// addServer adds the flags that name a server.
func (f *flags) addServer(cmd *cobra.Command, usage string) {
	set := cmd.Flags()
	set.StringVar(&f.options.MongoDB, "mongodb", os.Getenv("MODELBOOK_MONGODB_URI"), usage)
	set.BoolVar(&f.options.AllowRemote, "allow-remote", false, "let --mongodb name a server that is not on this machine")
	// The URI may hold a password: its default must not be in the help.
	set.Lookup("mongodb").DefValue = ""
}

// addSource adds the flags that commands without a database have, too.
func (f *flags) addSource(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.options.Source, "source", ".", "folder that holds content/, examples/ and perhaps site/")
	set.StringVar(&f.format, "format", "text", "how messages are printed: "+strings.Join(diag.Formats(), ", "))
	cmd.MarkFlagDirname("source")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(diag.Formats(), cobra.ShellCompDirectiveNoFileComp))
}

// check refuses values that would otherwise fail after minutes of work.
func (f *flags) check() error {
	if !slices.Contains(diag.Formats(), f.format) {
		return fmt.Errorf("--format %s: use one of %s", f.format, strings.Join(diag.Formats(), ", "))
	}
	return f.output.check()
}

// onServer calls do. If the named server must be started for it, it runs
// meanwhile.
func (f *flags) onServer(ctx context.Context, do func() error) error {
	if f.options.MongoDB != verify.Mongod {
		return do()
	}
	uri, end, err := verify.StartMongod(ctx)
	if err != nil {
		return err
	}
	defer end()
	f.options.MongoDB = uri
	return do()
}

func newBuild() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Run every example and build the site",
		Long: `Build reads the guides and the examples, runs every example, and writes the
site. If anything is wrong it says so, all at once, and leaves the last good
site as it was.`,
		Example: `  modelbook build
  modelbook build --output /tmp/site
  modelbook build --cards /tmp/cards
  modelbook build --mongodb mongodb://localhost:27017/?directConnection=true`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.onServer(cmd.Context(), func() error { return f.runBuild(cmd) })
		},
	}
	f.add(cmd)
	f.output.add(cmd)
	cmd.Flags().StringVar(&f.options.Output, "output", "", "folder that the site is written to (default: site/public in the source)")
	cmd.MarkFlagDirname("output")
	cmd.Flags().StringVar(&f.options.Cards, "cards", "", "folder of the images that previews of links to pages show (see site/README.md)")
	cmd.MarkFlagDirname("cards")
	cmd.Flags().BoolVar(&f.options.Release, "release", false, "fail if the record of an example that did not run no longer fits it")
	return cmd
}

func (f *flags) runBuild(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.options.Output == "" {
		f.options.Output = filepath.Join(f.options.Source, "site", "public")
	}
	if folder, err := os.UserCacheDir(); err == nil {
		f.options.Cache = filepath.Join(folder, "modelbook")
	}
	p := startProgress(cmd, &f.output)
	f.options.Doing, f.options.Progress = p.Doing, p.Ran
	var err error
	if f.options.Playground, err = wasm.Find(cmd.Context(), playgroundSources); err != nil {
		return err
	}
	f.options.Waiting = func() {
		stderr(cmd).Printf("waiting until another build of %s has ended\n", f.options.Output)
	}
	report, messages, err := build.Build(cmd.Context(), f.options)
	p.stop()
	if err != nil {
		return err
	}
	return f.finish(cmd, messages, report, printBuild)
}

// finish prints the messages, and a summary in formats that people read.
func (f *flags) finish(cmd *cobra.Command, messages diag.List, report build.Report, summary func(*diag.Terminal, build.Report)) error {
	printed := messages
	if f.format == "github" {
		printed = messages.Below(inRepository(f.options.Source))
	}
	if f.output.isQuiet {
		printed = slices.DeleteFunc(slices.Clone(printed), func(m diag.Message) bool { return m.Severity == diag.Notice })
	}
	if err := printed.Print(stdout(cmd), f.format, report.Tests...); err != nil {
		return err
	}
	isForPrograms := f.output.progress == "json"
	if isForPrograms {
		writeObject(stderr(cmd), endOf(report, messages))
	}
	w := stdout(cmd)
	if f.format != "text" {
		w = stderr(cmd)
	}
	if !f.output.isQuiet && !(isForPrograms && f.format != "text") {
		summary(w, report)
		if messages.Failed() {
			w.Printf("%s\n", failure(messages))
		}
	}
	if messages.Failed() {
		return errContent
	}
	return nil
}

// inRepository returns the path of a folder relative to its repository, "" if
// there is none: annotations name files as the repository does.
func inRepository(folder string) string {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	for at := folder; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			inside, _ := filepath.Rel(at, folder)
			return filepath.ToSlash(inside)
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

func failure(messages diag.List) string {
	return count(len(messages.Errors().Sorted()), "error")
}
