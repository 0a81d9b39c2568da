package diag

import (
	"strings"
	"unicode"

	"modelbook/generator/invisible"
)

// visible reports whether a character is seen, takes its place in the line, and
// does nothing else: a stranger's file must not write to a maintainer's screen.
func visible(r rune) bool {
	return (r == ' ' || unicode.IsPrint(r)) && !invisible.Is(r)
}

// oneLine replaces characters that could steer a terminal, change the direction
// of text, or begin a line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if !visible(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// commands watches for text that build servers take for a command in a program's
// output: "::error::" at the start of a line, as GitHub's workflow commands, and
// "##[error]" or "##vso[…]" anywhere.
type commands struct {
	hasText bool // the line has more than white space
	colon   bool // the line has one colon and nothing else
	hashes  int  // that the last characters are; letters may follow them
}

// next takes the next character and reports whether it completes a command.
func (c *commands) next(r rune) bool {
	made := c.colon && r == ':' || c.hashes >= 2 && r == '['
	c.colon = !c.hasText && r == ':'
	switch {
	case r == '#':
		c.hashes++
	case c.hashes < 2 || !unicode.IsLetter(r):
		c.hashes = 0
	}
	c.hasText = r != '\n' && (c.hasText || r != ' ' && r != '\t')
	return made
}

// harmless replaces characters of a text of several lines, so that it can't be
// taken for a command.
func harmless(s string) string {
	var c commands
	return strings.Map(func(r rune) rune { return c.replace(r) }, s)
}

// replace returns a character as it is printed after those before it.
func (c *commands) replace(r rune) rune {
	if r != '\n' && r != '\t' && !visible(r) {
		r = unicode.ReplacementChar
	}
	if c.next(r) {
		r = unicode.ReplacementChar
	}
	return r
}
