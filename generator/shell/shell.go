// Package shell reads statements of MongoDB's shell, mongosh.
//
// Parse takes the source of one or more statements, each a call on db or on a
// session that has begun, and returns the operations that mongosh would carry
// out. It is the reverse of package render, which prints an operation as such a
// call. Both use the descriptors of package example, which hold the place of each
// argument.
//
// It never evaluates JavaScript. A statement consists of literal values: objects,
// arrays, strings (also several joined by +), numbers in all of JavaScript's
// forms, regular expressions, and the constructors of BSON types. A value has the
// type and order that mongosh sends: a number is an int32 if it is a whole one in
// that range and else a double, keys that are array indexes come first. All other
// JavaScript is refused by name, at its place, and so are values that depend on
// the moment or on chance, or would reach the database changed (a date that is
// not in the calendar, an option of a regular expression that gets lost, a key
// that comes twice).
//
// A regular expression's pattern is not looked into: that is for the database.
package shell

import (
	"fmt"
	"unicode/utf8"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

const (
	// MaxSize is the longest source that Parse reads, in bytes: as much as a file
	// of examples may have.
	MaxSize = 256 << 10
	// MaxStatements is the largest number of statements that Parse reads: they
	// may all be on one line, from whose start the place of each is counted.
	MaxStatements = 100
	// MaxDepth is how deep brackets of any kind may nest. Any value of an example
	// file fits: there, more brackets surround it.
	MaxDepth = ejson.MaxDepth
	// maxErrors is the number of mistakes after which Parse stops.
	maxErrors = 20
)

// Parse reads statements, which end with a semicolon or, as in JavaScript, with a
// line that the next one does not continue. The operations' arguments are in the
// order of their descriptors. It reports as many mistakes as it can tell apart;
// if there is one, there are no statements. Sessions are the names of the
// sessions that statements may use.
func Parse(text *diag.Text, sessions ...string) ([]Statement, diag.List) {
	p := &parser{scanner: scanner{messages: messages{text: text}, input: string(text.Bytes)}, sessions: sessions}
	if !p.readable() {
		return nil, p.list
	}
	p.advance()
	statements := p.statements()
	if p.list.Failed() {
		return nil, p.list
	}
	return statements, nil
}

// Statement is an operation, and the name of the session it runs in, "" for none.
type Statement struct {
	example.Operation
	Session string
}

// readable reports a text that can't be read at all.
func (p *parser) readable() bool {
	switch {
	case len(p.input) > MaxSize:
		p.report(0, fmt.Sprintf("this is longer than %d bytes", MaxSize), "")
	case !utf8.ValidString(p.input):
		p.report(firstInvalid(p.input), "this is not UTF-8 here", "")
	}
	return len(p.list) == 0
}

func firstInvalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return len(s)
}

// messages collects the mistakes of a text.
type messages struct {
	text    *diag.Text
	list    diag.List
	isMuted bool
}

// report notes a mistake, unless there are maxErrors.
func (m *messages) report(offset int, text, hint string) {
	if !m.isMuted && !m.full() {
		m.list.Add(m.text.Message(offset, text, hint))
	}
}

func (m *messages) full() bool { return len(m.list) >= maxErrors }
