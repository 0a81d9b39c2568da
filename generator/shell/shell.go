// Package shell reads what people type into MongoDB's shell, mongosh.
//
// Parse takes the source of one or more statements, each a call on db or on a
// session that has begun, and gives the operations that mongosh would carry out.
// It is the way back of package render, which prints an operation as such a call.
// Both go by the descriptors of package example, which say where each argument
// stands.
//
// It never evaluates JavaScript. A statement consists of values as they are
// written: objects, arrays, strings (also several that + joins), numbers in all
// of JavaScript's forms, regular expressions, and the constructors of BSON
// types. A value means what mongosh makes of it, type by type: a number is an
// int32 if it is a whole one in that range and else a double, keys that are
// array indexes come first. What is JavaScript beyond that, or depends on the
// moment or on chance, or would reach the database changed (a date that is not
// in the calendar, an option of a regular expression that gets lost, a key that
// comes twice), is refused by name, at its place.
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
	// may stand in one line, from whose start the place of each is counted.
	MaxStatements = 100
	// MaxDepth is how deep brackets of any kind may nest. What fits into a file
	// of examples fits in here as well: there, more brackets stand around it.
	MaxDepth = ejson.MaxDepth
	// maxErrors is after how many mistakes Parse gives up.
	maxErrors = 20
)

// Parse reads statements, which end with a semicolon or, as in JavaScript, with
// a line that the next one does not continue. The operations' arguments are in
// the order of their descriptors. It tells as many mistakes as it can tell
// apart; if there is one, there are no statements. Sessions are the names under
// which statements may use some.
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

// readable tells what can't be read at all.
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

// messages are what is wrong with a text.
type messages struct {
	text  *diag.Text
	list  diag.List
	muted bool
}

// report notes a mistake, unless there are maxErrors.
func (m *messages) report(offset int, text, hint string) {
	if !m.muted && !m.full() {
		m.list.Add(m.text.Message(offset, text, hint))
	}
}

func (m *messages) full() bool { return len(m.list) >= maxErrors }
