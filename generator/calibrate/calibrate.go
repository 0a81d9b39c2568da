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
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
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
