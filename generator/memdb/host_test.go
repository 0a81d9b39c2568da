package memdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// host is what cases run on: memdb in this process, or a server at a URI.
type host struct {
	version string // as buildInfo tells it
	memdb   bool
	set     string // the name of its replica set
	router  bool   // it stands before a sharded cluster
	plain   bool   // cases run as they are written, in no variant
	open    func(t *testing.T) target
}

// target is a new database, gone at the end of its test.
type target struct {
	name string
	run  func(t *testing.T, database string, command bson.D) bson.Raw
}

// inProcess makes a new memdb for each target.
func inProcess(t *testing.T, options Options) host {
	t.Helper()
	return askHost(t, func(*testing.T) target {
		db := New(options)
		return target{name: caseDatabase, run: func(t *testing.T, database string, command bson.D) bson.Raw {
			command = append(slices.Clip(command), bson.E{Key: "$db", Value: database})
			raw, err := value.Encode(command)
			if err != nil { // the driver's encoder is slower, and knows nil
				raw, err = bson.Marshal(command)
			}
			if err != nil {
				t.Fatal(err)
			}
			return db.Run(t.Context(), raw)
		}}
	})
}

// askHost lets the server behind open say what it is.
func askHost(t *testing.T, open func(*testing.T) target) host {
	t.Helper()
	admin := bson.E{Key: "$db", Value: "admin"}
	info := open(t).must(t, bson.D{{Key: "buildInfo", Value: int32(1)}, admin})
	hello := open(t).must(t, bson.D{{Key: "hello", Value: int32(1)}, admin})
	h := host{memdb: !value.IsMissing(value.Get(info, "memdb")), router: value.Get(hello, "msg") == any("isdbgrid"), open: open}
	h.version, _ = value.Get(info, "version").(string)
	h.set, _ = value.Get(hello, "setName").(string)
	return h
}

func (h host) String() string {
	name := "MongoDB"
	if h.memdb {
		name = "memdb as"
	}
	if h.set != "" {
		return fmt.Sprintf("%s %s, replica set %s", name, h.version, h.set)
	}
	return name + " " + h.version
}

// caseDatabase is the database of a case, in its commands and in its replies,
// whatever its name on the host.
const caseDatabase = "test"

// reply runs a command in the database, or in that of its $db.
func (d target) reply(t *testing.T, command bson.D) bson.D {
	t.Helper()
	database := d.name
	if named, ok := value.Get(command, "$db").(string); ok {
		command = slices.DeleteFunc(slices.Clone(command), func(f bson.E) bool { return f.Key == "$db" })
		database = d.nameOf(named)
	}
	if d.name != caseDatabase {
		command = mapStrings(command, d.nameOf).(bson.D)
	}
	reply, err := value.Decode(d.run(t, database, command))
	if err != nil {
		t.Fatal(err)
	}
	if d.name == caseDatabase {
		return reply
	}
	return mapStrings(reply, func(s string) string { return strings.ReplaceAll(s, d.name, caseDatabase) }).(bson.D)
}

func (d target) must(t *testing.T, command bson.D) bson.D {
	t.Helper()
	reply := d.reply(t, command)
	if value.Get(reply, "ok") != 1.0 || !value.IsMissing(value.Get(reply, "writeErrors")) {
		t.Fatalf("%s: %s", show(command), show(reply))
	}
	return reply
}

// nameOf returns the host's name of the database or namespace s of a case.
func (d target) nameOf(s string) string {
	collection, below := strings.CutPrefix(s, caseDatabase+".")
	switch {
	case s == caseDatabase:
		return d.name
	case below:
		return d.name + "." + collection
	case s == strings.ToUpper(caseDatabase):
		return strings.ToUpper(d.name)
	}
	return s
}

// mapStrings returns a copy of a value with each of its strings changed.
func mapStrings(v any, change func(string) string) any {
	switch v := v.(type) {
	case string:
		return change(v)
	case bson.D:
		out := make(bson.D, len(v))
		for i, f := range v {
			out[i] = bson.E{Key: f.Key, Value: mapStrings(f.Value, change)}
		}
		return out
	case bson.A:
		out := make(bson.A, len(v))
		for i, item := range v {
			out[i] = mapStrings(item, change)
		}
		return out
	}
	return v
}
