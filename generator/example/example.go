// Package example holds what an example is: a schema, data, steps with the
// results and costs that are expected of them, and, once it ran, what a
// database answered.
//
// Parse takes the text of a file of examples/ and gives an Example that keeps
// every rule that can be checked without a database, or says where it breaks
// one. CheckReferences and CheckAnswers hold examples to what they declare.
// Running one is package verify's.
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

// Message makes an error about the example at pos, with its source line.
func (e *Example) Message(pos diag.Pos, text, hint string) diag.Message {
	return diag.Message{Pos: pos, Text: text, Hint: hint, Source: e.Text.Line(pos.Line)}
}

// Collection gives the collection of that name, or nil.
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
	Pos            diag.Pos // of the id
	// After is the offset behind the operation's value in the file.
	After int
}

// Answers names the question that a step answers, the same in every example
// that can be compared, and the result's fields that must then agree: their
// names, at whatever depth they stand.
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
	// Start is the offset of the value's first byte in the file, End that of
	// the byte after it.
	Start, End int
}

// ExpectedError says how a step should fail.
type ExpectedError struct {
	Code     int32
	CodeName string
	Contains string
	By       string // "server" or "driver"
	Pos      diag.Pos
	// Start and End are as in Expectation.
	Start, End int
}

// ExpectedCost is what a step should cost.
type ExpectedCost struct {
	Cost
	Pos diag.Pos
	// Start and End are as in Expectation.
	Start, End int
}

// Result is what a database answered to an example's steps.
type Result struct {
	Example *Example
	Status  Status
	Reason  string       // why it was skipped or refused
	Steps   []StepResult // of the steps that ran, in order
	Elapsed time.Duration
	// Updated is the file with what the database returned in it, if that was
	// asked for and something differs; else nil.
	Updated []byte
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

// Server is the database that answered.
type Server struct {
	Name    string // "memdb" or "MongoDB"
	Version string // of the server; for memdb the version it follows
}
