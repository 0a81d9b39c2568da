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
		time.Sleep(patience)
		time.AfterFunc(50*time.Millisecond, func() { os.Exit(2) }) // nobody may read what is said
		stderr.Printf("modelbook: interrupted, and had no time to tidy up; the next build does\n")
		os.Exit(2)
	})
	status := run(ctx, os.Args[1:], diag.NewTerminal(os.Stdout), stderr)
	os.Exit(status)
}

// collect has the garbage collector run when the heap has grown by so many
// percent, or to the limit in bytes. $GOGC goes before the percentage.
func collect(percent int, limit int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	debug.SetMemoryLimit(limit)
}

// patience is how long a command may take to end once it was interrupted.
const patience = 900 * time.Millisecond

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

// stdout and stderr give where a command writes, as run has set it.
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
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          suggestCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(suggestFlag)
	root.AddCommand(newBuild(), newServe(), newCheck(), newVerify(), newDB(), newFormat(), newI18n(), newInit(), newNew(), newVersion())
	return root
}

// suggestCommand refuses a word that is no command, with the nearest one.
func suggestCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q; did you mean %s?", args[0], near[0])
	}
	return fmt.Errorf("unknown command %q; see modelbook --help", args[0])
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
