package memdb

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/value"
)

// Specifications of the drivers about sessions, and the first about CRUD, in the
// format before the unified one. What a driver does by itself, such as what it sends, is not looked at: what
// it would send is sent here, again where it would do so.

// sessionFile is a file of the older format.
type sessionFile struct {
	Database   string `bson:"database_name"`
	Collection string `bson:"collection_name"`
	Data       any    `bson:"data"`
	Tests      []sessionTest
	RunOn      []struct {
		Min      string `bson:"minServerVersion"`
		Max      string `bson:"maxServerVersion"`
		Topology []string
	} `bson:"runOn"`
}

type sessionTest struct {
	Description string
	SkipReason  string `bson:"skipReason"`
	Multiple    bool   `bson:"useMultipleMongoses"`
	FailPoint   bson.D `bson:"failPoint"`
	Client      bson.D `bson:"clientOptions"`
	Session     bson.D `bson:"sessionOptions"`
	Operation   *sessionOperation
	Operations  []sessionOperation
	Outcome     struct {
		Error      bool
		Result     any
		Collection *struct {
			Name string
			Data bson.A
		}
	}
}

type sessionOperation struct {
	Name       string
	Object     string
	Command    string `bson:"command_name"`
	Collection struct {
		Read bson.D `bson:"readConcern"`
	} `bson:"collectionOptions"`
	Arguments bson.D
	Result    any
	Error     bool
}

// ofDrivers are the files, or tests, that are about something else than what a
// server answers, with the reason.
var ofDrivers = map[string]string{
	"errors-client":                   refusedByDriver,
	"read-pref":                       refusedByDriver,
	"commit/commit without start":     refusedByDriver,
	"commit/commit after no-op abort": refusedByDriver,
	"run-command/run command fails with explicit secondary read preference":                 refusedByDriver,
	"run-command/run command fails with secondary read preference from transaction options": refusedByDriver,
	"transaction-options/readPreference inherited from client":                              refusedByDriver,
	"transaction-options/readPreference inherited from defaultTransactionOptions":           refusedByDriver,
	"transaction-options/startTransaction overrides readPreference":                         refusedByDriver,
	"bulkWrite/Both commands are retried after their first statement fails":                 needsError,
	"mongos-pin-auto":       severalRouters,
	"mongos-recovery-token": severalRouters,
	"pin-mongos":            severalRouters,
}

const (
	needsError      = "needs an error made to order, or looks at how a driver shows one"
	refusedByDriver = "a driver refuses to send it"
	severalRouters  = "needs several routers"
)

// suites are the folders of the module with how many of their tests run.
var suites = []struct {
	folder string
	count  int
}{
	{"transactions/legacy", 126},
	{"convenient-transactions", 14},
	{"retryable-writes/legacy", 76},
	{"retryable-reads", 235},
	{"crud/v1/read", 23},
	{"crud/v1/write", 75},
}

func TestSessionSpecifications(t *testing.T) {
	for _, suite := range suites {
		t.Run(suite.folder, func(t *testing.T) {
			var tally specTally
			for _, path := range specFiles(t, suite.folder) {
				tally.files++
				var file sessionFile
				readSpecInto(t, path, &file)
				base := strings.TrimSuffix(filepath.Base(path), ".json")
				for _, test := range file.Tests {
					if why := whyNotHere(base, &file, &test); why != "" {
						tally.leave(why)
						continue
					}
					tally.run(t, base+"/"+test.Description, func(t *testing.T) { newSessionRun(t, &file, &test).all() })
				}
			}
			tally.log(t, suite.folder, suite.count)
		})
	}
}

// whyNotHere says why a test does not apply.
func whyNotHere(base string, file *sessionFile, test *sessionTest) string {
	here := len(file.RunOn) == 0
	for _, r := range file.RunOn {
		here = here || (len(r.Topology) == 0 || slices.Contains(r.Topology, "replicaset")) && (r.Max == "" || r.Max >= "8.2")
	}
	switch why := cmp.Or(ofDrivers[base], ofDrivers[base+"/"+test.Description]); {
	case why != "":
		return why
	case test.SkipReason != "":
		return "skipped by the suite"
	case !here:
		return "not for a replica set of this version"
	}
	for _, op := range test.all() {
		if op.Name == "targetedFailPoint" || strings.HasPrefix(op.Name, "assertSessionPin") || strings.HasPrefix(op.Name, "assertSessionUnpin") {
			return severalRouters
		}
		if slices.Contains([]string{"mapReduce", "download", "download_by_name"}, op.Name) {
			return "mapReduce is refused, and GridFS is reads as others are"
		}
	}
	if test.FailPoint != nil && faultOf(test) == nil {
		return needsError
	}
	return ""
}

func (test *sessionTest) all() []sessionOperation {
	if test.Operation == nil {
		return test.Operations
	}
	op := *test.Operation
	op.Error, op.Result = test.Outcome.Error, test.Outcome.Result
	if expected, ok := op.Result.(bson.D); ok && op.Error && value.IsMissing(value.Get(expected, "errorLabelsContain")) {
		op.Result = nil // how a driver shows the error
	}
	return []sessionOperation{op}
}

// fault is what a fail point does to the commands of a test: their reply is lost,
// or they are lost.
type fault struct {
	times    int
	commands bson.A // nil: writes that can be sent again
	done     bool   // before the reply was lost
}

// faultOf returns the fault that a fail point comes to for a client, nil for another.
func faultOf(test *sessionTest) *fault {
	mode, _ := value.Get(test.FailPoint, "mode").(bson.D)
	data, _ := value.Get(test.FailPoint, "data").(bson.D)
	times, ok := value.Get(mode, "times").(int32)
	if !ok {
		return nil
	}
	f := &fault{times: int(times)}
	if value.Get(test.FailPoint, "configureFailPoint") == any("onPrimaryTransactionalWrite") {
		f.done = value.IsMissing(value.Get(data, "failBeforeCommitExceptionCode"))
		return f
	}
	f.commands, _ = value.Get(data, "failCommands").(bson.A)
	f.done = !value.IsMissing(value.Get(data, "writeConcernError"))
	for _, op := range test.all() {
		if op.Error || isErrorResult(op.Result) || op.Name == "withTransaction" {
			return nil // which a driver tells by the error that was made
		}
	}
	return f
}

func isErrorResult(v any) bool {
	d, ok := v.(bson.D)
	return ok && slices.ContainsFunc(d, func(f bson.E) bool { return strings.HasPrefix(f.Key, "error") })
}

// sessionRun is one test on a new replica set.
type sessionRun struct {
	t        *testing.T
	db       *DB
	file     *sessionFile
	test     *sessionTest
	fault    *fault
	sessions map[string]*specSession
}

// specSession is a session as a driver has it.
type specSession struct {
	id     byte
	number int64
	state  string // "", "starting", "in", "ended"
	sent   bool   // a command of the transaction
	read   any    // readConcern of the transaction
}

func newSessionRun(t *testing.T, file *sessionFile, test *sessionTest) *sessionRun {
	r := &sessionRun{t: t, db: New(Options{ReplicaSet: true}), file: file, test: test, sessions: map[string]*specSession{}}
	if test.FailPoint != nil {
		r.fault = faultOf(test)
	}
	file.Database, file.Collection = cmp.Or(file.Database, "test"), cmp.Or(file.Collection, "test")
	data, _ := file.Data.(bson.A)
	mustRun(t, r.db, bson.D{{Key: "create", Value: file.Collection}, {Key: "$db", Value: file.Database}})
	if len(data) > 0 {
		mustRun(t, r.db, bson.D{{Key: "insert", Value: file.Collection}, {Key: "documents", Value: data}, {Key: "$db", Value: file.Database}})
	}
	return r
}

func (r *sessionRun) all() {
	for _, op := range r.test.all() {
		r.operation(op)
	}
	if want := r.test.Outcome.Collection; want != nil {
		name := cmp.Or(want.Name, r.file.Collection)
		reply := mustRun(r.t, r.db, bson.D{{Key: "find", Value: name}, {Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "$db", Value: r.file.Database}})
		if got := resultOf(reply); !slices.Equal(texts(got), texts(want.Data)) {
			r.t.Errorf("the data is %s, want %s", value.String(got), value.String(want.Data))
		}
	}
}

func (r *sessionRun) session(name any) *specSession {
	key := fmt.Sprint(name)
	if r.sessions[key] == nil {
		r.sessions[key] = &specSession{id: byte(len(r.sessions) + 1)}
	}
	return r.sessions[key]
}

// operation runs an operation and holds it to its result; it gives whether it
// failed.
func (r *sessionRun) operation(op sessionOperation) bson.D {
	s := r.session("implicit")
	if name := value.Get(op.Arguments, "session"); !value.IsMissing(name) {
		s = r.session(name)
	}
	switch op.Name {
	case "startTransaction":
		r.begin(r.session(op.Object), op.Arguments)
		return nil
	case "commitTransaction", "abortTransaction":
		reply := r.end(r.session(op.Object), op.Name)
		if op.Name == "commitTransaction" {
			r.hold(op, []bson.D{reply})
		}
		return reply
	case "withTransaction":
		r.withTransaction(r.session(op.Object), op)
		return nil
	case "assertSessionTransactionState":
		return nil
	}
	if r.asserted(op) {
		return nil
	}
	var replies []bson.D
	for _, single := range apart(op) {
		command, ok := r.command(single)
		if !ok {
			r.t.Fatalf("no command for %s", single.Name)
		}
		reply := r.readOn(s, op, r.send(s, command, retried(single)))
		replies = append(replies, reply)
		if failed(reply) && ordered(op) {
			break
		}
	}
	if i := slices.IndexFunc(replies, failed); i >= 0 {
		replies = append(replies, replies[i]) // it is what a driver shows
	}
	r.hold(op, replies)
	return replies[len(replies)-1]
}

// apart returns the requests of a bulk write, each as an operation.
func apart(op sessionOperation) []sessionOperation {
	requests, _ := value.Get(op.Arguments, "requests").(bson.A)
	if op.Name != "bulkWrite" {
		return []sessionOperation{op}
	}
	var list []sessionOperation
	for _, request := range requests {
		single := op
		single.Name = value.Get(request.(bson.D), "name").(string)
		single.Arguments = value.Get(request.(bson.D), "arguments").(bson.D)
		list = append(list, single)
	}
	return list
}

// ordered says whether an operation ends with its first error.
func ordered(op sessionOperation) bool {
	options, _ := value.Get(op.Arguments, "options").(bson.D)
	return value.Get(options, "ordered") != any(false)
}

func failed(reply bson.D) bool {
	return value.Get(reply, "ok") != any(1.0) || !value.IsMissing(value.Get(reply, "writeErrors"))
}

// readOn returns a reply with all batches of its cursor in the first.
func (r *sessionRun) readOn(s *specSession, op sessionOperation, reply bson.D) bson.D {
	if op.Name != "find" && op.Name != "aggregate" || failed(reply) {
		return reply
	}
	cursor := value.Get(reply, "cursor").(bson.D)
	docs := slices.Clone(value.Get(cursor, "firstBatch").(bson.A))
	for id := value.Get(cursor, "id"); id != any(int64(0)); {
		next := r.send(s, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: r.file.Collection}, {Key: "batchSize", Value: int32(3)}, {Key: "$db", Value: r.file.Database}}, false)
		if failed(next) {
			return next
		}
		cursor = value.Get(next, "cursor").(bson.D)
		docs, id = append(docs, value.Get(cursor, "nextBatch").(bson.A)...), value.Get(cursor, "id")
	}
	return bson.D{{Key: "cursor", Value: bson.D{{Key: "firstBatch", Value: docs}}}, {Key: "ok", Value: 1.0}}
}

// retried says whether a driver sends an operation once more that was lost.
func retried(op sessionOperation) bool {
	return !slices.Contains([]string{"updateMany", "deleteMany"}, op.Name)
}

func (r *sessionRun) begin(s *specSession, arguments bson.D) {
	s.number++
	s.state, s.sent, s.read = "starting", false, nil
	options, _ := value.Get(arguments, "options").(bson.D)
	defaults, _ := value.Get(r.test.Session, "session0").(bson.D)
	defaults, _ = value.Get(defaults, "defaultTransactionOptions").(bson.D)
	for _, from := range []any{value.Get(options, "readConcern"), value.Get(defaults, "readConcern")} {
		if s.read == nil && !value.IsMissing(from) {
			s.read = from
		}
	}
}

// end sends what ends a transaction, if a driver would.
func (r *sessionRun) end(s *specSession, name string) bson.D {
	s.state = "ended"
	if !s.sent {
		return bson.D{{Key: "ok", Value: 1.0}}
	}
	return r.once(s, bson.D{{Key: name, Value: int32(1)}, {Key: "$db", Value: "admin"}}, true)
}

// withTransaction runs a callback's operations and commits.
func (r *sessionRun) withTransaction(s *specSession, op sessionOperation) {
	callback, _ := value.Get(op.Arguments, "callback").(bson.D)
	raw, err := bson.Marshal(callback)
	if err != nil {
		r.t.Fatal(err)
	}
	var inner struct{ Operations []sessionOperation }
	if err := bson.Unmarshal(raw, &inner); err != nil {
		r.t.Fatal(err)
	}
	r.begin(s, op.Arguments)
	for _, op := range inner.Operations {
		if reply := r.operation(op); reply != nil && failed(reply) && (s.state == "in" || s.state == "starting") {
			r.end(s, "abortTransaction")
			return
		}
	}
	if s.state == "in" || s.state == "starting" {
		r.hold(op, []bson.D{r.end(s, "commitTransaction")})
	}
}

// send runs a command in the session's transaction or as a retryable write, and
// again if it, or its reply, was lost.
func (r *sessionRun) send(s *specSession, command bson.D, retries bool) bson.D {
	if s.state == "starting" || s.state == "in" {
		reply := r.once(s, command, true)
		s.state, s.sent = "in", true
		return reply
	}
	s.state = ""
	writes := slices.Contains([]string{"insert", "update", "delete", "findAndModify"}, command[0].Key) && retries
	if writes {
		s.number++
	}
	for attempt := 1; ; attempt++ {
		f := r.fault
		if f == nil || f.times == 0 || f.commands == nil && !writes || f.commands != nil && !slices.Contains(f.commands, any(command[0].Key)) {
			return r.once(s, command, writes)
		}
		if attempt == 2 && f.done && f.commands == nil {
			return r.once(s, command, writes) // and is not done again
		}
		f.times--
		if f.done {
			r.once(s, command, writes)
		}
		if attempt == 2 || !retries {
			return bson.D{{Key: "ok", Value: 0.0}, {Key: "errmsg", Value: "lost"}}
		}
	}
}

// once runs a command once; numbered ones have the session's number.
func (r *sessionRun) once(s *specSession, command bson.D, numbered bool) bson.D {
	command = append(slices.Clip(command), bson.E{Key: "lsid", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: []byte{s.id, 15: 0}}}}})
	if numbered {
		command = append(command, bson.E{Key: "txnNumber", Value: s.number})
	}
	if numbered && s.state != "" {
		command = append(command, bson.E{Key: "autocommit", Value: false})
	}
	if numbered && s.state == "starting" {
		command = append(command, bson.E{Key: "startTransaction", Value: true})
		if s.read != nil {
			command = append(command, bson.E{Key: "readConcern", Value: s.read})
		}
	}
	return runDocument(r.t, r.db, command)
}

// command writes an operation as drivers send it.
func (r *sessionRun) command(op sessionOperation) (bson.D, bool) {
	args := op.Arguments
	name := any(r.file.Collection)
	if named := value.Get(args, "collection"); !value.IsMissing(named) {
		name = named
	}
	db := bson.E{Key: "$db", Value: r.file.Database}
	on := func(command string, more ...bson.E) (bson.D, bool) {
		return append(append(bson.D{{Key: command, Value: name}}, more...), db), true
	}
	everywhere := func(command string) (bson.D, bool) { return bson.D{{Key: command, Value: int32(1)}, db}, true }
	switch op.Name {
	case "runCommand":
		return append(value.Get(args, "command").(bson.D), db), true
	case "countDocuments":
		filter, _ := value.Get(args, "filter").(bson.D)
		pipeline := bson.A{bson.D{{Key: "$match", Value: query.NonNil(filter)}}}
		for _, stage := range slices.Concat(renamed(args, "skip", "$skip"), renamed(args, "limit", "$limit")) {
			pipeline = append(pipeline, bson.D{stage})
		}
		pipeline = append(pipeline, bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: int32(1)}, {Key: "n", Value: bson.D{{Key: "$sum", Value: int32(1)}}}}}})
		return on("aggregate", append(pick(args, "collation"), bson.E{Key: "pipeline", Value: pipeline}, bson.E{Key: "cursor", Value: bson.D{}})...)
	case "count":
		return on("count", append(renamed(args, "filter", "query"), pick(args, "skip", "limit", "collation")...)...)
	case "findOne":
		return on("find", append(pick(args, "filter"), bson.E{Key: "limit", Value: int32(1)}, bson.E{Key: "singleBatch", Value: true})...)
	case "dropCollection":
		return on("drop")
	case "createCollection":
		return on("create")
	case "createIndex":
		return on("createIndexes", bson.E{Key: "indexes", Value: bson.A{append(renamed(args, "name", "name"), bson.E{Key: "key", Value: value.Get(args, "keys")})}})
	case "listIndexes", "listIndexNames":
		return on("listIndexes")
	case "listCollections", "listCollectionNames", "listCollectionObjects":
		return everywhere("listCollections")
	case "listDatabases", "listDatabaseNames", "listDatabaseObjects":
		return bson.D{{Key: "listDatabases", Value: int32(1)}, {Key: "$db", Value: "admin"}}, true
	case "watch":
		return r.watch(op), true
	}
	command, ok := specCommand(operation{Name: op.Name, Object: cmp.Or(op.Object, "collection"), Arguments: args})
	if !ok && op.Name == "aggregate" { // of the database
		ok = true
	}
	if op.Name == "insertMany" && !ordered(op) {
		command = append(command, bson.E{Key: "ordered", Value: false})
	}
	if !ok {
		return nil, false
	}
	if command[0].Value = name; op.Object == "database" {
		command[0].Value = int32(1)
	}
	command = slices.DeleteFunc(command, func(f bson.E) bool { return value.IsMissing(f.Value) })
	if batch := value.Get(args, "batchSize"); command[0].Key == "find" && !value.IsMissing(batch) {
		command = append(command, bson.E{Key: "batchSize", Value: batch})
	}
	return append(command, db), true
}

func (r *sessionRun) watch(op sessionOperation) bson.D {
	on, stage, db := any(r.file.Collection), bson.D{}, r.file.Database
	switch op.Object {
	case "client":
		on, stage, db = int32(1), bson.D{{Key: "allChangesForCluster", Value: true}}, "admin"
	case "database":
		on = int32(1)
	}
	return bson.D{{Key: "aggregate", Value: on}, {Key: "cursor", Value: bson.D{}}, {Key: "pipeline", Value: bson.A{bson.D{{Key: "$changeStream", Value: stage}}}}, {Key: "$db", Value: db}}
}

// asserted holds the database to what the runner is told to look at.
func (r *sessionRun) asserted(op sessionOperation) bool {
	exists, is := strings.CutPrefix(op.Name, "assertCollection")
	listing, names := "listCollections", value.Get(op.Arguments, "collection")
	if !is {
		if exists, is = strings.CutPrefix(op.Name, "assertIndex"); !is {
			return false
		}
		listing, names = "listIndexes", value.Get(op.Arguments, "index")
	}
	reply := runDocument(r.t, r.db, bson.D{{Key: listing, Value: value.Get(op.Arguments, "collection")}, {Key: "$db", Value: value.Get(op.Arguments, "database")}})
	if listing == "listCollections" {
		reply = runDocument(r.t, r.db, bson.D{{Key: listing, Value: int32(1)}, {Key: "$db", Value: value.Get(op.Arguments, "database")}})
	}
	found := slices.ContainsFunc(resultOf(reply), func(v any) bool { return value.Get(v.(bson.D), "name") == names })
	if found != (exists == "Exists") {
		r.t.Errorf("%s: %s", op.Name, show(reply))
	}
	return true
}

// hold compares the replies to an operation with what is expected of it.
func (r *sessionRun) hold(op sessionOperation, replies []bson.D) {
	last := replies[len(replies)-1]
	wantsError := op.Error || isErrorResult(op.Result)
	if d, ok := op.Result.(bson.D); ok && len(d) == 1 && d[0].Key == "errorLabelsOmit" { // of an error, if there is one
		wantsError = failed(last)
	}
	if failed(last) != wantsError {
		r.t.Errorf("%s: %s, want %v", op.Name, show(last), op.Result)
		return
	}
	want, _ := op.Result.(bson.D)
	if wantsError {
		r.holdError(op, want, last)
		return
	}
	r.holdResult(op, last)
}

func (r *sessionRun) holdError(op sessionOperation, want, reply bson.D) {
	labels, _ := value.Get(reply, "errorLabels").(bson.A)
	for _, f := range want {
		list, _ := f.Value.(bson.A)
		for _, label := range list {
			if slices.Contains(labels, label) != (f.Key == "errorLabelsContain") {
				r.t.Errorf("%s: labels %v, want %s %v", op.Name, labels, f.Key, label)
			}
		}
		if f.Key == "errorCodeName" && value.Get(reply, "codeName") != f.Value || f.Key == "errorCode" && value.Get(reply, "code") != f.Value {
			r.t.Errorf("%s: %s, want %v", op.Name, show(reply), f.Value)
		}
	}
}

// holdResult compares what drivers make of a reply.
func (r *sessionRun) holdResult(op sessionOperation, reply bson.D) {
	switch want := op.Result.(type) {
	case bson.A:
		if got := resultOf(reply); !slices.EqualFunc(got, want, hasFields) {
			r.t.Errorf("%s: %s, want %s", op.Name, value.String(got), value.String(want))
		}
	case int32:
		got := value.Get(reply, "n")
		if docs := resultOf(reply); op.Name == "countDocuments" {
			if got = any(int32(0)); len(docs) > 0 {
				got = value.Get(docs[0].(bson.D), "n")
			}
		}
		if !value.Equal(got, want) {
			r.t.Errorf("%s: %v, want %d", op.Name, got, want)
		}
	case bson.D:
		if got := driverResult(op.Name, reply); op.Name != "bulkWrite" && !hasFields(got, without(want, "insertedId", "insertedIds", "upsertedIds", "insertedCount", "errorLabelsOmit")) {
			r.t.Errorf("%s: %s, want %s", op.Name, value.String(got), value.String(want))
		}
	}
}

func without(doc bson.D, names ...string) bson.D {
	return slices.DeleteFunc(slices.Clone(doc), func(f bson.E) bool { return slices.Contains(names, f.Key) })
}

// driverResult is a reply to a write as drivers show it.
func driverResult(name string, reply bson.D) bson.D {
	if found, ok := value.Get(reply, "value").(bson.D); ok {
		return found
	}
	upserted, _ := value.Get(reply, "upserted").(bson.A)
	n, _ := value.Get(reply, "n").(int32)
	result := bson.D{{Key: "deletedCount", Value: n}, {Key: "matchedCount", Value: n - int32(len(upserted))}, {Key: "modifiedCount", Value: value.Get(reply, "nModified")}, {Key: "upsertedCount", Value: int32(len(upserted))}}
	switch docs := resultOf(reply); {
	case name == "runCommand":
		return reply
	case name == "findOne" && len(docs) > 0:
		return docs[0].(bson.D)
	}
	if len(upserted) > 0 {
		result = append(result, bson.E{Key: "upsertedId", Value: value.Get(upserted[0].(bson.D), "_id")})
	}
	return result
}
