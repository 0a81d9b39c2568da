// Package regex matches strings with the regular expressions of MongoDB, which are
// PCRE2's in UTF mode. Patterns and texts are UTF-8, like all text that package value
// decodes.
//
// Compile takes a pattern and its options and returns a Regex. It runs on Go's engine,
// whose time grows with the text alone, for the part of the language in which both
// find the same; and on a backtracking engine like PCRE2's for look-around, back
// references, atomic groups, possessive quantifiers and option x. Constructs that
// neither matches like PCRE2 (recursion, conditions, Unicode properties, …) are
// refused with 238; patterns that PCRE2 does not compile are the server's 51091.
package regex

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxLength is how long a pattern may be, in bytes, in server 8.2.
const maxLength = 16384

// Regex is a compiled pattern. It may be used from several goroutines.
type Regex struct {
	compiled *regexp.Regexp // Go's, or nil
	markers  []int          // groups that are before a "$": see translate
	states   int
	// backtracking is the backtracking engine's search: for patterns that Go's engine
	// can't match, and to find all matches of patterns with assertions about the text
	// before them (^, \A, \b).
	backtracking search
	// notAll is why not all matches can be found, or nil.
	notAll error
}

// search returns, for a text, a function that finds the first match that begins at
// from or later. All searches of a text share one limit of steps.
type search func(text string) func(from int) ([]int, error)

// Compile reads a pattern with the options i, m, s, u, x in any order.
func Compile(pattern, options string) (*Regex, error) {
	flags, err := parseOptions(options)
	if err != nil {
		return nil, err
	}
	if strings.IndexByte(pattern, 0) >= 0 {
		return nil, errcode.New(errcode.BadValue, "Regular expression cannot contain an embedded null byte")
	}
	if len(pattern) > maxLength {
		return nil, invalid("pattern string is longer than the limit")
	}
	s := scanner{in: []rune(pattern), flags: flags, pattern: pattern}
	r, err := s.translated()
	if !errcode.Refused(err) {
		return r, err
	}
	return s.compileBacktracking()
}

// translated compiles a pattern for Go's engine.
func (s scanner) translated() (*Regex, error) {
	t := translator{scanner: s}
	text, err := t.translate()
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil || repeatsEmpty(tree) {
		return nil, t.unshared()
	}
	compiled, err := regexp.Compile(text)
	if err != nil {
		return nil, t.unshared()
	}
	simple, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, t.unshared()
	}
	r := &Regex{states: len(simple.Inst), compiled: compiled, markers: t.markers}
	if !t.anchored {
		return r, nil
	}
	back, err := s.compileBacktracking()
	if err != nil {
		r.notAll = err
		return r, nil
	}
	r.backtracking, r.notAll = back.backtracking, back.notAll
	return r, nil
}

type flags struct{ caseless, multiline, dotAll, extended bool }

func parseOptions(options string) (flags, error) {
	var f flags
	for _, c := range options {
		switch c {
		case 'i':
			f.caseless = true
		case 'm':
			f.multiline = true
		case 's':
			f.dotAll = true
		case 'u':
		case 'x':
			f.extended = true
		default:
			return f, errcode.New(51108, "invalid flag in regex options: %c", c)
		}
	}
	return f, nil
}

func invalid(what string) error {
	return errcode.New(51091, "Regular expression is invalid: %s", what)
}

// Holds reports whether the pattern is found in s. It is used as a comparison, which
// returns no error: a search that takes too long ends the command, by value.Refuse.
func (r *Regex) Holds(s string) bool {
	found, err := r.Match(s)
	if err != nil {
		value.Refuse(tooManySteps)
	}
	return found
}

// Match reports whether the pattern is found in s.
func (r *Regex) Match(s string) (bool, error) {
	if err := r.bound(s); err != nil {
		return false, err
	}
	if r.compiled != nil {
		return r.compiled.MatchString(s), nil
	}
	m, err := r.backtracking(s)(0)
	return m != nil, err
}

// Find returns the first match in s: start and end of the match and of each
// group, in bytes, -1 for a group that took no part; nil if there is none.
func (r *Regex) Find(s string) ([]int, error) {
	if err := r.bound(s); err != nil {
		return nil, err
	}
	if r.compiled == nil {
		return r.backtracking(s)(0)
	}
	return r.bounds(r.compiled.FindStringSubmatchIndex(s)), nil
}

// FindAll returns all matches in s from left to right, each as Find returns it, until
// found ends it with an error. After an empty match the search goes on one character
// later.
func (r *Regex) FindAll(s string, found func([]int) error) error {
	if err := r.CanFindAll(); err != nil {
		return err
	}
	if err := r.bound(s); err != nil {
		return err
	}
	next := r.next(s)
	for from, first := 0, true; first || from < len(s); first = false {
		m, err := next(from)
		if m == nil || err != nil {
			return err
		}
		from = m[1]
		if m[0] == m[1] {
			from += runeLength(s[from:])
		}
		if err := found(m); err != nil {
			return err
		}
	}
	return nil
}

// next returns a function that finds the first match from a place of s on.
func (r *Regex) next(s string) func(from int) ([]int, error) {
	if r.backtracking != nil {
		return r.backtracking(s)
	}
	return func(from int) ([]int, error) {
		m := r.bounds(r.compiled.FindStringSubmatchIndex(s[from:]))
		shift(m, from)
		return m, nil
	}
}

// maxSteps is how many states of a pattern one search may be in, over the whole
// text: a second or so.
const maxSteps = 1 << 28

// bound refuses a search that may take longer.
func (r *Regex) bound(s string) error {
	if r.compiled != nil && len(s) > maxSteps/r.states {
		return errcode.NotImplemented(tooManySteps)
	}
	return nil
}

const tooManySteps = "a regular expression of that many steps"

// CanFindAll returns the refusal of patterns for which FindAll may find other matches
// than the server.
func (r *Regex) CanFindAll() error { return r.notAll }

func shift(match []int, by int) {
	for i := range match {
		if match[i] >= 0 {
			match[i] += by
		}
	}
}

func runeLength(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return max(1, len(s))
}

// bounds takes the markers out of a match: the match ends at the marker, not after the
// newline that follows it.
func (r *Regex) bounds(m []int) []int {
	if m == nil || len(r.markers) == 0 {
		return m
	}
	kept := []int{m[0], m[1]}
	next := 0
	for group := 1; group < len(m)/2; group++ {
		if next < len(r.markers) && r.markers[next] == group {
			next++
			if m[2*group] >= 0 {
				kept[1] = m[2*group]
			}
			continue
		}
		kept = append(kept, m[2*group], m[2*group+1])
	}
	return kept
}

// repeatsEmpty reports whether something that may match nothing is repeated:
// engines differ in when they stop there, and in what the groups hold then.
func repeatsEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		if canBeEmpty(re.Sub[0]) {
			return true
		}
	}
	for _, sub := range re.Sub {
		if repeatsEmpty(sub) {
			return true
		}
	}
	return false
}

func canBeEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpPlus, syntax.OpCapture:
		return canBeEmpty(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || canBeEmpty(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !canBeEmpty(sub) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if canBeEmpty(sub) {
				return true
			}
		}
		return false
	}
	return true
}
