package build

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/verify"
)

// Verified is what the examples gave when they ran.
type Verified struct {
	Server example.Server
	// Results are by the example's name; nil stands for one that can't be read,
	// which is known all the same: a link to it is no mistake.
	Results map[string]*example.Result

	ran     map[string]ran // by file
	updated []string       // files
}

// ran is what one example gave.
type ran struct {
	example  *example.Example
	result   *example.Result
	messages diag.List
}

// Verify runs the examples of a source. What last, an earlier run, says of
// examples that were not read again since is taken over.
func Verify(ctx context.Context, options Options, source *Source, last *Verified) (*Verified, diag.List, error) {
	options.doing("running the examples")
	v := &Verified{Results: map[string]*example.Result{}, ran: map[string]ran{}}
	due := source.examples()
	if last != nil {
		v.Server = last.Server
		due = slices.DeleteFunc(due, func(e *example.Example) bool {
			known, ok := last.ran[e.File]
			same := ok && known.example == e
			if same {
				v.ran[e.File] = known
			}
			return same
		})
	}
	if err := v.run(ctx, options, due); err != nil {
		return v, nil, err
	}
	for _, file := range source.files.Examples {
		v.Results[file.Name] = v.ran[file.File].result
	}
	messages := v.messages(source)
	return v, messages, v.update(options)
}

// messages gives what is wrong with each example, and with all together.
func (v *Verified) messages(source *Source) diag.List {
	var messages diag.List
	var all []example.Result
	for _, e := range source.examples() {
		messages = append(messages, v.ran[e.File].messages...)
		all = append(all, *v.ran[e.File].result)
	}
	messages = append(messages, example.CheckAnswers(all)...)
	ran := func(r example.Result) bool { return r.Status != example.Skipped }
	switch {
	case len(source.files.Examples) == 0:
		messages.Errorf(diag.Pos{File: "examples"}, "there is no example to run")
	case len(all) > 0 && !slices.ContainsFunc(all, ran):
		messages.Errorf(diag.Pos{File: all[0].Example.File}, "no example ran: %s", all[0].Reason)
	}
	return messages
}

// run runs examples on the server that was named. The embedded database runs
// them a second time, with everything shuffled whose order a server leaves
// open, so that no example rests on luck.
func (v *Verified) run(ctx context.Context, options Options, examples []*example.Example) error {
	if options.MongoDB != "" {
		return v.runOn(ctx, options, options.MongoDB, examples)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(debug.SetMemoryLimit(-1) + roomFor(examples)))
	if err := onEmbedded(memdb.Options{}, func(uri string) error { return v.runOn(ctx, options, uri, examples) }); err != nil {
		return err
	}
	// A file that is being updated no longer says what the second run would hold it to.
	passed := slices.DeleteFunc(slices.Clone(examples), func(e *example.Example) bool {
		result := v.ran[e.File].result
		return result.Status != example.Passed || result.Updated != nil
	})
	if len(passed) == 0 {
		return nil
	}
	return onEmbedded(memdb.Options{Shuffle: true, Seed: 1}, func(uri string) error { return v.runShuffled(ctx, uri, passed) })
}

// roomFor gives how much memory the documents of examples take in the embedded
// database. Under the limit of a build, which keeps little, the collector would
// never rest.
func roomFor(examples []*example.Example) int64 {
	const eachDocument = 500 // bytes, of small ones with two indexes
	largest := 0
	for _, e := range examples {
		for _, size := range e.RunSizes() {
			data, documents := e.Data(size), 0
			for _, c := range e.Collections {
				documents += data.Count(c.Name)
			}
			largest = max(largest, documents)
		}
	}
	return int64(largest) * eachDocument * int64(runtime.GOMAXPROCS(0))
}

// onEmbedded starts an embedded database for as long as with runs.
func onEmbedded(options memdb.Options, with func(uri string) error) error {
	server, err := wire.Listen(memdb.New(options))
	if err != nil {
		return fmt.Errorf("start the embedded database: %w", err)
	}
	defer server.Close()
	return with(server.URI())
}

func (v *Verified) runOn(ctx context.Context, options Options, uri string, examples []*example.Example) error {
	results, server, messages, err := verify.Run(ctx, verify.Options{
		URI: uri, Examples: examples, AllowRemote: options.AllowRemote, Update: options.Update,
	})
	if err != nil {
		return err
	}
	v.Server = server
	for i := range results {
		e := results[i].Example
		v.ran[e.File] = ran{example: e, result: &results[i]}
	}
	v.note(messages)
	return nil
}

// runShuffled keeps nothing of a run but what it finds wrong.
func (v *Verified) runShuffled(ctx context.Context, uri string, examples []*example.Example) error {
	_, _, messages, err := verify.Run(ctx, verify.Options{URI: uri, Examples: examples})
	if err != nil {
		return err
	}
	for i := range messages {
		messages[i].Hint = "this holds only in the order in which the embedded database happens to answer, which no server promises; sort by a unique key, or say \"unordered\""
	}
	v.note(messages)
	return nil
}

// note puts each message to the example that it is about.
func (v *Verified) note(messages diag.List) {
	for _, m := range messages {
		r := v.ran[m.File]
		r.messages.Add(m)
		v.ran[m.File] = r
	}
}

// update writes what the database returned into the examples' files.
func (v *Verified) update(options Options) error {
	if !options.Update {
		return nil
	}
	for _, file := range slices.Sorted(maps.Keys(v.ran)) {
		content := v.ran[file].result.Updated
		if content == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(options.Source, filepath.FromSlash(file)), content, 0o644); err != nil {
			return err
		}
		v.updated = append(v.updated, file)
	}
	return nil
}

// report counts what ran.
func (v *Verified) report() Report {
	r := Report{Server: v.Server.Name + " " + v.Server.Version, Updated: v.updated}
	if v.Server.Embedded() {
		r.Server = v.Server.Name + ", following MongoDB " + v.Server.Version
	}
	for _, result := range v.Results {
		if result == nil {
			r.Failed++
			continue
		}
		r.Steps += len(result.Steps())
		if result.Status == example.Skipped {
			r.Reasons = append(r.Reasons, result.Example.Name+": "+result.Reason)
		}
		*r.counter(result.Status)++
	}
	slices.Sort(r.Reasons)
	return r
}

// counter gives the count of examples with a status.
func (r *Report) counter(status example.Status) *int {
	switch status {
	case example.Passed:
		return &r.Run
	case example.Refused:
		return &r.Refused
	case example.Skipped:
		return &r.Skipped
	}
	return &r.Failed
}
