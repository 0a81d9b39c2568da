package memdb

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// testCase is one case of a file in testdata/cases: Extended JSON in which plain
// integers are ints and numbers with a point doubles. A file is an object of the
// fields that all its cases share, and the list of its cases, each of which has
// fields of its own besides, or in the place of the shared ones.
//
//	id          names the case; without one it is called after its file and what
//	            it runs
//	with        what stands in the shared command in the place of "$$with"
//	kind        what an error shows of its operator: "type" or "arity" (see kinds)
//	since until the first and the last version of the server for which it holds
//	data        the documents of the collection "c"
//	others      those of further collections, by name
//	indexes     index specifications of "c"
//	options     fields of the create command for "c"
//	before      commands to run first; they must succeed
//	command     the command; $db is "test" unless it is given
//	documents   expected: the documents of the first batch, or distinct's values
//	reply       expected: these fields of the reply, in any place
//	code        expected: the error
//	set         the order of documents is open
//	state       the documents of "c" afterwards
//	only        run it as it stands, with the reason why no variant applies
//	standalone  it does not hold on a replica set, with the reason
//	source      where the expectation comes from: a letter, then which page, file
//	            or folder of tests. F: github.com/documentdb/functional-tests, measured
//	            on 8.2.4; M: MongoDB's manual; S: the server's source or its own tests;
//	            D: the drivers' specifications; T: source of a driver or a shell
//	status      documented, assumed, or measured on a server of version 8.2
//	assumes     of an assumed case: what is assumed, a sentence for the site
//
// TestCases runs them in this process and TestCasesOverTheWire through the
// driver. To compare with a server on this machine, and to mark what agreed:
//
//	MODELBOOK_MONGODB_URI=mongodb://localhost:27017 go test ./generator/memdb -run TestCasesOnServer -v
//	MODELBOOK_MONGODB_URI=mongodb://localhost:27017 go test ./generator/memdb -run TestCasesOnServer -measured
type testCase struct {
	ID         string            `bson:"id"`
	With       any               `bson:"with"`
	Kind       string            `bson:"kind"`
	Since      string            `bson:"since"`
	Until      string            `bson:"until"`
	Data       []bson.D          `bson:"data"`
	Others     map[string]bson.A `bson:"others"`
	Indexes    bson.A            `bson:"indexes"`
	Options    bson.D            `bson:"options"`
	Before     []bson.D          `bson:"before"`
	Command    bson.D            `bson:"command"`
	Documents  *bson.A           `bson:"documents"`
	Reply      bson.D            `bson:"reply"`
	Code       int32             `bson:"code"`
	CodeName   string            `bson:"codeName"`
	Set        bool              `bson:"set"`
	State      *bson.A           `bson:"state"`
	Only       string            `bson:"only"`
	Standalone string            `bson:"standalone"`
	Source     string            `bson:"source"`
	Status     string            `bson:"status"`
	Assumes    string            `bson:"assumes"`

	place int // in its file
}

func TestCases(t *testing.T) { runCases(t, inProcess(t, Options{})) }

// TestCasesOnSet: the member of a replica set gives the same answers, but for what
// holds on a standalone only. How it reads is not told from that; the variants are left
// to TestCases.
func TestCasesOnSet(t *testing.T) {
	h := inProcess(t, Options{ReplicaSet: true})
	h.plain = true
	runCases(t, h)
}

// tally is what a run of the cases came to.
type tally struct {
	agreed          map[string][]int // places of cases that did in all their variants, by file
	leftOut         map[string]int   // how many, by reason
	cases, variants int              // how many ran
}

func runCases(t *testing.T, h host) tally {
	t.Helper()
	sum, seen := tally{agreed: map[string][]int{}, leftOut: map[string]int{}}, map[string]bool{}
	for file, c := range allCases(t) {
		if seen[c.ID] {
			t.Errorf("%s: case %s stands twice", file, c.ID)
		}
		seen[c.ID] = true
		t.Run(c.ID, func(t *testing.T) { sum.run(t, h, file, c) })
	}
	t.Logf("%s: %d cases in %d variants", h, sum.cases, sum.variants)
	for _, why := range slices.Sorted(maps.Keys(sum.leftOut)) {
		t.Logf("%d left out: %s", sum.leftOut[why], why)
	}
	return sum
}

func (sum *tally) run(t *testing.T, h host, file string, c testCase) {
	c.check(t)
	if why := c.whyNot(h); why != "" {
		sum.leftOut[why]++
		t.Skip(why)
	}
	ran, all := 0, variants(c)
	if h.plain {
		all = all[:1]
	}
	for _, v := range all {
		// Some may not run: -run chooses among them too.
		t.Run(v.name, func(t *testing.T) {
			ran++
			v.run(t, h, c)
		})
	}
	sum.cases++
	sum.variants += ran
	if ran == len(all) && !t.Failed() {
		sum.agreed[file] = append(sum.agreed[file], c.place)
	}
}

// check holds a case to its own rules.
func (c testCase) check(t *testing.T) {
	t.Helper()
	if c.Source == "" || !slices.Contains([]string{"documented", "measured", "assumed"}, c.Status) {
		t.Errorf("source %q, status %q", c.Source, c.Status)
	}
	if c.Documents == nil && c.Reply == nil && c.Code == 0 {
		t.Error("nothing is expected")
	}
}

// load puts the case's data into a new database.
func (c testCase) load(t *testing.T, h host, reversed bool) target {
	t.Helper()
	db := h.open(t)
	if c.Options != nil || len(c.Data) == 0 {
		db.must(t, append(bson.D{{Key: "create", Value: "c"}}, c.Options...))
	}
	docs := make(bson.A, len(c.Data))
	for i, doc := range c.Data {
		docs[i] = doc
	}
	if reversed {
		slices.Reverse(docs)
	}
	if len(docs) > 0 {
		db.must(t, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	}
	for name, docs := range c.Others {
		db.must(t, bson.D{{Key: "insert", Value: name}, {Key: "documents", Value: docs}})
	}
	if len(c.Indexes) > 0 {
		db.must(t, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: c.Indexes}})
	}
	for _, command := range c.Before {
		db.must(t, command)
	}
	return db
}

// expect compares what a command gave with what the case expects.
func (c testCase) expect(t *testing.T, reply bson.D) {
	t.Helper()
	code := value.Get(reply, "code")
	switch {
	case c.Code == 0 && !value.IsMissing(code):
		t.Errorf("reply %s, want %s", show(reply), c.wanted())
		return
	case c.Code != 0 && (code != any(c.Code) || c.CodeName != "" && value.Get(reply, "codeName") != any(c.CodeName)):
		t.Errorf("reply %s, want code %d %s", show(reply), c.Code, c.CodeName)
		return
	case c.Code == 0 && c.Documents != nil:
		sameList(t, resultOf(reply), *c.Documents, c.Set)
	}
	for _, f := range c.Reply {
		if got := value.Get(reply, f.Key); !sameValue(got, f.Value) {
			t.Errorf("%s is %s, want %s", f.Key, show(got), show(f.Value))
		}
	}
}

// wanted shows what a case expects that expects no error.
func (c testCase) wanted() string {
	if c.Documents != nil {
		return show(*c.Documents)
	}
	return show(c.Reply)
}

func (c testCase) expectState(t *testing.T, db target) {
	t.Helper()
	if c.State == nil {
		return
	}
	reply := db.must(t, bson.D{{Key: "find", Value: "c"}, {Key: "batchSize", Value: int32(10000)}})
	sameList(t, resultOf(reply), *c.State, false)
	checked := db.must(t, bson.D{{Key: "validate", Value: "c"}})
	if value.Get(checked, "valid") != true {
		t.Errorf("an index does not fit the documents: %s", show(checked))
	}
}

func resultOf(reply bson.D) bson.A {
	if cursor, ok := value.Get(reply, "cursor").(bson.D); ok {
		docs, _ := value.Get(cursor, "firstBatch").(bson.A)
		return docs
	}
	values, _ := value.Get(reply, "values").(bson.A)
	return values
}

func sameList(t *testing.T, got, want bson.A, set bool) {
	t.Helper()
	if isSameBytes(got, want) {
		return
	}
	x, y := texts(got), texts(want)
	if set {
		slices.Sort(x)
		slices.Sort(y)
	}
	if !slices.Equal(x, y) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(x, "\n  "), strings.Join(y, "\n  "))
	}
}

func texts(list bson.A) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = show(v)
	}
	return out
}

// show returns a value with its type, so that 1 and 1.0 differ.
func show(v any) string {
	if value.IsMissing(v) {
		return "missing"
	}
	text, err := bson.MarshalExtJSON(bson.D{{Key: "v", Value: v}}, true, false)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(text), `{"v":`), "}")
}

func sameValue(a, b any) bool {
	if value.IsMissing(a) {
		return false
	}
	return isSameBytes(a, b) || show(a) == show(b)
}

// isSameBytes reports whether two values are the same in BSON. It is not known of values
// that do not fit into BSON, or of which show leaves something out.
func isSameBytes(a, b any) bool {
	x, err := value.Encode(bson.D{{Key: "", Value: a}})
	if err != nil {
		return false
	}
	y, err := value.Encode(bson.D{{Key: "", Value: b}})
	return err == nil && bytes.Equal(x, y)
}

// runDocument runs a command given as a document.
func runDocument(t *testing.T, db *DB, command bson.D) bson.D {
	t.Helper()
	if value.IsMissing(value.Get(command, "$db")) {
		command = append(slices.Clip(command), bson.E{Key: "$db", Value: "test"})
	}
	raw, err := bson.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := value.Decode(db.Run(t.Context(), raw))
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func mustRun(t *testing.T, db *DB, command bson.D) bson.D {
	t.Helper()
	reply := runDocument(t, db, command)
	if value.Get(reply, "ok") != 1.0 || !value.IsMissing(value.Get(reply, "writeErrors")) {
		t.Fatalf("%s: %s", show(command), show(reply))
	}
	return reply
}
