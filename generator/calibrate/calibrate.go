// Package calibrate times the weights of package weigh on a server.
//
// Run fills a database with a few thousand documents and sends batches of commands in
// a random order, round after round. A batch's work is the processor time that the
// server spent on it, by serverStatus, or, where the server doesn't tell that, the time
// by the clock less that of as many pings. Two batches differ in little more than one
// unit, so the difference of their work is the weight of that unit. A round returns
// each weight once; the result has their medians and quartiles.
package calibrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/weigh"
)

// Server is where commands are sent to.
type Server interface {
	RunCommand(ctx context.Context, database string, command bson.D) (bson.Raw, error)
}

// Options are the server, the database, and how long all takes.
type Options struct {
	Server   Server
	Database string // is empty, and the caller drops it
	Time     time.Duration
	// Now, Sleep and Shuffle are those of packages time and math/rand; tests set others.
	Now     func() time.Time
	Sleep   func(time.Duration)
	Shuffle func(n int, swap func(i, j int))
	// Progress, if set, is called before each round, and with 0 before the first.
	Progress func(round int)
}

const (
	fewestRounds = 5
	wantedRounds = 30
	mostCommands = 3000 // in a batch
	// busyRate is how many operations of others, in a second, make a server a busy one.
	busyRate, busyCount = 10, 5
)

// run is a calibration at work.
type run struct {
	Options
	facts    facts
	batches  [batches]batch
	commands [batches]int // in each batch
	length   time.Duration
	sent     int
	rounds   []round
}

// round has each batch once.
type round struct {
	work  [batches]sample
	idle  sample // nothing was sent for the length of a batch
	empty sample // the same without waiting
	pings []time.Duration
}

// sample is how long a batch took.
type sample struct {
	elapsed, processor time.Duration
	operations         int64 // that the server counted meanwhile, ours included
}

// Run times the weights. An interrupt is the error of ctx.
func Run(ctx context.Context, o Options) (Result, error) {
	end := o.Now().Add(o.Time)
	r := &run{Options: o, length: max(time.Millisecond, o.Time/(wantedRounds*(batches+2)))}
	if r.Progress == nil {
		r.Progress = func(int) {}
	}
	r.Progress(0)
	var err error
	if r.facts, err = examine(ctx, o.Server); err != nil {
		return Result{}, err
	}
	r.batches = newBatches(r.facts.hasOplog)
	if err := r.fill(ctx); err != nil {
		return Result{}, err
	}
	if err := r.setCommands(ctx); err != nil {
		return Result{}, err
	}
	for len(r.rounds) < fewestRounds || o.Now().Before(end) {
		r.Progress(len(r.rounds) + 1)
		if err := r.round(ctx); err != nil {
			return Result{}, err
		}
	}
	return r.result(), nil
}

// facts are what a server says about itself.
type facts struct {
	hasOplog  bool
	hasStatus bool
	cache     float64 // bytes
	// Why it does not tell these; "" if it does.
	noProcessor, noCache string
}

// examine refuses servers whose weights can't be timed.
func examine(ctx context.Context, server Server) (f facts, err error) {
	reply, err := server.RunCommand(ctx, "admin", bson.D{{Key: "hello", Value: 1}})
	if err != nil {
		return f, err
	}
	var hello struct {
		Msg               string
		SetName           string `bson:"setName"`
		IsWritablePrimary bool   `bson:"isWritablePrimary"`
		ReadOnly          bool   `bson:"readOnly"`
	}
	if err := bson.Unmarshal(reply, &hello); err != nil {
		return f, fmt.Errorf("the reply to hello can't be read: %w", err)
	}
	switch {
	case hello.Msg == "isdbgrid":
		return f, errors.New("this is mongos, a router, whose work is that of no weight; name the primary of a shard, or a server like it")
	case hello.ReadOnly:
		return f, errors.New("this server is read-only; calibrate has to write")
	case !hello.IsWritablePrimary:
		return f, errors.New("this server is not the primary of its set, so that it takes no writes; name the primary")
	}
	f.hasOplog = hello.SetName != ""
	status, err := server.RunCommand(ctx, "admin", bson.D{{Key: "serverStatus", Value: 1}})
	if err != nil {
		f.noProcessor, f.noCache = err.Error(), err.Error()
		return f, ctx.Err()
	}
	f.hasStatus = true
	if _, ok := processorTime(status); !ok {
		f.noProcessor = "its serverStatus does not have it"
	}
	f.cache, _ = number(status, "wiredTiger", "cache", "maximum bytes configured")
	if f.cache <= 0 {
		f.noCache = "the server's status does not have it"
	}
	return f, nil
}

func number(status bson.Raw, path ...string) (float64, bool) {
	n, ok := status.Lookup(path...).AsInt64OK()
	return float64(n), ok
}

// processorTime returns the processor time of the server so far.
func processorTime(status bson.Raw) (time.Duration, bool) {
	user, hasUser := number(status, "extra_info", "user_time_us")
	system, hasSystem := number(status, "extra_info", "system_time_us")
	return time.Duration(user+system) * time.Microsecond, hasUser && hasSystem
}

// fill makes the collections with their indexes.
func (r *run) fill(ctx context.Context) error {
	for _, collection := range []string{small, large, indexed, wide} {
		var all bson.A
		for id := range documents[collection] {
			all = append(all, document(collection, id))
		}
		indexes := bson.A{bson.D{{Key: "key", Value: bson.D{{Key: "n", Value: int32(1)}}}, {Key: "name", Value: "n"}}}
		if collection == indexed {
			for i := range moreIndexes {
				name := fmt.Sprintf("v%d", i)
				key := bson.D{{Key: "v", Value: int32(1)}, {Key: name, Value: int32(1)}}
				indexes = append(indexes, bson.D{{Key: "key", Value: key}, {Key: "name", Value: name}})
			}
		}
		for _, command := range []bson.D{
			{{Key: "insert", Value: collection}, {Key: "documents", Value: all}, acknowledged},
			{{Key: "createIndexes", Value: collection}, {Key: "indexes", Value: indexes}},
		} {
			if err := r.send(ctx, command); err != nil {
				return err
			}
		}
	}
	return nil
}

// send runs a command, whose writes must not fail.
func (r *run) send(ctx context.Context, command bson.D) error {
	reply, err := r.Server.RunCommand(ctx, r.Database, command)
	if err != nil {
		return err
	}
	if text, ok := reply.Lookup("writeErrors", "0", "errmsg").StringValueOK(); ok {
		return fmt.Errorf("%s: %s", command[0].Key, text)
	}
	return nil
}

// setCommands chooses the number of commands of each batch so that all take about as
// long. It also brings what they read into the cache.
func (r *run) setCommands(ctx context.Context) error {
	for i := range r.batches {
		var took time.Duration
		for range 2 { // the first may be slow
			start := r.Now()
			if err := r.sendBatch(ctx, i, kinds); err != nil {
				return err
			}
			took = r.Now().Sub(start)
		}
		n := mostCommands
		if took > 0 {
			n = min(mostCommands, int(kinds*r.length/took))
		}
		r.commands[i] = max(1, n/kinds) * kinds
	}
	return nil
}

func (r *run) sendBatch(ctx context.Context, i, commands int) error {
	for range commands {
		r.sent++
		if err := r.send(ctx, r.batches[i].command(r.sent)); err != nil {
			return err
		}
	}
	return nil
}

// round sends each batch once, in a random order, and the pings, and waits once.
func (r *run) round(ctx context.Context) error {
	const idle, pings = batches, batches + 1
	order := make([]int, batches+2)
	for i := range order {
		order[i] = i
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var now round
	for _, i := range order {
		var err error
		switch i {
		case idle:
			now.idle, err = r.sample(ctx, func() error { r.Sleep(r.length); return nil })
			if err == nil {
				now.empty, err = r.sample(ctx, func() error { return nil })
			}
		case pings:
			now.pings, err = r.ping(ctx)
		default:
			now.work[i], err = r.sample(ctx, func() error { return r.sendBatch(ctx, i, r.commands[i]) })
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	r.rounds = append(r.rounds, now)
	return nil
}

// ping times single pings.
func (r *run) ping(ctx context.Context) ([]time.Duration, error) {
	var all []time.Duration
	for begin := r.Now(); len(all) < kinds || len(all) < mostCommands && r.Now().Sub(begin) < r.length; {
		start := r.Now()
		if _, err := r.Server.RunCommand(ctx, "admin", bson.D{{Key: "ping", Value: 1}}); err != nil {
			return nil, err
		}
		all = append(all, r.Now().Sub(start))
	}
	return all, nil
}

// sample times do by the clock and by the server's counters.
func (r *run) sample(ctx context.Context, do func() error) (sample, error) {
	before, err := r.count(ctx)
	if err != nil {
		return sample{}, err
	}
	start := r.Now()
	if err := do(); err != nil {
		return sample{}, err
	}
	elapsed := r.Now().Sub(start)
	after, err := r.count(ctx)
	return sample{elapsed, after.processor - before.processor, after.operations - before.operations}, err
}

// count reads the server's counters, without the parts of its status that take it long.
func (r *run) count(ctx context.Context) (s sample, err error) {
	if !r.facts.hasStatus {
		return s, nil
	}
	command := bson.D{{Key: "serverStatus", Value: 1}}
	for _, part := range []string{"metrics", "wiredTiger", "tcmalloc", "locks", "storageEngine", "transactions", "repl"} {
		command = append(command, bson.E{Key: part, Value: 0})
	}
	status, err := r.Server.RunCommand(ctx, "admin", command)
	if err != nil {
		return s, err
	}
	s.processor, _ = processorTime(status)
	for _, kind := range []string{"insert", "query", "update", "delete", "getmore", "command"} {
		n, _ := number(status, "opcounters", kind)
		s.operations += int64(n)
	}
	return s, nil
}

// result computes the weights of each round, and from them the result.
func (r *run) result() Result {
	result := Result{Rounds: len(r.rounds), NoProcessor: r.facts.noProcessor, IsBusy: r.isBusy()}
	found := map[weigh.Unit][]float64{}
	var waits []float64
	for _, now := range r.rounds {
		waits = append(waits, microseconds(quantile(now.pings, 0.5)))
		for unit, weight := range r.solve(now) {
			found[unit] = append(found[unit], weight)
		}
	}
	terms := weigh.Terms()
	for unit, term := range terms[:len(terms)-2] {
		t := Term{Default: term}
		switch values := found[weigh.Unit(unit)]; {
		case weigh.Unit(unit) == weigh.Pages:
			t.Untimed = "it needs more data than the cache holds"
		case len(values) == 0:
			t.Untimed = "the server has no oplog"
		default:
			t.setQuartiles(values)
		}
		result.Terms = append(result.Terms, t)
	}
	wait, cache := Term{Default: terms[len(terms)-2]}, Term{Default: terms[len(terms)-1], Untimed: r.facts.noCache}
	wait.setQuartiles(waits)
	if cache.Untimed == "" {
		cache.setQuartiles([]float64{r.facts.cache / 1e9})
	}
	result.Terms = append(result.Terms, wait, cache)
	return result
}

// solve returns the weights as a round has them.
func (r *run) solve(now round) map[weigh.Unit]float64 {
	var weights weigh.Weights
	known := map[weigh.Unit]float64{}
	for _, d := range differences {
		work, amounts := r.work(now, d.more), r.batches[d.more].amounts
		if d.less != none {
			work -= r.work(now, d.less)
			for unit, amount := range r.batches[d.less].amounts {
				amounts[unit] -= amount
			}
		}
		if amounts[d.unit] == 0 {
			continue // what it counts is not there
		}
		for unit, amount := range amounts {
			if weigh.Unit(unit) != d.unit {
				work -= weights[unit] * amount
			}
		}
		weights[d.unit] = work / amounts[d.unit]
		known[d.unit] = weights[d.unit]
	}
	return known
}

// work returns the work of one command of a batch, in microseconds.
func (r *run) work(now round, i int) float64 {
	commands := float64(r.commands[i])
	if r.facts.noProcessor == "" {
		status, rate := r.background()
		return (microseconds(now.work[i].processor) - status - rate*microseconds(now.work[i].elapsed)) / commands
	}
	var pings time.Duration
	for _, ping := range now.pings {
		pings += ping
	}
	return microseconds(now.work[i].elapsed)/commands - microseconds(pings)/float64(len(now.pings))
}

// background returns the processor time in microseconds that the server takes for
// telling its status, and the share of a processor that it takes without being asked.
func (r *run) background() (status, rate float64) {
	var empty, idle, elapsed []time.Duration
	for _, now := range r.rounds {
		empty, idle, elapsed = append(empty, now.empty.processor), append(idle, now.idle.processor), append(elapsed, now.idle.elapsed)
	}
	status = microseconds(quantile(empty, 0.5))
	return status, max(0, (microseconds(quantile(idle, 0.5))-status)/microseconds(quantile(elapsed, 0.5)))
}

// isBusy reports whether others use the server.
func (r *run) isBusy() bool {
	const ours = 1 // the second serverStatus of a sample
	operations, elapsed := int64(0), time.Duration(0)
	for _, now := range r.rounds {
		operations, elapsed = operations+max(0, now.idle.operations-ours), elapsed+now.idle.elapsed
	}
	return operations >= busyCount && float64(operations) > busyRate*elapsed.Seconds()
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// quantile returns the value below which a share of the values lies.
func quantile[T ~int64 | ~float64](values []T, share float64) T {
	sorted := slices.Sorted(slices.Values(values))
	at := share * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + T((at-float64(below))*float64(sorted[above]-sorted[below]))
}
