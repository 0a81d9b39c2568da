package build

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/load"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/verify"
)

// embedded is the name of the embedded database in example.Server.
const embedded = "memdb"

func (b *building) readExamples() {
	b.options.Doing("reading the examples")
	for _, file := range b.files.Examples {
		k, ok := b.kept.runs[file.File]
		if !ok {
			text, messages := b.readHashed(file.File)
			k.example, k.messages = example.Parse(text)
			k.messages = append(k.messages, messages...)
			b.kept.runs[file.File] = k
		}
		b.add(k.messages)
		if k.example != nil {
			b.examples = append(b.examples, k.example)
		}
	}
}

// verify runs the examples and keeps their results. One that ran in an earlier
// reading and did not change does not run again.
func (b *building) verify(ctx context.Context) error {
	b.options.Doing("running the examples")
	var due []*example.Example
	for _, e := range b.examples {
		if k := b.kept.runs[e.File]; k.result == nil {
			due = append(due, e)
		}
	}
	if err := b.run(ctx, due); err != nil {
		return err
	}
	for _, file := range b.files.Examples {
		// One that can't be read is known all the same: a link to it is no mistake.
		b.results[file.Name] = nil
	}
	b.report.Failed = len(b.files.Examples) - len(b.examples)
	var all []example.Result
	for _, e := range b.examples {
		result := b.kept.runs[e.File].result
		b.results[e.Name] = result
		b.count(result)
		all = append(all, *result)
	}
	b.add(example.CheckAnswers(all))
	if len(b.examples) == 0 && !b.messages.Failed() {
		b.messages.Errorf(diag.Pos{File: "examples"}, "there is no example to run")
	}
	return b.update(all)
}

// choose leaves only the named examples, or all if none is named.
func (b *building) choose(names []string) error {
	if len(names) == 0 {
		return nil
	}
	var known []string
	for _, file := range b.files.Examples {
		known = append(known, file.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no example %s; %s", name, cmp.Or(diag.DidYouMean(name, known), "the examples are "+strings.Join(known, ", ")))
		}
	}
	b.files.Examples = slices.DeleteFunc(b.files.Examples, func(file load.Example) bool { return !slices.Contains(names, file.Name) })
	return nil
}

// run runs examples on the server that was named. The embedded database runs
// them a second time, with everything shuffled whose order a server leaves
// open, so that no example rests on luck.
func (b *building) run(ctx context.Context, examples []*example.Example) error {
	if b.options.MongoDB != "" {
		return b.runOn(ctx, b.options.MongoDB, examples)
	}
	if err := b.runEmbedded(ctx, memdb.Options{}, func(uri string) error { return b.runOn(ctx, uri, examples) }); err != nil {
		return err
	}
	// A file that is being updated no longer says what the second run would hold it to.
	passed := slices.DeleteFunc(slices.Clone(examples), func(e *example.Example) bool {
		result := b.kept.runs[e.File].result
		return result.Status != example.Passed || result.Updated != nil
	})
	if len(passed) == 0 {
		return nil
	}
	return b.runEmbedded(ctx, memdb.Options{Shuffle: true, Seed: 1}, func(uri string) error { return b.runShuffled(ctx, uri, passed) })
}

func (b *building) runEmbedded(ctx context.Context, options memdb.Options, with func(uri string) error) error {
	server, err := wire.Listen(memdb.New(options))
	if err != nil {
		return fmt.Errorf("start the embedded database: %w", err)
	}
	defer server.Close()
	return with(server.URI())
}

func (b *building) runOn(ctx context.Context, uri string, examples []*example.Example) error {
	results, server, messages, err := verify.Run(ctx, verify.Options{
		URI: uri, Examples: examples, AllowRemote: b.options.AllowRemote, Update: b.options.Update,
	})
	if err != nil {
		return err
	}
	b.server = server
	b.report.Server = describe(server)
	for i := range results {
		file := results[i].Example.File
		k := b.kept.runs[file]
		k.result = &results[i]
		b.kept.runs[file] = k
	}
	b.keepMessages(messages)
	return nil
}

// runShuffled keeps nothing of a run but what it finds wrong.
func (b *building) runShuffled(ctx context.Context, uri string, examples []*example.Example) error {
	_, _, messages, err := verify.Run(ctx, verify.Options{URI: uri, Examples: examples})
	if err != nil {
		return err
	}
	for i := range messages {
		messages[i].Hint = "this holds only in the order in which the embedded database happens to answer, which no server promises; sort by a unique key, or say \"unordered\""
	}
	b.keepMessages(messages)
	return nil
}

func (b *building) keepMessages(messages diag.List) {
	b.add(messages)
	for _, m := range messages {
		k := b.kept.runs[m.File]
		k.messages.Add(m)
		b.kept.runs[m.File] = k
	}
}

func describe(server example.Server) string {
	if server.Name == embedded {
		return embedded + ", following MongoDB " + server.Version
	}
	return server.Name + " " + server.Version
}

func (b *building) count(result *example.Result) {
	b.report.Steps += len(result.Steps)
	switch result.Status {
	case example.Passed:
		b.report.Run++
	case example.Failed:
		b.report.Failed++
	case example.Refused:
		b.report.Refused++
	case example.Skipped:
		b.report.Skipped++
	}
}

// update writes what the database returned into the examples' files.
func (b *building) update(results []example.Result) error {
	if !b.options.Update {
		return nil
	}
	for _, result := range results {
		if result.Updated == nil {
			continue
		}
		file := result.Example.File
		if err := os.WriteFile(filepath.Join(b.options.Source, filepath.FromSlash(file)), result.Updated, 0o644); err != nil {
			return err
		}
		b.report.Updated = append(b.report.Updated, file)
	}
	return nil
}
