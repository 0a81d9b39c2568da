package verify

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// inside is a server in the bubble of a test, which any URI reaches. It is gone
// before the bubble is.
func inside(t *testing.T, answer func(name string, command bson.Raw) bson.D) *fake {
	f := &fake{uri: "mongodb://127.0.0.1:27017", answer: answer}
	t.Cleanup(func() {
		f.hangUp()
		f.serving.Wait()
	})
	return f
}

// sleepy answers everything but one command, until the test ends.
func sleepy(t *testing.T, never string) *fake {
	ended := make(chan struct{})
	f := inside(t, func(name string, _ bson.Raw) bson.D {
		if name == never {
			<-ended
		}
		return bson.D{}
	})
	t.Cleanup(func() { close(ended) })
	return f
}

func twoExamples(t *testing.T) []*example.Example {
	content := strings.Replace(oneStep, "STEP", findStep+`, "expectResult": [] }`, 1)
	return []*example.Example{load(t, "ferry", content), load(t, "hut", content)}
}

// A command that takes too long is reported once, at its step or collection, and ends
// the run.
func TestLimits(t *testing.T) {
	const long, short = time.Minute, 300 * time.Millisecond
	for _, test := range []struct {
		name, never string
		limits      Limits
		want        string
	}{
		{"step", "find", Limits{Step: short, Example: long, Run: long}, `7:34: the step "find" takes longer than 300ms`},
		{"example", "find", Limits{Step: long, Example: short, Run: long}, `7:34: the example takes longer than 300ms`},
		{"data", "insert", Limits{Step: long, Example: short, Run: long}, `4:15: the example takes longer than 300ms`},
		{"index", "createIndexes", Limits{Step: long, Example: short, Run: long}, `4:59: the example takes longer than 300ms`},
		{"run", "find", Limits{Step: long, Example: long, Run: short}, `7:34: the whole run takes longer than 300ms`},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, ended, examples := sleepy(t, test.never), 0, twoExamples(t)[:1]
				results, _, list, err := runNoted(t.Context(), Options{
					Start:    func() Started { return Started{URI: f.uri, Dialer: f, End: func() { ended++; f.hangUp() }} },
					Examples: examples, Limits: test.limits,
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := told(list); got != "examples/ferry.json:"+test.want || results[0].Status != example.Failed || !examples[0].Exhausted {
					t.Errorf("status %v, exhausted %v, told\n%s\nwant\n%s", results[0].Status, examples[0].Exhausted, got, test.want)
				}
				if ended != 1 {
					t.Errorf("the server was ended %d times", ended)
				}
			})
		})
	}
}

// endlessData is an example whose data take longer to make than any test waits.
var endlessData = strings.NewReplacer("STEP", findStep+`, "expectResult": [] }`, `"documents": [{ "_id": 1, "name": "Galeb" }] }`,
	`"generate": { "count": 1000000, "seed": 1, "document": { "_id": { "$$index": 1 }, "name": { "$$subset": { "of": "huts.of", "limit": 1, "field": "_id" } } } } },
  { "name": "huts", "generate": { "count": 1000000, "seed": 1, "document": { "_id": { "$$index": 1 }, "of": { "$$ref": "ferries" }, "n": 1 } } }`).Replace(oneStep)

// Making data ends with the example's time, between two commands.
func TestLimitOfMakingData(t *testing.T) {
	ctx, cancel := within(t.Context(), 1, "the example")
	defer cancel()
	<-ctx.Done()
	f, e := inside(t, nil), load(t, "ferry", endlessData)
	c, err := connect(t.Context(), Options{URI: f.uri, dialer: f})
	if err != nil {
		t.Fatal(err)
	}
	defer c.close(t.Context())
	ended := 0
	r := newVerification(ctx, Options{}, c.Database("d"), e, e.FirstSize(), func(error) { ended++ })
	_, err = r.runner.Fill(t.Context(), r.data, nil)
	var failed *run.FillError
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if r.reportFillError(ctx, failed); ended != 1 || !e.Exhausted {
		t.Errorf("ended %d times, exhausted %v", ended, e.Exhausted)
	}
	cases.Note(r.list)
	if got := told(r.list); got != "examples/ferry.json:5:62: the example takes longer than 1ns" {
		t.Errorf("told\n%s", got)
	}
}

// A run that is over before its first example began says so of each.
func TestLateBeforeTheFirst(t *testing.T) {
	_, _, list, err := runNoted(t.Context(), Options{
		URI: startFake(t, galeb).uri, Examples: twoExamples(t), Limits: Limits{Step: time.Minute, Example: time.Minute, Run: 1},
	})
	const late = "it did not run: the whole run takes longer than 1ns"
	if got, want := told(list), "examples/ferry.json: "+late+"\nexamples/hut.json: "+late; err != nil || got != want {
		t.Errorf("%v, told\n%s\nwant\n%s", err, got, want)
	}
}

// untilDropped calls a function on one command, and answers it only when the database
// is to be dropped: the driver spins until a command that it gave up is answered.
func untilDropped(never string, before func()) func(string, bson.Raw) bson.D {
	dropped := make(chan struct{})
	return func(name string, _ bson.Raw) bson.D {
		switch name {
		case never:
			before()
			<-dropped
		case "dropDatabase":
			close(dropped)
		}
		return bson.D{}
	}
}

// processors is a clock of processor time that the test sets.
type processors struct{ atomic.Int64 }

func (p *processors) time() time.Duration { return time.Duration(p.Load()) }

// work adds processor time, and waits until every limit has sampled it.
func (p *processors) work(d time.Duration) {
	p.Add(int64(d))
	time.Sleep(2 * sampleInterval)
}

// The operating system's processor time grows while this program works.
func TestProcessorTime(t *testing.T) {
	for before := processorTime(); processorTime() == before; {
		// This is work.
	}
}

// onProcessors are options under which only the work of processors is limited.
func onProcessors(p *processors, f *fake, examples []*example.Example, work, mean time.Duration) Options {
	return Options{
		URI: f.uri, dialer: f, processorTime: p.time, Examples: examples,
		Limits: Limits{Step: time.Hour, Example: time.Hour, Run: time.Hour, Work: work, Mean: mean},
	}
}

// An example that takes too much processor time ends, whatever the clock says.
func TestWork(t *testing.T) {
	const work = 300 * time.Millisecond
	for never, want := range map[string]string{
		"find": `7:34: the example takes more than 300ms of processor time`, "insert": `4:15: the example takes more than 300ms of processor time`,
	} {
		t.Run(never, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var p processors
				f := inside(t, untilDropped(never, func() { p.work(work + 1) }))
				results, _, list, err := runNoted(t.Context(), onProcessors(&p, f, twoExamples(t)[:1], work, time.Hour))
				if err != nil {
					t.Fatal(err)
				}
				if got := told(list); got != "examples/ferry.json:"+want || results[0].Status != example.Failed {
					t.Fatalf("status %v, told\n%s\nwant\n%s", results[0].Status, got, want)
				}
				const hint = "on a server of its own only the clock counts: modelbook db, and in another terminal modelbook verify --mongodb mongodb://127.0.0.1:27018 ferry"
				if list[0].Hint != hint {
					t.Errorf("hint %q, want %q", list[0].Hint, hint)
				}
			})
		})
	}
}

// Processor time is the operating system's if no test sets it, and moves while
// processors work.
func TestWorkOfTheRealProcessors(t *testing.T) {
	var dropped atomic.Bool
	f := startFake(t, func(name string, _ bson.Raw) bson.D {
		for name == "find" && !dropped.Load() {
		}
		dropped.Store(name == "dropDatabase")
		return bson.D{}
	})
	_, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: twoExamples(t)[:1], Limits: Limits{Step: time.Minute, Example: time.Hour, Run: time.Hour, Work: 1, Mean: time.Hour}})
	if got := told(list); err != nil || !strings.HasSuffix(got, "the example takes more than 0s of processor time") {
		t.Errorf("%v, told\n%s", err, got)
	}
}

// The hint for a run with only the clock as a limit keeps the replica set.
func TestClockOnlyOnASet(t *testing.T) {
	all := pool{server: example.Server{Topology: example.ReplicaSet}}
	if got := all.clockOnly(twoExamples(t)[0]); !strings.Contains(got, ": modelbook db --replica-set, and") {
		t.Error(got)
	}
}

// However many examples run at once, each has its own share: four share the work while
// four run, and the last has all of it once the others have ended.
func TestWorkAtOnce(t *testing.T) {
	const atOnce, work = 4, 200 * time.Millisecond
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(atOnce))
	synctest.Test(t, func(t *testing.T) {
		endless := strings.Replace(oneStep, "STEP", findStep+`, "expectResult": [] }`, 1)
		short := strings.NewReplacer(`"name": "find"`, `"name": "distinct"`, `"filter"`, `"fieldName": "name", "filter"`).Replace(endless)
		examples := []*example.Example{load(t, "ferry", endless)}
		for i := range atOnce - 1 {
			examples = append(examples, load(t, fmt.Sprint("hut", i), short))
		}
		arrived, answered := make(chan struct{}), make(chan struct{})
		hangs := untilDropped("find", func() { arrived <- struct{}{} })
		f := inside(t, func(name string, command bson.Raw) bson.D {
			if db, _ := command.Lookup("$db").StringValueOK(); strings.HasSuffix(db, "_ferry") {
				return hangs(name, command)
			}
			if name == "distinct" {
				arrived <- struct{}{}
				<-answered
				return bson.D{{Key: "values", Value: bson.A{}}, {Key: "ok", Value: 1.0}}
			}
			return bson.D{}
		})
		var p processors
		var working sync.WaitGroup
		working.Go(func() {
			for range atOnce {
				<-arrived
			}
			p.work(atOnce * work)
			close(answered)
			synctest.Wait()
			p.work(1)
		})
		results, _, list, err := runNoted(t.Context(), onProcessors(&p, f, examples, work, time.Hour))
		working.Wait()
		if got := told(list); err != nil || got != "examples/ferry.json:7:34: the example takes more than 200ms of processor time" {
			t.Errorf("%v, told\n%s", err, got)
		}
		for _, r := range results[1:] {
			if r.Status != example.Passed {
				t.Errorf("%s has status %v", r.Example.Name, r.Status)
			}
		}
	})
}

// However little each of many examples takes, all together have a limit, which is less
// than the sum of theirs, and what an earlier run took counts. It is reported once, with
// the slowest examples.
func TestWorkOfAll(t *testing.T) {
	const many, atOnce, each = 40, 4, 300 * time.Millisecond
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(atOnce))
	var examples []*example.Example
	for i := range many {
		examples = append(examples, load(t, fmt.Sprint("ferry", i), strings.Replace(oneStep, "STEP", findStep+`, "expectResult": [{ "_id": 1, "name": "Galeb" }] }`, 1)))
	}
	run := func(mean, spent time.Duration) (text string, asked int64, results []example.Result) {
		synctest.Test(t, func(t *testing.T) {
			var p processors
			var finds atomic.Int64
			f := inside(t, func(name string, command bson.Raw) bson.D {
				if name == "find" {
					finds.Add(1)
					p.work(each)
				}
				return galeb(name, command)
			})
			var list diag.List
			var err error
			o := onProcessors(&p, f, examples, 10*each, mean)
			o.Spent = spent
			if results, _, list, err = runNoted(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			text, asked = told(list.Sorted()), finds.Load()
			for _, m := range list {
				if strings.Contains(m.Text, "the whole run") {
					text += " (" + m.Hint + ")"
				}
			}
		})
		return text, asked, results
	}
	got, asked, results := run(each/15, 0)
	// Of the work of four at once, up to 1.2 s falls to one of them.
	want := regexp.MustCompile(`^examples/(ferry\d+)\.json: the whole run takes more than 3\.8s of processor time \(most went to (ferry\d+) \([01]\.\ds\), ferry\d+ \([01]\.\ds\), ferry\d+ \([01]\.\ds\)\)$`)
	if named := want.FindStringSubmatch(got); named == nil || named[1] != named[2] || asked == many {
		t.Errorf("%d of %d ran, told\n%s\nwant\n%s", asked, many, got, want)
	}
	if last := results[many-1]; last.Status != example.Failed {
		t.Errorf("the last, which did not run, has status %v", last.Status)
	}
	if got, sooner, _ := run(each/15, 5*each); !want.MatchString(got) || sooner >= asked {
		t.Errorf("after an earlier run %d of %d ran, without one %d, told\n%s", sooner, many, asked, got)
	}
	if got, asked, _ := run(time.Minute, time.Minute); got != "" || asked != many {
		t.Errorf("%d of %d ran, told\n%s", asked, many, got)
	}
	if slices.ContainsFunc(examples, func(e *example.Example) bool { return e.Exhausted }) {
		t.Error("one that ran in the end is held to have taken too long")
	}
}

// Unfinished examples have failed, and are reported if the cause is not.
func TestTheFirstOverrunEndsTheRun(t *testing.T) {
	e := twoExamples(t)
	cause := overrun{what: "the step", limit: time.Second, pos: diag.Pos{File: e[0].File, Line: 7, Col: 34}}
	ctx, end := context.WithCancelCause(t.Context())
	end(cause)
	result, list := notBegun(ctx, e[1])
	cases.Note(list)
	if result.Status != example.Failed || result.Example != e[1] || told(list) != "examples/hut.json: it did not run to its end, for another example takes too long" {
		t.Errorf("%v %s", result.Status, told(list))
	}
	list.Add(diag.Message{Pos: cause.pos, Text: cause.Error()})
	if got := told(list.Sorted()); got != "examples/ferry.json:7:34: the step takes longer than 1s" {
		t.Errorf("told %s", got)
	}
}

// A server that was not started for the run is told to drop our database, however
// busy it is.
func TestOverrunDropsTheDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := inside(t, untilDropped("find", func() {}))
		if _, _, _, err := runNoted(t.Context(), Options{URI: f.uri, dialer: f, Examples: twoExamples(t)[:1], Limits: Limits{Step: 50 * time.Millisecond, Example: time.Minute, Run: time.Minute}}); err != nil {
			t.Fatal(err)
		}
		if last := f.sent[len(f.sent)-1]; last != "dropDatabase" {
			t.Errorf("sent last: %s", last)
		}
	})
}

// An interrupt ends a run that waits for an answer.
func TestInterrupt(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan struct{})
	f := startFake(t, func(name string, _ bson.Raw) bson.D {
		if name == "find" {
			interrupt()
			<-ended
		}
		return bson.D{}
	})
	t.Cleanup(func() { close(ended) })
	if _, _, _, err := runNoted(ctx, Options{URI: f.uri, Examples: twoExamples(t)}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
