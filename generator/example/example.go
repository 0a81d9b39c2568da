// Package example holds what an example is: a schema, data, steps with the
// results and costs that are expected of them, and, once it ran, what a
// database answered. Parse reads one from its JSON; running it is package
// verify's.
package example

import (
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
	Collections []Collection // in the order of "schema"
	References  []Reference
	Steps       []Step
}

// Collection is a collection before the first step.
type Collection struct {
	Name      string
	Options   bson.D // of create, without the validator
	Validator bson.D // nil if it is left out on purpose
	Indexes   []Index
	Documents []Document // written ones first, then generated ones
	Pos       diag.Pos
}

// Index is an index as createIndexes takes it.
type Index struct {
	Spec bson.D // key first, name filled in
	Pos  diag.Pos
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

// Step is one operation and what is expected of it.
type Step struct {
	ID        string
	Answers   *Answers
	Operation Operation
	// Expect is the expected value, or nil if ExpectError or nothing is set.
	Expect      *Expectation
	ExpectError *ExpectedError
	ExpectCost  *ExpectedCost
	// Unordered says that the result's documents come in any order;
	// UnorderedPaths names arrays inside them that do.
	Unordered      bool
	UnorderedPaths []string
	Pos            diag.Pos
}

// Answers names the question that a step answers, the same in every example
// that can be compared, and the result's fields that must then agree.
type Answers struct {
	ID     string
	Fields []string
	Pos    diag.Pos
}

// Operation is a call in the words of the drivers' Unified Test Format.
type Operation struct {
	Name      string // find, insertOne, runCommand, …
	Object    string // the collection, "" for the database
	Arguments bson.D
	Pos       diag.Pos
}

// Expectation is an expected result as it is written, matchers included.
type Expectation struct {
	Value bson.RawValue
	Pos   diag.Pos
	// End is the offset just after the value in the file, Start its first byte.
	Start, End int
}

// ExpectedError says how a step should fail.
type ExpectedError struct {
	Code     int32
	CodeName string
	Contains string
	By       string // "server" or "driver"
	Pos      diag.Pos
}

// ExpectedCost is what a step should cost; a nil measure is not asserted.
type ExpectedCost struct {
	RoundTrips *int64
	Bytes      *int64
	Pos        diag.Pos
}

// Result is what a database answered to an example's steps.
type Result struct {
	Example *Example
	Status  Status
	Reason  string // why it was skipped or refused
	Steps   []StepResult
	Elapsed time.Duration
}

// Status says what became of an example.
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

// StepResult is what came back from one step. Value is as the file expects
// it, which the live value matched: the same input gives the same page.
type StepResult struct {
	Value bson.RawValue
	Error *ExpectedError
	Cost  Cost
}

// Cost is what a step cost. Negative means not measured.
type Cost struct {
	RoundTrips        int64
	DocumentsExamined int64
	Bytes             int64
	StoredBytes       int64
}

// Server is the database that answered.
type Server struct {
	Name    string // "memdb" or "MongoDB"
	Version string // of the server; for memdb the version it follows
}
