package calibrate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/memdbtest"
	"modelbook/generator/parse"
	"modelbook/generator/required"
	"modelbook/generator/verify"
	"modelbook/generator/weigh"
)

// simulated is a server of known weights with a clock of its own. It counts what a
// command takes from the command and the documents that were inserted.
type simulated struct {
	weights       weigh.Weights
	trip, noise   float64
	hello, status bson.D
	refused       string // a command that fails
	hasClockOnly  bool
	others        float64 // operations a second
	random        *rand.Rand
	now           time.Time
	processor     float64 // microseconds
	operations    float64
	sizes         map[string]float64
	indexedFields map[string][]string
}

func newSimulated(hello bson.D) *simulated {
	return &simulated{
		weights: weigh.Weights{weigh.Commands: 35, weigh.Keys: 0.2, weigh.DocumentsRead: 1.1, weigh.KiBRead: 0.3,
			weigh.DocumentsWritten: 22, weigh.EntriesWritten: 6, weigh.OplogKiB: 2},
		trip: 180, hello: hello, random: rand.New(rand.NewPCG(1, 2)), sizes: map[string]float64{}, indexedFields: map[string][]string{},
		status: bson.D{{Key: "wiredTiger", Value: bson.D{{Key: "cache", Value: bson.D{{Key: "maximum bytes configured", Value: 3.25e9}}}}}},
	}
}

var (
	primary = bson.D{{Key: "isWritablePrimary", Value: true}}
	member  = append(bson.D{{Key: "setName", Value: "rs"}}, primary...)
)

func (s *simulated) RunCommand(_ context.Context, _ string, command bson.D) (bson.Raw, error) {
	name := command[0].Key
	if name == s.refused {
		return nil, errors.New("this user may not run " + name)
	}
	raw, _ := bson.Marshal(command)
	lookup := bson.Raw(raw).Lookup
	collection, _ := lookup(name).StringValueOK()
	var a weigh.Amounts
	filtered := func(path ...string) {
		filter := lookup(path...).Document()
		first, _ := filter.IndexErr(0)
		a[weigh.Commands], a[weigh.Keys], a[weigh.DocumentsRead] = 1, 1, 1
		if bounds, ok := first.Value().DocumentOK(); ok {
			a[weigh.Keys] = float64(bounds.Lookup("$lt").Int32())
			if a[weigh.DocumentsRead] = a[weigh.Keys]; !lookup("projection").IsZero() {
				a[weigh.DocumentsRead] = 0 // it is covered
			}
		}
		a[weigh.KiBRead] = a[weigh.DocumentsRead] * s.sizes[collection] / 1024
	}
	reply := bson.D{{Key: "ok", Value: 1}}
	s.operations++
	switch name {
	case "hello":
		reply = s.hello
	case "serverStatus":
		reply = append(bson.D{{Key: "opcounters", Value: bson.D{{Key: "command", Value: int64(s.operations)}}}}, s.status...)
		if !s.hasClockOnly {
			used := bson.D{{Key: "user_time_us", Value: int64(s.processor / 3)}, {Key: "system_time_us", Value: int64(s.processor) - int64(s.processor/3)}}
			reply = append(reply, bson.E{Key: "extra_info", Value: used})
		}
		s.processor += 900
	case "insert":
		s.sizes[collection] = float64(len(lookup("documents", "0").Value))
	case "createIndexes":
		indexes, _ := lookup("indexes").Array().Values()
		for _, index := range indexes {
			keys, _ := index.Document().Lookup("key").Document().Elements()
			for _, key := range keys {
				s.indexedFields[collection] = append(s.indexedFields[collection], key.Key())
			}
		}
	case "find":
		filtered("filter")
	case "update":
		filtered("updates", "0", "q")
		changes, _ := lookup("updates", "0", "u").Document().Elements()
		changed, _ := changes[0].Value().Document().IndexErr(0)
		a[weigh.DocumentsWritten] = a[weigh.DocumentsRead]
		for _, field := range s.indexedFields[collection] {
			if field == changed.Key() {
				a[weigh.EntriesWritten] += 2 * a[weigh.DocumentsWritten]
			}
		}
		if slices.ContainsFunc(s.hello, func(e bson.E) bool { return e.Key == "setName" }) {
			// {$v: 2, diff: {u: {…}}} and {_id: …}
			a[weigh.OplogKiB] = a[weigh.DocumentsWritten] * float64(8+11+8+5+len(changed)+5-3+14+1) / 1024
		}
	}
	work := 0.0
	for unit, amount := range a {
		work += s.weights[unit] * amount
	}
	work *= 1 + s.noise*s.random.NormFloat64()
	s.processor += work
	s.pass(time.Duration((work + s.trip*(1+s.noise*s.random.Float64())) * 1000))
	return bson.Marshal(reply)
}

func (s *simulated) pass(d time.Duration) {
	s.now, s.operations = s.now.Add(d), s.operations+s.others*d.Seconds()
	s.processor += s.noise * d.Seconds() * 3e5 // the server looks after itself
}

func (s *simulated) run(t *testing.T, seconds float64) Result {
	t.Helper()
	r, err := Run(t.Context(), Options{Server: s, Database: "x", Time: time.Duration(seconds * float64(time.Second)),
		Now: func() time.Time { return s.now }, Sleep: s.pass, Shuffle: s.random.Shuffle})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The weights of a server are found in spite of noise, by its processor time and by
// the clock, with an oplog and without.
func TestWeightsAreFound(t *testing.T) {
	for _, c := range []struct {
		name         string
		hello        bson.D
		hasClockOnly bool
		noise        float64
		within       float64
	}{
		{"exactly", member, false, 0, 0.005},
		{"processor time", member, false, 0.1, 0.1},
		{"without an oplog", primary, false, 0.1, 0.1},
		{"the clock", member, true, 0.1, 0.15},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSimulated(c.hello)
			s.hasClockOnly, s.noise = c.hasClockOnly, c.noise
			r := s.run(t, 5)
			if r.Rounds < wantedRounds/2 || r.IsBusy || r.IsUncertain() || (r.NoProcessor != "") != c.hasClockOnly {
				t.Errorf("%+v", r)
			}
			for i, term := range r.Terms {
				want := 0.0
				switch name := term.Default.Name; {
				case name == "page" || name == "oplog" && len(c.hello) == 1:
					if term.Untimed == "" || term.IsCertain() {
						t.Errorf("%+v", term)
					}
					continue
				case name == "roundTrip":
					want = s.trip * (1 + c.noise/2)
				case name == "cache":
					want = 3.25
				default:
					want = s.weights[i]
				}
				if math.Abs(term.Value/want-1) > c.within || !term.IsCertain() || term.Low > term.Value || term.Value > term.High {
					t.Errorf("want %v, got %+v", want, term)
				}
			}
		})
	}
}

// A server whose work is too small beside its noise has weights that are not certain:
// they are in the table, and neither in the block nor in the link.
func TestUncertain(t *testing.T) {
	s := newSimulated(member)
	s.noise, s.others = 1, 100
	s.weights[weigh.KiBRead] = 0
	r := s.run(t, 10)
	if !r.IsBusy || !r.IsUncertain() {
		t.Errorf("%+v", r)
	}
	kib := r.Terms[weigh.KiBRead]
	if kib.IsCertain() || !strings.Contains(r.Table(), "not certain") || !strings.Contains(r.YAML(), "# kib: not certain") || strings.Contains(r.Link(page), "kib") {
		t.Errorf("%+v\n%s", kib, r.Table()+r.YAML())
	}
}

// Others are noticed where the server tells no processor time, too.
func TestBusyByTheClock(t *testing.T) {
	s := newSimulated(member)
	s.hasClockOnly, s.others = true, 100
	if r := s.run(t, 5); !r.IsBusy || r.NoProcessor == "" {
		t.Errorf("%+v", r)
	}
}

// A small budget makes few rounds, and no budget any fewer.
func TestFewestRounds(t *testing.T) {
	if r := newSimulated(primary).run(t, 1e-6); r.Rounds != fewestRounds {
		t.Errorf("%d rounds", r.Rounds)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		hello         bson.D
		refused, want string
	}{
		{bson.D{{Key: "msg", Value: "isdbgrid"}, {Key: "isWritablePrimary", Value: true}}, "", "this is mongos"},
		{bson.D{{Key: "setName", Value: "rs"}, {Key: "isWritablePrimary", Value: false}}, "", "not the primary"},
		{bson.D{{Key: "readOnly", Value: true}, {Key: "isWritablePrimary", Value: true}}, "", "read-only"},
		{primary, "insert", "this user may not run insert"},
		{primary, "ping", "this user may not run ping"},
	} {
		s := newSimulated(c.hello)
		s.refused = c.refused
		_, err := Run(t.Context(), Options{Server: s, Now: func() time.Time { return s.now }, Sleep: s.pass, Shuffle: s.random.Shuffle})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.want, err)
		}
	}
	s := newSimulated(primary)
	s.refused = "serverStatus"
	r := s.run(t, 1)
	if r.NoProcessor != "this user may not run serverStatus" || r.Terms[weigh.Commands].Untimed != "" || !strings.Contains(r.Table(), "cache      not timed  this user may not run serverStatus") {
		t.Errorf("%s %s", r.NoProcessor, r.Table())
	}
}

// A database does for each batch as much as its amounts say, in the one database.
func TestAmounts(t *testing.T) {
	checkAmounts(t, memdbtest.Params{Options: memdb.Options{ReplicaSet: true}}.URI(t))
}

// The same on a MongoDB server of this machine.
func TestAmountsOnServer(t *testing.T) {
	uri := os.Getenv("MODELBOOK_MONGODB_URI")
	if uri == "" {
		required.Missing(t, "server", "MODELBOOK_MONGODB_URI names no server")
	}
	checkAmounts(t, uri)
}

func checkAmounts(t *testing.T, uri string) {
	c, err := verify.Connect(t.Context(), verify.Options{URI: uri})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	ran := map[string]bool{}
	server := watched{c, func(database string, command bson.D) error {
		if strings.HasPrefix(database, "modelbook_") && strings.HasSuffix(database, "_calibrate") {
			database = "ours"
		}
		ran[database+" "+command[0].Key] = true
		return nil
	}}
	now := time.Time{}
	err = c.InDatabase(t.Context(), "calibrate", func(database string) error {
		r, err := Run(t.Context(), Options{Server: server, Database: database, Time: time.Millisecond,
			Now:   func() time.Time { now = now.Add(time.Millisecond); return now },
			Sleep: func(time.Duration) {}, Shuffle: rand.New(rand.NewPCG(1, 2)).Shuffle})
		if err != nil || r.Rounds != fewestRounds {
			return fmt.Errorf("%d rounds, %w", r.Rounds, err)
		}
		for i, b := range newBatches(true) {
			got, err := amountsOf(t.Context(), c, database, b)
			if err != nil {
				return fmt.Errorf("batch %d: %w", i, err)
			}
			for _, unit := range []weigh.Unit{weigh.Keys, weigh.DocumentsRead, weigh.DocumentsWritten} {
				if math.Abs(got[unit]-b.amounts[unit]) > 1e-9 {
					t.Errorf("batch %d: %v, want %v", i, got, b.amounts)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"admin hello", "admin ping", "admin serverStatus", "ours createIndexes", "ours find", "ours insert", "ours update"}
	if got := slices.Sorted(maps.Keys(ran)); !slices.Equal(got, want) {
		t.Errorf("ran %q", got)
	}
}

// amountsOf returns how much a command of a batch reads and writes by the server's own
// count.
func amountsOf(ctx context.Context, c *verify.Connection, database string, b batch) (a weigh.Amounts, err error) {
	for number := range kinds {
		command := b.command(number)
		reply, err := c.RunCommand(ctx, database, command)
		if err != nil {
			return a, err
		}
		if command[0].Key == "update" {
			a[weigh.DocumentsWritten] += float64(reply.Lookup("nModified").AsInt64()) / kinds
			command = find(command[0].Value.(string), command[1].Value.(bson.A)[0].(bson.D)[0].Value.(bson.D))
		}
		reply, err = c.RunCommand(ctx, database, bson.D{{Key: "explain", Value: command}, {Key: "verbosity", Value: "executionStats"}})
		if err != nil {
			return a, err
		}
		a[weigh.Keys] += float64(reply.Lookup("executionStats", "totalKeysExamined").AsInt64()) / kinds
		a[weigh.DocumentsRead] += float64(reply.Lookup("executionStats", "totalDocsExamined").AsInt64()) / kinds
	}
	return a, nil
}

// watched is a server that calls before with each command, and refuses it with the
// error.
type watched struct {
	*verify.Connection
	before func(database string, command bson.D) error
}

func (w watched) RunCommand(ctx context.Context, database string, command bson.D) (bson.Raw, error) {
	if err := w.before(database, command); err != nil {
		return nil, err
	}
	return w.Connection.RunCommand(ctx, database, command)
}

// An interrupted calibration, and one that fails, leaves no database and touches none.
func TestDatabaseIsDropped(t *testing.T) {
	uri := memdbtest.Params{AllowRefusals: true}.URI(t)
	c, err := verify.Connect(t.Context(), verify.Options{URI: uri})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if _, err := c.RunCommand(t.Context(), "modelbook_huts", bson.D{{Key: "create", Value: "huts"}}); err != nil {
		t.Fatal(err)
	}
	before := databases(t, c)
	for _, refused := range []string{"", "update"} {
		ctx, interrupt := context.WithCancel(t.Context())
		sent := 0
		server := watched{c, func(_ string, command bson.D) error {
			if sent++; sent == 100 {
				interrupt()
			}
			if command[0].Key == refused {
				return errors.New("refused")
			}
			return nil
		}}
		err := c.InDatabase(ctx, "calibrate", func(database string) error {
			_, err := Run(ctx, Options{Server: server, Database: database, Time: time.Hour, Now: time.Now, Sleep: func(time.Duration) {}, Shuffle: rand.Shuffle})
			if names := databases(t, c); len(names) != len(before)+1 || !slices.Contains(names, database) {
				t.Errorf("%v", names)
			}
			return err
		})
		if interrupt(); (refused == "") != errors.Is(err, context.Canceled) || err == nil {
			t.Error(err)
		}
		if names := databases(t, c); !slices.Equal(names, before) {
			t.Errorf("%v are left", names)
		}
	}
}

func databases(t *testing.T, c *verify.Connection) []string {
	t.Helper()
	reply, err := c.RunCommand(t.Context(), "admin", bson.D{{Key: "listDatabases", Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := reply.Lookup("databases").Array().Values()
	var names []string
	for _, d := range all {
		names = append(names, d.Document().Lookup("name").StringValue())
	}
	return names
}

// The block is one that a site takes, with the weights that are certain.
func TestYAML(t *testing.T) {
	block := newSimulated(member).run(t, 1).YAML()
	site, list := parse.Site(diag.NewText("content/site.yaml", []byte("name: Test\ndescription:\n  en: A test.\nlanguages: [en]\n"+block)))
	if list != nil {
		t.Fatalf("%v\n%s", list[0], block)
	}
	for _, term := range weigh.Terms() {
		value, ok := site.Weights[term.Name]
		if ok == (term.Name == "page") || term.Name == "command" && math.Abs(value-35) > 0.5 {
			t.Errorf("%s: %v %v\n%s", term.Name, value, ok, block)
		}
	}
}

func TestDigits(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 1234.5: "1230", 99.96: "100", 0.000012345: "0.0000123", 1e9: "1000000000", -3.14159: "-3.14"} {
		if got := digits(n); got != want {
			t.Errorf("%v: %s, want %s", n, got, want)
		}
	}
}

// The script of pages reads the parameters of the link.
func TestParameters(t *testing.T) {
	script, err := os.ReadFile("../../site/scripts/weigh-3-form.js")
	if err != nil || !strings.Contains(string(script), "`"+weigh.Parameter+"${") {
		t.Errorf("no %s, %v", weigh.Parameter, err)
	}
}
