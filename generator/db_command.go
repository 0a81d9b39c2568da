package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/verify"
)

func newDB() *cobra.Command {
	var source string
	var port int
	var seed int64
	var set, isEmpty, endsWithStdin bool
	cmd := &cobra.Command{
		Use:   "db [example...]",
		Short: "Serve the data of examples to a shell or a driver",
		Long: `Db serves the embedded database with the collections, validators, indexes and
initial data of the named examples, or of all of them: for each example a
database of its name. Only this machine can reach it, and nothing is kept when
it ends. It gives the answers of a MongoDB server, or refuses with error 238
NotImplemented. The first line that it prints is its URI, once it answers.`,
		Example: `  modelbook db one-to-one-embedded
  modelbook db --port 0   # all examples, on any free port
  modelbook db --shuffle 7   # in another order wherever a server promises none
  modelbook db --replica-set   # with transactions
  modelbook db --empty --port 0 --until-stdin-closes   # for a test that starts it`,
		RunE: func(cmd *cobra.Command, names []string) error {
			var examples []*example.Example
			switch {
			case isEmpty && len(names) > 0:
				return errors.New("--empty is without examples, and some are named")
			case !isEmpty:
				for i, name := range names {
					names[i] = exampleName(name)
				}
				var messages diag.List
				var err error
				examples, messages, err = build.Examples(source, build.Choice{Names: names})
				if err != nil {
					return err
				}
				if messages.Failed() {
					return printFailure(cmd, messages)
				}
			}
			if endsWithStdin {
				ctx, end := context.WithCancel(cmd.Context())
				defer end()
				cmd.SetContext(ctx)
				// It ends with this program, if not before.
				go func() {
					_, _ = io.Copy(io.Discard, cmd.InOrStdin())
					end()
				}()
			}
			options := memdb.Options{Shuffle: cmd.Flags().Changed("shuffle"), Seed: seed, ReplicaSet: set}
			return serveExamples(cmd, options, port, examples)
		},
		ValidArgsFunction: completeExamples,
	}
	cmd.Flags().StringVar(&source, "source", ".", "folder that holds content/, examples/ and go.mod or site/")
	cmd.Flags().IntVar(&port, "port", verify.DatabasePort, "port on 127.0.0.1; 0 takes any that is free")
	cmd.Flags().Int64Var(&seed, "shuffle", 0, "give back in another order, by this seed, what a server leaves unordered")
	cmd.Flags().BoolVar(&set, "replica-set", false, "be the one member of a replica set")
	cmd.Flags().BoolVar(&isEmpty, "empty", false, "without examples, and without looking for any")
	cmd.Flags().BoolVar(&endsWithStdin, "until-stdin-closes", false, "end when standard input does: for a program that keeps the other end of it, and so takes the database along however it ends")
	cmd.MarkFlagDirname("source")
	return cmd
}

// serveExamples serves a database with the examples' data until the command is
// interrupted or its standard input ends, which is its proper end.
func serveExamples(cmd *cobra.Command, options memdb.Options, port int, examples []*example.Example) error {
	// The collector is set for a build, which needs little memory. Here clients
	// decide how much is stored: with a build's limit it would run all the
	// time.
	collect(100, math.MaxInt64)
	server, err := wire.ListenPort(memdb.New(options), port)
	if err != nil {
		return fmt.Errorf("port %d can't be used; --port 0 takes any that is free: %w", port, err)
	}
	defer server.Close()
	if len(examples) > 0 {
		messages, err := verify.Load(cmd.Context(), server.URI(), examples)
		switch {
		case cmd.Context().Err() != nil:
			return nil
		case err != nil:
			return err
		case messages.Failed():
			return printFailure(cmd, messages)
		}
	}
	printDB(stdout(cmd), server.URI(), examples)
	<-cmd.Context().Done()
	return nil
}

func printFailure(cmd *cobra.Command, messages diag.List) error {
	if err := messages.Print(stdout(cmd), "text"); err != nil {
		return err
	}
	return errContent
}

// printDB prints the address of the database and lines to paste into clients.
func printDB(w *diag.Terminal, uri string, examples []*example.Example) {
	w.Printf("%s\n", uri)
	for _, e := range examples {
		var collections []string
		for _, c := range e.Collections {
			collections = append(collections, fmt.Sprintf("%s (%s)", c.Name, count(e.Data(e.FirstSize()).Count(c.Name), "document")))
		}
		w.Printf("%s  %s\n", e.Name, strings.Join(collections, ", "))
	}
	if len(examples) > 0 && len(examples[0].Collections) > 0 {
		e := examples[0]
		w.Printf("in a terminal  mongosh %q\n", strings.Replace(uri, "/?", "/"+e.Name+"?", 1))
		w.Printf("in mongosh     db.getSiblingDB(%q).getCollection(%q).find()\n", e.Name, e.Collections[0].Name)
	}
	w.Printf("(Ctrl-C ends it; nothing is kept)\n")
}
