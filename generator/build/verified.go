package build

import (
	"context"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/direct"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/run"
	"modelbook/generator/verify"
)

// Verified holds the results of the examples.
type Verified struct {
	Server example.Server
	// Results are by the example's name. An example that can't be read is nil,
	// not missing, so that a link to it is no mistake.
	Results map[string]*example.Result

	source *Source
	ran    map[string]ran    // by file
	texts  map[string][]byte // by file, as --update rewrote them
	// notices report measures that --update removed from texts, and empty results
	// that it added.
	notices diag.List
	worked  map[string]time.Duration // processor time, by the example's name
}

// ran is the result of one example, with its messages.
type ran struct {
	example  *example.Example
	result   *example.Result
	messages diag.List
	// isUnreadable says that the text that --update made can't be run.
	isUnreadable bool
}

// Verify runs the examples of a source. Results of examples that were not read
// again since last, an earlier run, are taken from it.
func Verify(ctx context.Context, options Options, source *Source, last *Verified) (*Verified, diag.List, error) {
	v, messages, err := verifyRead(ctx, options, source, last)
	if err == nil {
		messages = append(messages, v.noneRan(source)...)
	}
	return v, messages, err
}

// verifyRead is Verify for a part of the examples, of which none may run.
func verifyRead(ctx context.Context, options Options, source *Source, last *Verified) (*Verified, diag.List, error) {
	v := &Verified{source: source, Results: map[string]*example.Result{}, ran: map[string]ran{}, texts: map[string][]byte{}, worked: map[string]time.Duration{}}
	due := source.examples()
	if last != nil && !last.hasEndedEarly() {
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
	if options.MongoDB == "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(debug.SetMemoryLimit(-1) + memoryFor(due)))
	}
	run := v.run
	if options.Update {
		run = v.update
	}
	if err := run(ctx, options, due); err != nil {
		return v, nil, err
	}
	for _, file := range source.files.Examples {
		v.Results[file.Name] = v.ran[file.File].result
	}
	messages := append(v.messages(source), v.useRecords(source, options.Release)...)
	return v, messages, v.write(source)
}

// hasEndedEarly reports whether something took too long, so that not all ran.
func (v *Verified) hasEndedEarly() bool {
	for _, r := range v.ran {
		if r.example.Exhausted {
			return true
		}
	}
	return false
}

// messages returns the messages of each example, and of all together.
func (v *Verified) messages(source *Source) diag.List {
	var messages diag.List
	var all []example.Result
	for _, e := range source.examples() {
		messages = append(messages, v.ran[e.File].messages...)
		all = append(all, *v.ran[e.File].result)
	}
	return append(append(messages, v.notices...), example.CheckAnswers(all)...)
}

// noneRan returns an error message if there are examples and none of them ran.
func (v *Verified) noneRan(source *Source) diag.List {
	var messages diag.List
	all := source.examples()
	ran := func(e *example.Example) bool { return v.ran[e.File].result.Status != example.Skipped }
	if len(all) > 0 && !slices.ContainsFunc(all, ran) {
		messages.Errorf(diag.Pos{File: all[0].File}, "no example ran: %s", v.ran[all[0].File].result.Reason)
	}
	return messages
}

// run runs examples on the named server, or on the embedded database, which is a
// member of a replica set for examples that need one.
func (v *Verified) run(ctx context.Context, options Options, examples []*example.Example) error {
	o := verify.Options{Examples: examples, URI: options.MongoDB, AllowRemote: options.AllowRemote}
	o.SampleOrders = options.MongoDB != "" && !options.AllOrders
	counted := &tally{options: options, of: len(examples)}
	if options.MongoDB != "" {
		o.Ran = counted.begin(false)
		return v.runOn(ctx, o)
	}
	return eachTopology(examples, func(set bool, some []*example.Example) error {
		return v.runEmbedded(ctx, o, counted, set, some)
	})
}

// eachTopology returns the examples that need a replica set, if there are any, and
// then the others, so that the server that is named is that of most.
func eachTopology(examples []*example.Example, run func(set bool, some []*example.Example) error) error {
	onSet := slices.DeleteFunc(slices.Clone(examples), func(e *example.Example) bool { return !needsSet(e) })
	if len(onSet) > 0 {
		if err := run(true, onSet); err != nil {
			return err
		}
	}
	return run(false, slices.DeleteFunc(slices.Clone(examples), needsSet))
}

// needsSet holds for an example that memdb can run as the member of a replica set,
// and not as a single server.
func needsSet(e *example.Example) bool {
	server := example.Server{Name: "memdb", Version: memdb.ServerVersion, Topology: example.Single}
	if e.Unmet(server) == "" {
		return false
	}
	server.Topology = example.ReplicaSet
	return e.Unmet(server) == ""
}

// runEmbedded runs examples on the embedded database, and a second time with
// everything shuffled whose order a server leaves open, so that no example rests
// on luck.
func (v *Verified) runEmbedded(ctx context.Context, o verify.Options, counted *tally, set bool, examples []*example.Example) error {
	o.Start, o.Limits, o.Examples = startEmbedded(memdb.Options{ReplicaSet: set}), embeddedLimits, examples
	o.Ran = counted.begin(false)
	if err := v.runOn(ctx, o); err != nil {
		return err
	}
	passed := slices.DeleteFunc(slices.Clone(examples), func(e *example.Example) bool {
		return v.ran[e.File].result.Status != example.Passed
	})
	if len(passed) == 0 || slices.ContainsFunc(examples, isExhausted) {
		return nil
	}
	o.Start, o.Examples = startEmbedded(memdb.Options{ReplicaSet: set, Shuffle: true, Seed: 1}), passed
	o.CheckOnly, o.SampleOrders, o.Ran = true, true, counted.begin(true)
	for _, e := range examples {
		o.Spent += v.ran[e.File].result.Worked
	}
	return v.runShuffled(ctx, o)
}

// isExhausted holds for an example that took too long, or was running when all
// together did.
func isExhausted(e *example.Example) bool { return e.Exhausted }

// embeddedLimits are many times what an example should need, at all its sizes
// together; it is enough for about 200,000 small documents. The cost of a
// stranger's example is bounded by Work: it runs twice, and both runs together are
// to take less than 5 s of processor time. All examples together, in both runs, may
// take four times the work of the handbook's. The limits by the clock are generous
// because a machine may be busy.
var embeddedLimits = verify.Limits{
	Step: 20 * time.Second, Example: time.Minute, Run: 3 * time.Minute,
	Work: 1500 * time.Millisecond, Mean: 200 * time.Millisecond,
}

// memoryFor returns how much memory examples take: what is kept of each, and the
// documents of the largest in the embedded database. With a build's low memory limit,
// the garbage collector would run all the time.
func memoryFor(examples []*example.Example) int64 {
	const eachExample, mostKept = 256 << 10, 100 << 20
	const eachDocument = 8000 // bytes, of small ones with two indexes, and of what reads them to know their cost
	// A stranger's example may declare a million documents, but is stopped
	// before it has inserted them.
	const most = 110 << 20
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
	return min(mostKept, int64(len(examples))*eachExample) + min(most, int64(largest)*eachDocument*int64(runtime.GOMAXPROCS(0)))
}

// startEmbedded starts an embedded database with each call.
func startEmbedded(options memdb.Options) func() verify.Started {
	options.RefusalHint = "run against a MongoDB server: modelbook verify --mongodb URI"
	return func() verify.Started {
		db := memdb.New(options)
		server := wire.Inside(db)
		reach := func(database string) run.Client { return direct.New(db, database) }
		return verify.Started{URI: server.URI(), Dialer: server, Direct: reach, End: func() { endEmbedded(server) }}
	}
}

// endEmbedded waits for the running commands, but not forever: one that can't
// be interrupted ends with this program, which ends soon.
func endEmbedded(server *wire.Server) {
	closed := make(chan error, 1)
	go func() { closed <- server.Close() }()
	select {
	case <-closed:
	case <-time.After(500 * time.Millisecond):
	}
}

func (v *Verified) runOn(ctx context.Context, o verify.Options) error {
	results, server, messages, err := verify.Run(ctx, o)
	if err != nil {
		return err
	}
	v.Server = server
	v.addWork(results)
	for i := range results {
		e := results[i].Example
		v.ran[e.File] = ran{example: e, result: &results[i]}
	}
	v.note(messages)
	return nil
}

// runShuffled runs examples and keeps only their messages.
func (v *Verified) runShuffled(ctx context.Context, o verify.Options) error {
	results, _, messages, err := verify.Run(ctx, o)
	if err != nil {
		return err
	}
	v.addWork(results)
	if slices.ContainsFunc(o.Examples, isExhausted) {
		v.note(messages) // which are of time, not of order
		return nil
	}
	for i := range messages {
		messages[i].Hint = "this holds only in the order in which the embedded database happens to answer, which no server promises; sort by a unique key, or say \"unordered\""
		messages[i].Update = ""
	}
	v.note(messages)
	return nil
}

func (v *Verified) addWork(results []example.Result) {
	for _, r := range results {
		v.worked[r.Example.Name] += r.Worked
	}
}

// note puts each message to the example that it is about.
func (v *Verified) note(messages diag.List) {
	for _, m := range messages {
		r := v.ran[m.File]
		r.messages.Add(m)
		v.ran[m.File] = r
	}
}

// report returns the counts of the run.
func (v *Verified) report() Report {
	r := Report{Server: v.Server.String(), Updated: slices.Sorted(maps.Keys(v.texts))}
	for _, result := range v.Results {
		if result == nil {
			r.Failed++
			continue
		}
		r.Steps += len(result.Steps())
		if result.Orders != nil {
			for _, key := range example.OrderKeys {
				*r.Orders.Count(key) += *result.Orders.Count(key)
			}
		}
		if result.Status == example.Skipped {
			r.Reasons = append(r.Reasons, result.Example.Name+": "+result.Reason)
		}
		*r.counter(result.Status)++
	}
	for name, worked := range v.worked {
		r.Worked += worked
		if worked > r.Dearest.Worked || worked == r.Dearest.Worked && name < r.Dearest.Example {
			r.Dearest = Work{name, worked}
		}
	}
	slices.Sort(r.Reasons)
	r.Tests = v.tests()
	return r
}

// tests returns each example and each of its steps as a test.
func (v *Verified) tests() []diag.Test {
	var tests []diag.Test
	for _, name := range slices.Sorted(maps.Keys(v.Results)) {
		if r := v.Results[name]; r != nil {
			tests = append(tests, testsOf(r)...)
		}
	}
	return tests
}

func testsOf(r *example.Result) []diag.Test {
	why := r.Reason
	if r.Status != example.Skipped {
		why = "" // the example failed, and the steps after it are skipped
	}
	tests := []diag.Test{{Class: r.Example.Name, Name: "the example", File: r.Example.File, Elapsed: r.Elapsed, Skipped: why}}
	for i, s := range r.Example.Steps {
		test := diag.Test{Class: r.Example.Name, Name: s.ID, File: r.Example.File, Line: s.Pos.Line, Skipped: why}
		for _, run := range r.Runs {
			if i < len(run.Steps) {
				test.Elapsed += run.Steps[i].Elapsed
			}
		}
		if r.Status != example.Skipped && i >= len(r.Steps()) {
			test.Skipped = "something before this step failed"
		}
		tests = append(tests, test)
	}
	return tests
}

// counter returns the count of examples with a status.
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
