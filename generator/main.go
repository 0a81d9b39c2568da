// Modelbook builds the handbook of MongoDB schema design from Markdown guides
// and JSON examples, and runs every example against a database on the way.
//
// It ends with 0 when everything was checked and holds, with 1 when something
// in the content is wrong, and with 2 when the command could not run.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"modelbook/generator/diag"
)

func main() {
	collect(400, 140<<20)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	stderr := diag.NewTerminal(os.Stderr)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the program at once
		time.Sleep(interruptGrace)
		time.AfterFunc(50*time.Millisecond, func() { os.Exit(2) }) // in case stderr blocks
		stderr.Printf("modelbook: interrupted, and had no time to tidy up; the next build does\n")
		os.Exit(2)
	})
	status := run(ctx, os.Args[1:], diag.NewTerminal(os.Stdout), stderr)
	os.Exit(status)
}

// collect sets the garbage collector to run when the heap has grown by so many
// percent, or to the limit in bytes. $GOGC overrides the percentage.
func collect(percent int, limit int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	debug.SetMemoryLimit(limit)
}

// interruptGrace is how long a command may take to end once it was interrupted.
const interruptGrace = 900 * time.Millisecond

// errContent ends a command whose messages are printed already.
var errContent = errors.New("something in the content is wrong")

func run(ctx context.Context, args []string, stdout, stderr *diag.Terminal) int {
	root := newRoot()
	here := invocation{root: root, program: programName(os.Args[0])}
	stderr.SetTyped(here.typed)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if source := cmd.Flags().Lookup("source"); source != nil {
			here.source = source.Value.String()
		}
		// Messages for programs may be shown on another machine, where this
		// path does not exist.
		if format := cmd.Flags().Lookup("format"); format != nil && format.Value.String() != "text" && strings.ContainsAny(here.program, `/\`) && !strings.HasPrefix(here.program, "go run ") {
			here.program = "modelbook"
		}
		stdout.SetTyped(here.typed)
		stderr.SetTyped(here.typed)
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errContent):
		return 1
	case ctx.Err() != nil:
		err = errors.New("interrupted")
	}
	for line := range strings.Lines(strings.TrimSpace(err.Error())) {
		stderr.Printf("modelbook: %s\n", stderr.Typed(strings.TrimSuffix(line, "\n")))
	}
	return 2
}

// stdout and stderr return the terminals that run has set for a command.
func stdout(cmd *cobra.Command) *diag.Terminal { return cmd.OutOrStdout().(*diag.Terminal) }
func stderr(cmd *cobra.Command) *diag.Terminal { return cmd.ErrOrStderr().(*diag.Terminal) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "modelbook",
		Short: "Build a handbook whose examples run",
		Long: `Modelbook builds a handbook of MongoDB schema design from the guides in
content/ and the examples in examples/. Every example runs against a database
before a page is written; if one is wrong, nothing is replaced and the message
says where.`,
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetVersionTemplate("{{.Version}}")
	root.SetFlagErrorFunc(suggestFlag)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newBuild(), newServe(), newCheck(), newVerify(), newCalibrate(), newDB(), newFormat(), newI18n(), newInit(), newNew(), newTheme(), newVersion(), newLicenses())
	root.InitDefaultCompletionCmd("") // it is refused words, too
	refuseWords(root)
	return root
}

// newHelp is cobra's help but for a word that is no command, which is an error.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Print what a command does",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 && found.HasSubCommands() {
				return unknownCommand(found, rest[0])
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			found, _, err := cmd.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return commandNames(found), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// refuseWords makes a command and its subcommands refuse unexpected words with
// their usage, where cobra would only count the words.
func refuseWords(cmd *cobra.Command) {
	for _, below := range cmd.Commands() {
		refuseWords(below)
	}
	args := cmd.Args
	if cmd.HasSubCommands() {
		args = cobra.NoArgs
		if cmd.RunE == nil && cmd.Run == nil {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	if args == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, words []string) error {
		switch err := args(cmd, words); {
		case err == nil:
			return nil
		case cmd.HasSubCommands():
			return unknownCommand(cmd, words[0])
		}
		path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
		return fmt.Errorf("%s: %s given; usage: modelbook %s", path, count(len(words), "argument"),
			strings.TrimPrefix(cmd.UseLine(), cmd.Root().Name()+" "))
	}
}

// unknownCommand is the error for a word that is no subcommand of a command.
func unknownCommand(cmd *cobra.Command, word string) error {
	return fmt.Errorf("unknown command %q; %s", word, diag.Suggest(word, "commands", commandNames(cmd)))
}

// commandNames returns the names of a command's subcommands that its help
// lists.
func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return names
}

// suggestFlag adds the nearest flag to pflag's "unknown flag".
func suggestFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := diag.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; see modelbook %s --help", err, cmd.Name())
}
