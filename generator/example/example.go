// Package example holds examples: a schema, data, steps with the results and
// costs that are expected of them, and, after a run, the answers of a database.
//
// Parse takes the text of a file of examples/ and returns an Example that keeps
// every rule that can be checked without a database, or says where it breaks one.
// CheckReferences checks the references that an example declares, CheckAnswers
// its answers against those of other examples. Package verify runs examples.
package example

import (
	"fmt"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// Example is one file of examples/, checked for its shape.
type Example struct {
	Name        string // one-to-one-embedded
	File        string // examples/one-to-one-embedded.json
	Text        *diag.Text
	Description string
	// Requirements are the servers that it runs on, of which one is enough; none
	// if the example runs on any.
	Requirements []Requirement
	Sizes        []int         // that the example runs at; none if it has no sizes
	Collections  []Collection  // in the order of "schema"
	ExpectCost   *ExpectedCost // of the model, before the first step
	References   []Reference
	Steps        []Step
	Explore      *Explore // nil if nothing is explored
	// From is the example whose schema, references, data and first size it has;
	// nil if it has its own.
	From    *Example
	fromPos diag.Pos
	// Move says that steps move these data into the model of another example; nil
	// if they don't.
	Move     *Move
	made     map[string][]Index // by collections, that steps read so far have made
	unstored []*Collection      // data that others are made of
	kept     map[string]kept    // documents, by collections of which not all are
	// Exhausted says that the example took too long: its generated data are not
	// made again, to draw them or to look something up.
	Exhausted bool
}

// FirstSize is the size whose results are expected and printed, 0 if the
// example has no sizes.
func (e *Example) FirstSize() int { return e.RunSizes()[0] }

// Collection is a collection before the first step.
type Collection struct {
	Name      string
	Options   bson.D // of create, without the validator
	Validator bson.D // nil if it is left out on purpose
	Indexes   []Index
	Written   []Document
	generator *generator // makes further documents, or nil; see Data
	Pos       diag.Pos
}

// IsTree reports whether documents of the collection are made as the nodes of a tree.
func (c *Collection) IsTree() bool { return c.generator != nil && c.generator.isTree }

// Create returns the command that makes the collection.
func (c *Collection) Create() bson.D {
	command := append(bson.D{{Key: "create", Value: c.Name}}, c.Options...)
	if c.Validator != nil {
		command = append(command, bson.E{Key: "validator", Value: c.Validator})
	}
	return command
}

// RunSizes returns the size of each run: one run of the size 0 if the example has
// no sizes.
func (e *Example) RunSizes() []int {
	if len(e.Sizes) == 0 {
		return []int{0}
	}
	return e.Sizes
}

// Measured reports whether any cost of the example is wanted.
func (e *Example) Measured() bool {
	return e.ExpectCost != nil || slices.ContainsFunc(e.Steps, func(s Step) bool { return s.Answers != nil })
}

// Message makes an error about the example at pos, with its source line. What is
// about the file of the example that it begins with is put where that is named.
func (e *Example) Message(pos diag.Pos, text, hint string) diag.Message {
	if e.From != nil && pos.File == e.From.File {
		pos, text, hint = e.fromPos, fmt.Sprintf("line %d of %s: %s", pos.Line, e.From.File, text), ""
	}
	return diag.Message{Pos: pos, Text: text, Hint: hint, Source: e.Text.Line(pos.Line)}
}

// Collection returns the collection of that name, or nil.
func (e *Example) Collection(name string) *Collection {
	for i := range e.Collections {
		if e.Collections[i].Name == name {
			return &e.Collections[i]
		}
	}
	return nil
}

// Index is an index as createIndexes takes it.
type Index struct {
	Spec bson.D // key first, name filled in
	Pos  diag.Pos
}

// Create returns the command that makes the index on a collection.
func (i Index) Create(collection string) bson.D {
	return bson.D{{Key: "createIndexes", Value: collection}, {Key: "indexes", Value: bson.A{i.Spec}}}
}

// Document is a document of the initial data.
type Document struct {
	Raw       bson.Raw
	Generated bool
	Pos       diag.Pos
}

// Reference declares that values of one field are values of another.
type Reference struct {
	FromCollection, FromPath string
	ToCollection, ToPath     string
	Pos                      diag.Pos
}

// Operation is a call in the words of the drivers' Unified Test Format.
type Operation struct {
	Name      string // find, insertOne, runCommand, …
	Object    string // the collection, "" for the database
	Arguments bson.D
	Pos       diag.Pos
}

// Result is a database's results of an example's steps.
type Result struct {
	Example *Example
	Status  Status
	Reason  string   // why it was skipped or refused
	Lacking [][]Lack // of a server that an example was skipped on
	// Record is a run of the example as it is on another server, if it was skipped.
	Record *Record
	Runs   []Run // one for each size, the first size first
	// Orders are those of "explore", run at the first size; nil if there is none, or
	// if something before it failed.
	Orders *Orders
	// MoveRuns is how often the example's move has run, each time in a new database.
	MoveRuns int
	Elapsed  time.Duration
	// Worked is the processor time of the example, estimated while others run beside it;
	// 0 where another program is the server.
	Worked time.Duration
	// Updated is the file with the results of the database in it, if that was
	// asked for and something differs; else nil.
	Updated []byte
	// Dropped are the measures that Updated lacks, for they have no certain answer.
	Dropped []DroppedMeasure
}

// DroppedMeasure is a measure of an "expectCost" that can't be expected.
type DroppedMeasure struct {
	Step    int // its index, -1 for the model
	Measure string
	Why     Reason
}

// Steps returns the results of the steps that ran at the first size, in order:
// the results that are expected and printed.
func (r *Result) Steps() []StepResult {
	if len(r.Runs) == 0 {
		return nil
	}
	return r.Runs[0].Steps
}

// Run is the run of an example at one size.
type Run struct {
	Size      int // 0 if the example has no sizes
	Footprint Footprint
	Steps     []StepResult // of the steps that ran, in order
}

// Status is the outcome of an example.
type Status uint8

const (
	// Passed: every step ran and every expectation held.
	Passed Status = iota
	// Failed: at least one did not.
	Failed
	// Refused: the embedded database does not implement something in it.
	Refused
	// Skipped: the server does not meet its requirements.
	Skipped
)

// String returns the word that reports use.
func (s Status) String() string { return [...]string{"passed", "failed", "refused", "skipped"}[s] }

// StepResult is the result of one step.
type StepResult struct {
	// Value is as the file expects it, which the live value matched: the same
	// input makes the same page. Only the first size has one.
	Value bson.RawValue
	Error *ExpectedError
	// Rules are those of a validator that made the step fail, by the path of
	// their field.
	Rules bson.RawValue
	Cost  Cost
	// Scans are how the step's operations have read indexes, the first ones if it sends
	// many; of steps that are measured.
	Scans []IndexScan
	// Changes are the changes of the step to documents, where they are the same
	// in every run. At further sizes only those of a tree are known.
	Changes []Change
	// Found are the values of the fields that the step's question names, in
	// their order, printed and sorted.
	Found   [][]string
	Elapsed time.Duration
}

// Change is a document before and after a step; nil before it came or after it
// went.
type Change struct {
	Collection    string
	Before, After bson.Raw
}

// Server is the database that answered.
type Server struct {
	Name    string // "MongoDB", "memdb", or the name that another reports
	Version string // of the server; for memdb the version it follows
	// Topology is the topology of the server: Single, ReplicaSet or Sharded.
	Topology string
}

// embedded is the name of the embedded database.
const embedded = "memdb"

// Embedded reports whether it is the embedded database.
func (s Server) Embedded() bool { return s.Name == embedded }

// String returns the name and the version of the server, or of the one that the
// embedded database follows.
func (s Server) String() string {
	if s.Embedded() {
		return s.Name + ", following MongoDB " + s.Version
	}
	return s.Name + " " + s.Version
}
