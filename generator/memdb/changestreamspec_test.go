package memdb

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// streamFile is a file of the unified format as far as change streams need it.
type streamFile struct {
	CreateEntities []map[string]struct {
		ID         string `bson:"id"`
		Name       string `bson:"databaseName"`
		Collection string `bson:"collectionName"`
		Database   string `bson:"database"`
	} `bson:"createEntities"`
	Runs        []specRuns `bson:"runOnRequirements"`
	InitialData []specData `bson:"initialData"`
	Tests       []struct {
		Description string
		Skip        string     `bson:"skipReason"`
		Runs        []specRuns `bson:"runOnRequirements"`
		Operations  []streamOperation
	}
}

type streamOperation struct {
	Name      string
	Object    string
	Arguments bson.D
	Result    any    `bson:"expectResult"`
	Error     bson.D `bson:"expectError"`
	Save      string `bson:"saveResultAsEntity"`
	Ignore    bool   `bson:"ignoreResultAndError"`
}

// streamTests is how many of the tests on change streams run.
const streamTests = 35

// notStreams are the tests on change streams that do not run, with the reason.
var notStreams = map[string]string{
	"failPoint":          needsError,
	"showExpandedEvents": "showExpandedEvents is refused",
}

func TestChangeStreamSpecification(t *testing.T) {
	var tally specTally
	for _, path := range specFiles(t, "change-streams") {
		tally.files++
		var file streamFile
		readSpecInto(t, path, &file)
		for _, test := range file.Tests {
			if test.Skip != "" || !appliesTo(file.Runs, "replicaset") || !appliesTo(test.Runs, "replicaset") {
				tally.leave("not for a replica set of this version")
				continue
			}
			if why := whyNoStream(test.Operations); why != "" {
				tally.leave(why)
				continue
			}
			tally.run(t, test.Description, func(t *testing.T) {
				r := newStreamRun(t, &file)
				for _, op := range test.Operations {
					r.operation(op)
				}
			})
		}
	}
	tally.log(t, "change-streams", streamTests)
}

func whyNoStream(operations []streamOperation) string {
	for _, op := range operations {
		if op.Name == "failPoint" {
			return notStreams[op.Name]
		}
		if value.Get(op.Arguments, "showExpandedEvents") == any(true) {
			return notStreams["showExpandedEvents"]
		}
	}
	return ""
}

// streamRun is one test on a new replica set.
type streamRun struct {
	t       *testing.T
	db      *DB
	names   map[string][2]string // database and collection of an entity
	streams map[string]*watcher
	pending map[string][]bson.D // events that were not asked for yet
}

func newStreamRun(t *testing.T, file *streamFile) *streamRun {
	r := &streamRun{t: t, db: New(Options{ReplicaSet: true}), names: map[string][2]string{}, streams: map[string]*watcher{}, pending: map[string][]bson.D{}}
	for _, entity := range file.CreateEntities {
		for kind, e := range entity {
			switch kind {
			case "database":
				r.names[e.ID] = [2]string{e.Name, ""}
			case "collection":
				r.names[e.ID] = [2]string{r.names[e.Database][0], e.Collection}
			}
		}
	}
	for _, d := range file.InitialData {
		mustRun(t, r.db, bson.D{{Key: "create", Value: d.Collection}, {Key: "$db", Value: d.Database}})
		if len(d.Documents) > 0 {
			mustRun(t, r.db, bson.D{{Key: "insert", Value: d.Collection}, {Key: "documents", Value: d.Documents}, {Key: "$db", Value: d.Database}})
		}
	}
	return r
}

func (r *streamRun) operation(op streamOperation) {
	reply, ok := r.run(op)
	if !ok || op.Ignore {
		return
	}
	if failed(reply) != (op.Error != nil) {
		r.t.Fatalf("%s: %s", op.Name, show(reply))
	}
	if code := value.Get(op.Error, "errorCode"); op.Error != nil && !value.IsMissing(code) && !value.Equal(code, value.Get(reply, "code")) {
		r.t.Errorf("%s: %s, want %v", op.Name, show(reply), code)
	}
}

// run returns the reply to an operation; ok is false for one that has none.
func (r *streamRun) run(op streamOperation) (reply bson.D, ok bool) {
	at := r.names[op.Object]
	db := bson.E{Key: "$db", Value: at[0]}
	send := func(command bson.D) (bson.D, bool) { return runDocument(r.t, r.db, append(command, db)), true }
	switch op.Name {
	case "createChangeStream":
		return r.watch(op, at), true
	case "iterateUntilDocumentOrError":
		return r.next(op)
	case "rename":
		to := at[0] + "." + value.Get(op.Arguments, "to").(string)
		drop := value.Get(op.Arguments, "dropTarget") == any(true)
		return runDocument(r.t, r.db, bson.D{{Key: "renameCollection", Value: at[0] + "." + at[1]}, {Key: "to", Value: to}, {Key: "dropTarget", Value: drop}, {Key: "$db", Value: "admin"}}), true
	case "dropCollection", "createCollection":
		command := bson.D{{Key: strings.TrimSuffix(op.Name, "Collection"), Value: value.Get(op.Arguments, "collection")}}
		return send(append(command, without(op.Arguments, "collection")...))
	case "runCommand":
		return send(value.Get(op.Arguments, "command").(bson.D))
	case "close", "assertEventCount":
		return nil, false
	}
	command, known := specCommand(operation{Name: op.Name, Object: "collection", Arguments: op.Arguments})
	if !known {
		r.t.Fatalf("no command for %s", op.Name)
	}
	command[0].Value = at[1]
	return send(command)
}

func (r *streamRun) watch(op streamOperation, at [2]string) bson.D {
	w := &watcher{t: r.t, db: r.db, database: at[0], collection: at[1]}
	stage, on := without(op.Arguments, "pipeline", "comment", "batchSize", "collation", "maxAwaitTimeMS"), any(at[1])
	switch {
	case at[0] == "":
		w.database, stage = "admin", append(stage, bson.E{Key: "allChangesForCluster", Value: true})
		fallthrough
	case at[1] == "":
		w.collection, on = "$cmd.aggregate", int32(1)
	}
	stages := append(bson.A{bson.D{{Key: "$changeStream", Value: stage}}}, value.Get(op.Arguments, "pipeline").(bson.A)...)
	w.first = runDocument(r.t, r.db, append(bson.D{{Key: "aggregate", Value: on}, {Key: "pipeline", Value: stages}, {Key: "cursor", Value: bson.D{}}, {Key: "$db", Value: w.database}}, pick(op.Arguments, "comment", "collation")...))
	if !failed(w.first) {
		w.id = value.Get(value.Get(w.first, "cursor").(bson.D), "id").(int64)
		r.streams[op.Save] = w
	}
	return w.first
}

// next holds the next event to what is expected of it.
func (r *streamRun) next(op streamOperation) (bson.D, bool) {
	w := r.streams[op.Object]
	for tries := 0; len(r.pending[op.Object]) == 0; tries++ {
		reply := w.getMore()
		if failed(reply) || tries == 3 {
			return reply, true
		}
		r.pending[op.Object] = eventsOf(r.t, reply, "nextBatch")
	}
	event := r.pending[op.Object][0]
	r.pending[op.Object] = r.pending[op.Object][1:]
	if want, ok := op.Result.(bson.D); ok {
		for _, f := range want {
			if !expected(value.Get(event, f.Key), f.Value) {
				r.t.Errorf("%s is %v, want %v", f.Key, value.Get(event, f.Key), f.Value)
			}
		}
	}
	return bson.D{{Key: "ok", Value: 1.0}}, true
}

// expected compares a value with one that may hold the format's operators.
func expected(got, want any) bool {
	switch want := want.(type) {
	case nil: // as null is decoded
		return got == any(bson.Null{})
	case bson.D:
		if len(want) == 1 && strings.HasPrefix(want[0].Key, "$$") {
			return special(got, want[0])
		}
		doc, ok := got.(bson.D)
		if !ok {
			return false
		}
		known := func(f bson.E) bool { return !value.IsMissing(value.Get(want, f.Key)) }
		return !slices.ContainsFunc(doc, func(f bson.E) bool { return !known(f) }) &&
			!slices.ContainsFunc(want, func(f bson.E) bool { return !expected(value.Get(doc, f.Key), f.Value) })
	case bson.A:
		list, ok := got.(bson.A)
		return ok && slices.EqualFunc(list, want, expected)
	}
	return value.IsMissing(got) == value.IsMissing(want) && (value.IsMissing(got) || value.Equal(got, want))
}

func special(got any, operator bson.E) bool {
	switch operator.Key {
	case "$$exists":
		return value.IsMissing(got) != (operator.Value == any(true))
	case "$$unsetOrMatches":
		return value.IsMissing(got) || expected(got, operator.Value)
	case "$$type":
		names, many := operator.Value.(bson.A)
		if !many {
			names = bson.A{operator.Value}
		}
		return !value.IsMissing(got) && slices.Contains(names, any(value.TypeName(got)))
	}
	return false
}
